import PhotoFiles

/// Names by a key; the first one of equal keys applies until it is removed.
struct FirstNames: Sendable {
  private(set) var first: [FileName: FileName] = [:]
  private var further: [FileName: [FileName]] = [:]

  init() {}

  init(_ names: [FileName], by key: (FileName) -> FileName) {
    first.reserveCapacity(names.count)
    for name in names { add(name, for: key(name)) }
  }

  subscript(key: FileName) -> FileName? { first[key] }

  /// Returns the first name for a key, preferably one that begins with the bytes of a stem: the names of a key may be
  /// canonically equivalent.
  func name(for key: FileName, of stem: [UInt8]) -> FileName? {
    guard let name = first[key], let more = further[key], !name.bytes.starts(with: stem) else {
      return first[key]
    }
    return more.first { $0.bytes.starts(with: stem) } ?? name
  }

  mutating func add(_ name: FileName, for key: FileName) {
    if first[key] == nil { first[key] = name } else { further[key, default: []].append(name) }
  }

  mutating func remove(_ name: FileName, for key: FileName) {
    guard first[key] == name else {
      further[key]?.removeAll { $0 == name }
      return
    }
    first[key] = nil
    guard var rest = further.removeValue(forKey: key), !rest.isEmpty else { return }
    first[key] = rest.removeFirst()
    further[key] = rest.isEmpty ? nil : rest
  }
}
