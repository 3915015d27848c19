extension WorkerThreads {
  /// What `body` makes of each element, worked out over all threads, in the order of the elements.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  func map<Element: Sendable, Output: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) -> Output
  ) async throws -> [Output] {
    if elements.isEmpty { return [] }
    return try await withThrowingTaskGroup(of: (Int, Output).self) { group in
      var outputs = [Output?](repeating: nil, count: elements.count)
      var rest = elements.enumerated().makeIterator()
      var underWay = 0
      while true {
        try Task.checkCancellation()
        while underWay < threadCount, let (index, element) = rest.next() {
          underWay += 1
          group.addTask(executorPreference: self) { (index, body(element)) }
        }
        guard let (index, output) = try await group.next() else { break }
        underWay -= 1
        outputs[index] = output
      }
      return outputs.compactMap(\.self)
    }
  }
}
