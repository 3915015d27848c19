import Dispatch
import Synchronization

extension [Connection] {
  /// Returns the results of `body` for all catalogs, each a connection, in their order. Several processors work on several catalogs.
  func concurrentMap<Value: Sendable>(
    _ body: @Sendable (_ catalog: Int, Connection) throws -> Value
  ) throws -> [Value] {
    guard count > 1 else { return try enumerated().map { try body($0.offset, $0.element) } }
    let results = Mutex([Int: Result<Value, any Error>]())
    DispatchQueue.concurrentPerform(iterations: count) { catalog in
      let result = Result { try body(catalog, self[catalog]) }
      results.withLock { $0[catalog] = result }
    }
    try Task.checkCancellation()
    return try results.withLock { results in try indices.compactMap { try results[$0]?.get() } }
  }
}
