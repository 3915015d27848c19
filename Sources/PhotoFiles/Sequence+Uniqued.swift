extension Sequence {
  /// Returns the elements without those whose key an earlier element has.
  package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen = Set<Key>()
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements without those that an earlier element equals.
  package func uniqued() -> [Element] { uniqued { $0 } }
}
