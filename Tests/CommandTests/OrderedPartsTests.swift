import Dispatch
import Synchronization
import Testing

@testable import photopick

struct OrderedPartsTests {
  private struct Failure: Error {}

  /// Works on parts on several threads at once and gives those that were finished.
  private func finished(_ parts: OrderedParts, _ body: @Sendable (Int) throws -> Void = { _ in }) -> [Int] {
    let finished = Mutex([Int]())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      while let part = parts.next() {
        parts.finish(part) {
          try body(part)
          finished.withLock { $0.append(part) }
        }
      }
    }
    return finished.withLock { $0 }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0, 1, 7, 500])
  func `parts are finished in order, each once`(_ count: Int) throws {
    let parts = OrderedParts(count: count)
    #expect(finished(parts) == Array(0..<count))
    try parts.end()
  }

  @Test(.timeLimit(.minutes(1))) func `none is finished after one that fails`() {
    let parts = OrderedParts(count: 500)
    #expect(finished(parts) { if $0 == 100 { throw Failure() } } == Array(0..<100))
    #expect(throws: Failure.self) { try parts.end() }
  }
}
