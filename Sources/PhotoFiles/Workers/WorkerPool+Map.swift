extension WorkerPool {
  /// Runs work on the pool's threads; cancelling the calling task cancels the work.
  ///
  /// The work may block on a disk or a pipe. After an `await`, it resumes on the pool's threads too.
  package func run<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let isCancelled = Task.isCancelled
    let task = Task<Result<Value, Failure>, Never>(executorPreference: self) {
      // The handler below may run after the work has begun.
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  private static let aheadPerThread = 4

  /// Calls `work` with elements on the pool's threads, and `body` with each result in the order of the elements.
  ///
  /// Only a few results for each thread are kept at a time. If `work` or `body` throws, no further work begins.
  ///
  /// - Parameter ahead: the maximum number of elements in progress; a few for each thread by default.
  package func map<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, ahead: Int? = nil, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (Element) throws -> Value,
    _ body: (Element, Value) async throws -> Void
  ) async throws {
    let limit = max(1, ahead ?? threadCount * Self.aheadPerThread)
    var rest = elements.makeIterator()
    try await withThrowingTaskGroup(of: (Int, Element, Value).self) { group in
      var (started, next) = (0, 0)
      var waiting: [Int: (Element, Value)] = [:]
      while true {
        try Task.checkCancellation()
        while started - next < limit, let element = rest.next() {
          let index = started
          started += 1
          group.addTask(executorPreference: self) {
            try Task.checkCancellation()
            return (index, element, try work(element))
          }
        }
        guard let (index, element, value) = try await group.next() else { return }
        waiting[index] = (element, value)
        while let (element, value) = waiting.removeValue(forKey: next) {
          try Task.checkCancellation()
          next += 1
          try await body(element, value)
        }
      }
    }
  }

  package func map<Element: Sendable, Value: Sendable>(
    _ elements: [Element], isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (Element) throws -> Value
  ) async throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    try await map(elements, work) { _, value in values.append(value) }
    return values
  }

  /// Calls `work` with elements as they arrive, and `body` with each result in the order of the elements.
  ///
  /// Only a few results for each thread are kept at a time. If `work` or `body` throws, no further work begins. If `next`
  /// throws, `body` still gets the results of all elements before.
  ///
  /// - Parameters:
  ///   - next: Returns the next element, or `nil` at the end. Results are passed to `body` while it is suspended.
  ///   - whenWaiting: Called after `body` if the next result isn't available yet, for example to flush a buffer.
  package func map<Element: Sendable, Value: Sendable>(
    arriving next: @escaping @Sendable () async throws -> Element?, ahead: Int? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping @Sendable (Element) throws -> Value,
    _ body: (Value) async throws -> Void, whenWaiting: () async throws -> Void
  ) async throws {
    let limit = max(1, ahead ?? threadCount * Self.aheadPerThread)
    try await withThrowingTaskGroup(of: ArrivalEvent<Element, Value>.self) { group in
      var (started, finished) = (0, 0)
      var awaitsElement = false
      var end: Result<Void, any Error>?
      var waiting: [Int: Value] = [:]
      while true {
        try Task.checkCancellation()
        if !awaitsElement, end == nil, started - finished < limit {
          awaitsElement = true
          group.addTask(executorPreference: self) {
            do {
              return try await next().map { .element($0) } ?? .end(.success(()))
            } catch {
              return .end(.failure(error))
            }
          }
        }
        switch try await group.next() {
        case nil:
          try end?.get()
          return
        case .end(let result): end = result
        case .element(let element):
          awaitsElement = false
          let index = started
          started += 1
          group.addTask(executorPreference: self) {
            try Task.checkCancellation()
            return .value(index, try work(element))
          }
        case .value(let index, let value):
          waiting[index] = value
          guard index == finished else { continue }
          while let value = waiting.removeValue(forKey: finished) {
            try Task.checkCancellation()
            finished += 1
            try await body(value)
          }
          try await whenWaiting()
        }
      }
    }
  }
}

/// The result of a child task of `WorkerPool.map(arriving:)`.
private enum ArrivalEvent<Element: Sendable, Value: Sendable>: Sendable {
  case element(Element)
  case end(Result<Void, any Error>)
  case value(Int, Value)
}
