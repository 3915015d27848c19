/// Reads XML property lists for the paths in them: an array of records in either set of keys, or of bare paths.
///
/// Nothing is recursive, and nothing is kept but the texts that name files.
struct PropertyListReader: PathListReader {
  private enum Container: String {
    case plist, array, dict
  }

  /// The deepest nesting of a property list of this program is 3.
  private static let depthLimit = 16

  private var text: XMLText
  private var stack: [Container] = []
  private var hasEnded = false
  /// How deep in the stack the record is that is being read; 0 outside of records.
  private var recordDepth = 0
  private var record = PathRecord()
  /// Which of the keys of a path came last in the record.
  private var key: Int?

  init(_ bytes: ListBytes) { text = XMLText(bytes) }

  mutating func next() throws(PathListError) -> PathListEntry? {
    while let tag = try text.nextTag() {
      guard !hasEnded else { break }
      if let container = Container(rawValue: tag.name) {
        if let entry = try take(tag, of: container) { return entry }
      } else if tag.kind == .opening, let entry = try take(tag) {
        return entry
      }
    }
    guard hasEnded else { throw XMLText.malformed }
    return nil
  }

  /// Enters or leaves a container; an entry if a record is complete.
  private mutating func take(
    _ tag: XMLText.Tag, of container: Container
  ) throws(PathListError) -> PathListEntry? {
    switch tag.kind {
    case .opening:
      guard stack.count < Self.depthLimit else { throw XMLText.malformed }
      stack.append(container)
      if container == .dict, recordDepth == 0 {
        recordDepth = stack.count
        (record, key) = (PathRecord(), nil)
      }
    case .closing:
      guard stack.popLast() == container else { throw XMLText.malformed }
      hasEnded = stack.isEmpty
      guard stack.count + 1 == recordDepth else { return nil }
      recordDepth = 0
      guard let path = record.path else { throw PathListError(.noPath, line: nil) }
      return .path(path)
    case .empty:
      if container == .dict, recordDepth == 0 { throw PathListError(.noPath, line: nil) }
    }
    return nil
  }

  /// Takes an element that is no container: keys and texts of a record, or bare paths.
  private mutating func take(_ tag: XMLText.Tag) throws(PathListError) -> PathListEntry? {
    let isInRecord = recordDepth > 0 && stack.count == recordDepth
    switch tag.name {
    case "key" where isInRecord:
      key = PathRecord.keys.firstIndex(of: try text.content(limit: JSONText.stringLimit))
    case "string" where isInRecord && key != nil:
      let content = try text.content(limit: PathRecord.textLimit)
      if let key { record.take(content, under: key) }
      key = nil
    case "string" where recordDepth == 0:
      return .path(PathRecord.path(try text.content(limit: PathRecord.textLimit)))
    default:
      try text.skipContent()
      if recordDepth == 0 { throw PathListError(.noPath, line: nil) }
    }
    return nil
  }
}
