import PhotoFiles
import Synchronization
import Testing

struct BoundedQueueTests {
  @Test func `elements arrive in order, a bounded number ahead`() async throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    let sent = Mutex(0)
    WorkerThread.start {
      for number in 0..<1000 {
        try? queue.send(number)
        sent.withLock { $0 += 1 }
      }
      queue.finish()
    }
    var received: [Int] = []
    while let number = try await queue.next() {
      #expect(sent.withLock { $0 } <= received.count + 5)
      received.append(number)
    }
    #expect(received == Array(0..<1000))
  }

  @Test func `an error follows the elements before it`() async throws {
    struct Broken: Error {}
    let queue = BoundedQueue<Int>(capacity: 3)
    try queue.send(1)
    queue.finish(throwing: Broken())
    #expect(try await queue.next() == 1)
    await #expect(throws: Broken.self) { try await queue.next() }
  }

  @Test func `a receiver is cancelled while it waits, and the sender then fails`() async throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    let task = Task { try await queue.next() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(throws: CancellationError.self) { for number in 0..<3 { try queue.send(number) } }
  }
}

struct ArrivingElementsTests {
  @Test func `results are passed on while the next element is awaited`() async throws {
    let queue = BoundedQueue<Int>(capacity: 8)
    try queue.send(0)
    var (seen, waits) = ([Int](), 0)
    try await WorkerPool.using(threadCount: 2) { pool in
      try await pool.map(arriving: { try await queue.next() }) {
        $0 * 2
      } _: { double in
        seen.append(double)
        // The next element depends on the result of the previous one.
        if seen.count < 100 { try queue.send(seen.count) } else { queue.finish() }
      } whenWaiting: {
        waits += 1
      }
    }
    #expect(seen == (0..<100).map { $0 * 2 })
    #expect(waits == 100)
  }

  @Test func `results keep the order of the elements`() async throws {
    let queue = BoundedQueue<Int>(capacity: 600)
    for number in 0..<500 { try queue.send(number) }
    queue.finish()
    var seen: [Int] = []
    try await WorkerPool.using(threadCount: 4) { pool in
      try await pool.map(arriving: { try await queue.next() }, ahead: 7) { number in
        if number % 50 == 0 { usleep(2000) }
        return number
      } _: {
        seen.append($0)
      } whenWaiting: {
      }
    }
    #expect(seen == Array(0..<500))
  }

  @Test func `the results before an error of the source are passed on`() async throws {
    struct Broken: Error {}
    let queue = BoundedQueue<Int>(capacity: 100)
    for number in 0..<50 { try queue.send(number) }
    queue.finish(throwing: Broken())
    let seen = Mutex(0)
    await #expect(throws: Broken.self) {
      try await WorkerPool.using(threadCount: 4) { pool in
        try await pool.map(arriving: { try await queue.next() }) { number in
          usleep(100)
          return number
        } _: { _ in
          seen.withLock { $0 += 1 }
        } whenWaiting: {
        }
      }
    }
    #expect(seen.withLock { $0 } == 50)
  }

  @Test func `an error of the receiver ends the work although the source waits`() async throws {
    struct Stop: Error {}
    let queue = BoundedQueue<Int>(capacity: 1)
    try queue.send(1)
    await #expect(throws: Stop.self) {
      try await WorkerPool.using(threadCount: 2) { pool in
        try await pool.map(arriving: { try await queue.next() }) {
          $0
        } _: { _ in
          throw Stop()
        } whenWaiting: {
        }
      }
    }
  }
}
