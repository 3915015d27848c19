import Dispatch
import PhotoFiles
import Synchronization
import Testing

struct WorkerPoolTests {
  @Test func `results come in the order of the elements, a bounded number ahead`() async throws {
    let underWay = Mutex(0)
    let most = Mutex(0)
    var seen: [Int] = []
    try await WorkerPool.using(threadCount: 4) { pool in
      try await pool.map(0..<500, ahead: 7) { number in
        let now = underWay.withLock { count in
          count += 1
          return count
        }
        most.withLock { $0 = max($0, now) }
        if number % 50 == 0 { usleep(2000) }
        return number * 2
      } _: { number, double in
        #expect(double == number * 2)
        underWay.withLock { $0 -= 1 }
        seen.append(number)
      }
    }
    #expect(seen == Array(0..<500))
    #expect(most.withLock { $0 } <= 7)
  }

  @Test func `the first error ends the work`() async throws {
    struct Stop: Error {}
    let started = Mutex(0)
    await #expect(throws: Stop.self) {
      try await WorkerPool.using(threadCount: 2) { pool in
        _ = try await pool.map(Array(0..<10_000)) { number in
          started.withLock { $0 += 1 }
          if number == 3 { throw Stop() }
          return number
        }
      }
    }
    #expect(started.withLock { $0 } < 1000)
  }

  @Test func `a cancelled task ends the work`() async throws {
    let started = Mutex(0)
    let task = Task {
      try await WorkerPool.using(threadCount: 2) { pool in
        try await pool.map(0..<1_000_000) { _ in
          started.withLock { $0 += 1 }
          usleep(1000)
        } _: { _, _ in
        }
      }
    }
    while started.withLock({ $0 }) == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(started.withLock { $0 } < 1_000_000)
  }

  @Test func `work that waits for tasks does not keep Swift's own pool from running them`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let opener = Task { for _ in 0..<8 { gate.signal() } }
    let passed = try await WorkerPool.using(threadCount: 8) { pool in
      try await pool.map(Array(0..<8)) { _ in
        gate.wait()
        return true
      }
    }
    await opener.value
    #expect(passed.count == 8)
  }
}

struct UserFoldersTests {
  @Test func `variables name folders, relative ones are ignored`() {
    let home = UserFolders(environment: ["HOME": "/home/ann", "XDG_CACHE_HOME": "relative"])
    #expect(home.state == "/home/ann/.local/state/photopick")
    #expect(home.data == "/home/ann/.local/share/photopick")
    #expect(home.cache == "/home/ann/.cache/photopick")
    #expect(home.thumbnails == "/home/ann/.cache/thumbnails")
    let named = UserFolders(environment: ["HOME": "/home/ann", "XDG_CACHE_HOME": "/fast"])
    #expect(named.cache == "/fast/photopick")
    #expect(named.thumbnails == "/fast/thumbnails")
    #expect(UserFolders(environment: [:]).thumbnails == nil)
  }
}
