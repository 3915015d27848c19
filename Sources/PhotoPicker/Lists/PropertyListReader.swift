import PhotoFormats

/// Reads the paths in an XML property list: an array of records with either set of keys, or of plain paths.
///
/// Parses iteratively and stores only strings that may contain paths.
struct PropertyListReader: PathListReader {
  private enum Container: String {
    case plist, array, dict
  }

  /// A leaf element.
  private enum Leaf {
    case key, string
    /// An element that can't contain a path.
    case other

    /// The maximum length of the contents, in bytes.
    var limit: Int { self == .string ? PathRecord.textLimit : JSONReader.stringLimit }
  }

  /// The limit on nesting; photopick's output nests three levels.
  private static let depthLimit = 16

  let form = "a property list"
  private let bytes: ByteWindow
  private let document: XMLTokens
  private var stack: [Container] = []
  private var hasEnded = false
  /// The stack depth of the current record, or 0 outside records.
  private var recordDepth = 0
  private var record = PathRecord()
  /// The index of the record's latest relevant key.
  private var key: Int?
  private var leaf: Leaf?
  /// The length of the leaf's contents, and the contents if relevant.
  private var textCount = 0
  private var text: [UInt8] = []

  init(_ bytes: ByteWindow) {
    self.bytes = bytes
    document = XMLTokens(isUTF8: bytes.isTranscoded)
  }

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

  /// Handles a token, and returns the entry that it completes.
  private mutating func entry(at token: XMLTokens.Token) throws -> PathListEntry? {
    switch token.kind {
    case .start(let name, _):
      guard leaf == nil else { throw ByteWindow.Failure.malformed }
      if let container = Container(rawValue: name) { try enter(container) } else { try begin(name) }
    case .end(let name): return leaf == nil ? try leave(name) : try endLeaf()
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
