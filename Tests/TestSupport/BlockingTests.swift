import PhotoFiles
import Testing

/// Runs tests that wait for processes or locks on their own threads.
///
/// Swift has one thread for each core. If such tests block all of them, other tasks wait, such as a server, and exceed
/// their time limits.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  private static let pool = WorkerPool(threadCount: WorkerPool.processorCount + 2)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.pool) { try await function() }
  }
}

extension Trait where Self == BlockingTests {
  /// The tests wait for processes or locks.
  package static var blocking: Self { BlockingTests() }
}
