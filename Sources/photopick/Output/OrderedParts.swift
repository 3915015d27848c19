import Foundation

/// Parts of a work that threads take one after the other and finish in the same order.
///
/// `Sendable`: all state stands behind the condition's lock.
final class OrderedParts: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private var taken = 0
  private var finished = 0
  private var failure: (any Error)?

  /// Parts numbered from 0.
  init(count: Int) { self.count = count }

  /// The next part to work on; `nil` where none is left or one has failed.
  func next() -> Int? {
    condition.withLock {
      guard taken < count, failure == nil else { return nil }
      defer { taken += 1 }
      return taken
    }
  }

  /// Waits until all parts before are finished, and finishes one by `body`, unless one has failed.
  func finish(_ part: Int, _ body: () throws -> Void) {
    condition.lock()
    // Who took a part before works on it or waits for those before that, so that somebody always goes on.
    while finished < part, failure == nil { condition.wait() }
    let goesOn = failure == nil
    condition.unlock()
    guard goesOn else { return }
    let result = Result { try body() }
    condition.withLock {
      if case .failure(let error) = result { failure = error } else { finished += 1 }
      condition.broadcast()
    }
  }

  /// Ends the work.
  ///
  /// - Throws: what the first `body` threw.
  func end() throws { if let failure = condition.withLock({ failure }) { throw failure } }
}
