import Dispatch
import PhotoFiles
import SystemPackage
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

extension WorkerPoolTests {
  @Test func `work stays on the pool's threads, even after an await`() async throws {
    @Sendable func isHere(_ thread: pthread_t) -> Bool { pthread_equal(thread, pthread_self()) != 0 }
    @Sendable func here() -> pthread_t { pthread_self() }
    let stayed = await WorkerPool.using(threadCount: 1) { pool in
      await pool.run {
        let thread = here()
        var stayed = true
        for _ in 0..<20 {
          await Task.yield()
          stayed = stayed && isHere(thread)
        }
        return stayed
      }
    }
    #expect(stayed)
  }

  @Test func `work is cancelled with the waiting task`() async {
    let task = Task {
      await WorkerPool.using(threadCount: 1) { pool in
        await pool.run { while !Task.isCancelled { await Task.yield() } }
      }
    }
    task.cancel()
    await task.value
  }
}

struct UserFoldersTests {
  @Test func `variables name folders, relative ones are ignored`() throws {
    let home = UserFolders(environment: ["HOME": "/home/ann", "XDG_CACHE_HOME": "relative"])
    #expect(try home.state == "/home/ann/.local/state/photopick")
    #expect(try home.data == "/home/ann/.local/share/photopick")
    #expect(try home.cache == "/home/ann/.cache/photopick")
    #expect(try home.thumbnails == "/home/ann/.cache/thumbnails")
    #expect(home.runtime == nil)
    #expect(UserFolders(environment: ["XDG_RUNTIME_DIR": "/run/user/1"]).runtime == "/run/user/1/photopick")
    #expect(UserFolders(environment: ["XDG_RUNTIME_DIR": "run"]).runtime == nil)
    let named = UserFolders(environment: ["HOME": "/home/ann", "XDG_CACHE_HOME": "/fast"])
    #expect(try named.cache == "/fast/photopick")
    #expect(try named.thumbnails == "/fast/thumbnails")
  }

  @Test func `folder names need not be UTF-8`() throws {
    let strange = FilePath(fileSystemBytes: Array("/tmp/h".utf8) + [0xE9])
    let home = UserFolders { $0 == "HOME" ? strange : nil }
    #expect(try home.home == strange)
    #expect(try home.state == strange.appending(".local/state/photopick"))
    let cache = UserFolders { $0 == "XDG_CACHE_HOME" ? strange : "/home/ann" }
    #expect(try cache.cache == strange.appending("photopick"))
    #expect(try cache.thumbnails == strange.appending("thumbnails"))
  }

  @Test func `without HOME the password file is used, and a relative HOME is an error`() throws {
    let entry = try #require(getpwuid(getuid()))
    let home = FilePath(platformString: try #require(entry.pointee.pw_dir))
    for environment in [[:], ["HOME": ""], ["HOME": "", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "."]] {
      let folders = UserFolders(environment: environment)
      #expect(try folders.home == home)
      #expect(try folders.data == home.pushing(".local/share/photopick"))
      #expect(try folders.thumbnails == home.pushing(".cache/thumbnails"))
    }
    let relative = UserFolders(environment: ["HOME": "here", "XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "s"])
    #expect(try relative.data == "/data/photopick")
    #expect(throws: HomeUnknown.relative("here")) { try relative.state }
    #expect(throws: HomeUnknown.relative("here")) { try relative.thumbnails }
  }
}
