import PhotoFormats

/// Reads the paths in JSON arrays and JSON lines (RFC 8259): records in either set of keys, bare paths, and lines of
/// `watch`, which stand for the photos that are there at the end.
///
/// Nothing is recursive, and nothing is kept but the texts that name files.
struct JSONListReader: PathListReader {
  /// What a value is read for.
  private enum Role {
    /// Each element is a record or a path; those of a removal are no longer there.
    case entries(isRemoval: Bool)
    case record(isRemoval: Bool)
    case passedOver
  }

  private struct Frame {
    var isArray: Bool
    var role: Role
    var hasElements = false
    var record = PathRecord()
    /// True if the record holds records in place of a path.
    var isEvent = false
  }

  /// No output of this program is nested deeper than 6.
  private static let depthLimit = 32
  private static let event = Array("event".utf8)
  private static let removed = Array("deletedItems".utf8)
  private static let nested =
    ["sections", "items", "insertedItems", "updatedItems", "item"].map { Array($0.utf8) } + [removed]

  private var text: JSONText
  private let hasLines: Bool
  /// The line on which the value begins that is read.
  private var firstLine = 1
  private var stack: [Frame] = []

  /// A reader of an array, or of lines.
  init(_ bytes: ByteWindow, hasLines: Bool) {
    text = JSONText(bytes)
    self.hasLines = hasLines
  }

  var form: String { hasLines ? "JSON" : "a JSON array" }

  var line: Int? { hasLines ? firstLine : nil }

  mutating func read() throws -> PathListEntry? {
    while true {
      try text.skipBlanks()
      if stack.isEmpty { firstLine = text.line }
      guard let byte = try text.bytes.peek() else {
        guard stack.isEmpty else { throw ByteWindow.Failure.malformed }
        return nil
      }
      if let entry = try step(byte) { return entry }
    }
  }

  /// Takes what stands next; an entry if one is complete.
  private mutating func step(_ byte: UInt8) throws -> PathListEntry? {
    guard let frame = stack.last else {
      // Several outputs may follow each other.
      guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") else { throw ByteWindow.Failure.malformed }
      return try value(byte, .entries(isRemoval: false), isTop: true)
    }
    if byte == (frame.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
      text.bytes.skip(1)
      stack.removeLast()
      return frame.isArray ? nil : try entry(of: frame)
    }
    var first = byte
    if frame.hasElements { first = try text.following(UInt8(ascii: ",")) }
    stack[stack.count - 1].hasElements = true
    if frame.isArray { return try value(first, frame.role, isTop: false) }
    return try member(of: frame, first)
  }

  /// What a record says that is read to its end.
  private func entry(of frame: Frame) throws -> PathListEntry? {
    guard case .record(let isRemoval) = frame.role else { return nil }
    switch frame.record.entry {
    case .path(let path)? where isRemoval: return .removed(path)
    case nil where !frame.isEvent: throw PathListError(.noPath, line: line)
    case let entry: return entry
    }
  }

  /// Takes a key and its value, or the beginning of the value.
  private mutating func member(of frame: Frame, _ first: UInt8) throws -> PathListEntry? {
    guard first == UInt8(ascii: "\"") else { throw ByteWindow.Failure.malformed }
    guard case .record(let isRemoval) = frame.role else {
      try text.skipString()
      return try value(try text.following(UInt8(ascii: ":")), .passedOver, isTop: false)
    }
    let key = try text.string(limit: JSONText.stringLimit)
    let start = try text.following(UInt8(ascii: ":"))
    let top = stack.count - 1
    if let index = PathRecord.index(of: key), start == UInt8(ascii: "\"") {
      stack[top].record.take(try text.string(limit: PathRecord.textLimit), under: index)
      return nil
    }
    if key == Self.event { stack[top].isEvent = true }
    guard Self.nested.contains(key) else { return try value(start, .passedOver, isTop: false) }
    stack[top].isEvent = true
    let removes = isRemoval || key == Self.removed
    return try value(start, .entries(isRemoval: removes), isTop: true)
  }

  /// Takes a value that is no container, or enters one.
  ///
  /// - Parameter isTop: true if a list of entries may begin here.
  private mutating func value(
    _ first: UInt8, _ role: Role, isTop: Bool
  ) throws -> PathListEntry? {
    switch (first, role) {
    case (UInt8(ascii: "["), .passedOver): try enter(Frame(isArray: true, role: role))
    case (UInt8(ascii: "["), .entries) where isTop: try enter(Frame(isArray: true, role: role))
    case (UInt8(ascii: "{"), .entries(let isRemoval)):
      try enter(Frame(isArray: false, role: .record(isRemoval: isRemoval)))
    case (UInt8(ascii: "{"), _): try enter(Frame(isArray: false, role: .passedOver))
    case (UInt8(ascii: "\""), .entries(let isRemoval)):
      let path = PathRecord.path(try text.string(limit: PathRecord.textLimit))
      return isRemoval ? .removed(path) : .path(path)
    case (UInt8(ascii: "\""), _): try text.skipString()
    case (_, .entries) where JSONText.isOfLiteral(first) || first == UInt8(ascii: "["):
      throw PathListError(.noPath, line: line)
    default: try text.skipLiteral()
    }
    return nil
  }

  private mutating func enter(_ frame: Frame) throws {
    guard stack.count < Self.depthLimit else { throw ByteWindow.Failure.malformed }
    text.bytes.skip(1)
    stack.append(frame)
  }
}
