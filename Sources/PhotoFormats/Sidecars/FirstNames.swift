import PhotoFiles

/// Names by what they are found by: of those that share it the first counts, and the next one once that is gone.
struct FirstNames: Sendable {
  /// The names that count.
  private(set) var first: [FileName: FileName] = [:]
  private var further: [FileName: [FileName]] = [:]

  /// No names.
  init() {}

  /// Names in the order in which they count, each found by what `key` makes of it.
  init(_ names: [FileName], by key: (FileName) -> FileName) {
    first.reserveCapacity(names.count)
    for name in names { add(name, for: key(name)) }
  }

  /// The name that counts; `nil` if there is none.
  subscript(key: FileName) -> FileName? { first[key] }

  /// Adds a name behind those that are found by the same.
  mutating func add(_ name: FileName, for key: FileName) {
    if first[key] == nil { first[key] = name } else { further[key, default: []].append(name) }
  }

  /// Removes a name.
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
