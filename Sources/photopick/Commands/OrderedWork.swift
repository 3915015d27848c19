import Foundation

/// Work on many elements on all cores, whose results are handed over in the order of the elements.
enum OrderedWork {
  /// How many elements a core works ahead of the one that is waited for.
  private static let aheadPerCore = 4

  /// Calls `work` on elements in parallel and `body` with each result, in order.
  ///
  /// However many elements there are, a few results for each core are all that is kept.
  /// - Throws: what `body` throws; `CancellationError` where the task is cancelled.
  static func run<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, _ work: @escaping @Sendable (Element) -> Value,
    _ body: (Element, Value) throws -> Void
  ) async throws {
    let cores = max(ProcessInfo.processInfo.activeProcessorCount, 1)
    var rest = elements.makeIterator()
    try await withThrowingTaskGroup(of: (Int, Element, Value).self) { group in
      var started = 0
      func startNext() {
        guard let element = rest.next() else { return }
        let index = started
        started += 1
        group.addTask {
          try Task.checkCancellation()
          return (index, element, work(element))
        }
      }
      for _ in 0..<cores * aheadPerCore { startNext() }
      var waiting = [Int: (Element, Value)]()
      var next = 0
      while let (index, element, value) = try await group.next() {
        waiting[index] = (element, value)
        while let (element, value) = waiting.removeValue(forKey: next) {
          try Task.checkCancellation()
          try body(element, value)
          next += 1
          startNext()
        }
      }
    }
  }
}
