/// The event stream of the page (HTML, "Server-sent events"): the picker's state at the start and after each change.
struct EventBytes: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  typealias Failure = any Error

  /// The heartbeat interval, which lets both sides detect a broken connection.
  private static let pace = Duration.seconds(10)

  let board: PageBoard

  func makeAsyncIterator() -> Iterator {
    let (beats, beat) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let changes = board.changes()
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in changes { beat.yield(true) }
          beat.finish()
        }
        group.addTask {
          while (try? await Task.sleep(for: Self.pace)) != nil { beat.yield(false) }
        }
        await group.next()
        group.cancelAll()
      }
    }
    beat.onTermination = { _ in task.cancel() }
    return Iterator(board: board, beats: beats.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let board: PageBoard
    fileprivate var beats: AsyncStream<Bool>.AsyncIterator
    fileprivate var last: [UInt8] = []

    mutating func next() async throws -> [UInt8]? {
      guard await beats.next() != nil else { return nil }
      let status = try PageStatus(board.notice).json
      guard status != last else { return Array(": still here\n\n".utf8) }
      last = status
      return Array("event: state\ndata: ".utf8) + status + [10, 10]
    }
  }
}
