import PhotoFormats

/// Reads XML property lists for the paths in them: an array of records in either set of keys, or of bare paths.
///
/// Nothing is recursive, and nothing is kept but the texts that name files.
struct PropertyListReader: PathListReader {
  private enum Container: String {
    case plist, array, dict
  }

  /// What is read between containers: a key or a text.
  private enum Leaf {
    case key, string
    /// Nothing that could name a file.
    case other

    /// The most bytes of its text that matter.
    var limit: Int { self == .string ? PathRecord.textLimit : JSONReader.stringLimit }
  }

  /// The deepest nesting of a property list of this program is 3.
  private static let depthLimit = 16

  let form = "a property list"
  private let bytes: ByteWindow
  private let document = XMLTokens()
  private var stack: [Container] = []
  private var hasEnded = false
  /// How deep in the stack the record is that is being read; 0 outside of records.
  private var recordDepth = 0
  private var record = PathRecord()
  /// Which of the keys that matter came last in the record.
  private var key: Int?
  /// The element without elements that is being read.
  private var leaf: Leaf?
  /// The bytes of its text so far, and the text itself if it matters.
  private var textCount = 0
  private var text: [UInt8] = []

  init(_ bytes: ByteWindow) { self.bytes = bytes }

  mutating func read(_ take: Take) throws {
    while !hasEnded {
      let window = try bytes.look(1)
      let tokens: [XMLTokens.Token]
      do throws(XMLTokens.Malformed) {
        tokens = try document.next(window, isLast: window.isEmpty)
      } catch {
        throw ByteWindow.Failure.malformed
      }
      for token in tokens where !hasEnded { if let entry = try entry(at: token) { try take(entry) } }
      if window.isEmpty, !hasEnded { throw ByteWindow.Failure.malformed }
      bytes.skip(window.count)
    }
  }

  /// Takes a token; returns the entry that it ends.
  private mutating func entry(at token: XMLTokens.Token) throws -> PathListEntry? {
    switch token.kind {
    case .start(let name, _):
      guard leaf == nil else { throw ByteWindow.Failure.malformed }
      if let container = Container(rawValue: name) { try enter(container) } else { try begin(name) }
    case .end(let name):
      return leaf == nil ? try leave(name) : try endLeaf()
    case .text(let piece):
      guard let leaf else { return nil }
      textCount += piece.count
      guard textCount <= leaf.limit else { throw ByteWindow.Failure.tooLong(leaf.limit) }
      if leaf != .other { text += piece }
    case .other: break
    }
    return nil
  }

  private mutating func enter(_ container: Container) throws {
    guard stack.count < Self.depthLimit else { throw ByteWindow.Failure.malformed }
    stack.append(container)
    guard container == .dict, recordDepth == 0 else { return }
    recordDepth = stack.count
    (record, key) = (PathRecord(), nil)
  }

  private mutating func leave(_ name: String) throws -> PathListEntry? {
    guard stack.popLast()?.rawValue == name else { throw ByteWindow.Failure.malformed }
    hasEnded = stack.isEmpty
    guard stack.count + 1 == recordDepth else { return nil }
    recordDepth = 0
    guard let entry = record.entry else { throw PathListError(.noPath, line: nil) }
    return entry
  }

  private mutating func begin(_ name: String) throws {
    guard !stack.isEmpty else { throw ByteWindow.Failure.malformed }
    let isInRecord = recordDepth > 0 && stack.count == recordDepth
    switch name {
    case "key" where isInRecord: leaf = .key
    case "string" where isInRecord && key != nil || recordDepth == 0: leaf = .string
    default: leaf = .other
    }
    textCount = 0
    text.removeAll(keepingCapacity: true)
  }

  private mutating func endLeaf() throws -> PathListEntry? {
    defer { leaf = nil }
    switch leaf {
    case .key?: key = PathRecord.index(of: String(decoding: text, as: UTF8.self))
    case .string?:
      if recordDepth == 0 { return .path(PathRecord.path(text)) }
      if let key { record.take(text, under: key) }
      key = nil
    case .other?, nil: if recordDepth == 0 { throw PathListError(.noPath, line: nil) }
    }
    return nil
  }
}
