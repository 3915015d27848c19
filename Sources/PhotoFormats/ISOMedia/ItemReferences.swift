/// References between items (`iref`).
struct ItemReferences {
  typealias Reference = (from: UInt32, to: UInt32)

  /// The references of a type in the order of the file.
  private(set) var all: [Reference] = []
  /// Whether these are all of them.
  private(set) var isComplete = true

  /// Reads at most `limit` references of a type.
  init(_ type: FourCC, in meta: BoxRegion, limit: Int) {
    guard let box = meta.first(.itemReference)?.content, let version = box.prefix(1)[0] else { return }
    let size = version == 0 ? 2 : 4
    let (references, isCut) = box.dropFirst(4).walked()
    isComplete = !isCut
    for reference in references where reference.type == type {
      let bytes = reference.content.bytes
      guard let from = bytes.integer(at: 0, size: size, .big), let count = bytes.uint16(at: size, .big)
      else { continue }
      for index in 0..<Int(count) {
        guard let to = bytes.integer(at: size + 2 + index * size, size: size, .big) else { break }
        guard all.count < limit else {
          isComplete = false
          return
        }
        all.append((UInt32(truncatingIfNeeded: from), UInt32(truncatingIfNeeded: to)))
      }
    }
  }
}
