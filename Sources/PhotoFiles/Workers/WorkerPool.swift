import CFileSystem
import Dispatch
import Synchronization
import SystemPackage

/// Threads for work that takes long or blocks on a disk or a network file system.
///
/// Swift has one thread for each core, which must not block. A pool is a task executor: tasks with it as their
/// preference run on these threads. Most work uses the ordered map.
///
///     try await WorkerPool.using { pool in
///       try await pool.map(photos, { decode($0) }) { photo, picture in show(picture) }
///     }
package final class WorkerPool: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    var isFinished = false

    mutating func take() -> UnownedJob? {
      guard next < jobs.count else { return nil }
      defer {
        next += 1
        if next == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          next = 0
        }
      }
      return jobs[next]
    }
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  package let threadCount: Int

  /// The number of processors available to this program, at least 1.
  package static var processorCount: Int { Int(processor_count()) }

  /// A Boolean value indicating whether 256 MiB of address space are available: enough for the program, threads and a
  /// few photos.
  ///
  /// A thread reserves address space for the stack, usually 8 MiB. If there is too little, libdispatch, which
  /// starts Swift's threads, retries endlessly, so a program checks this first.
  package static var hasRoomForThreads: Bool { address_limit() >= 256 << 20 }

  /// Uses less address space from now on if it is limited; allocation is slower then.
  package static func spareAddresses() {
    if address_limit() != .max { share_arena() }
  }

  /// The number of threads that keep a disk or a network file system busy, each with a folder and a file open.
  package static var countForFiles: Int { FileDescriptor.share(of: max(4, 2 * processorCount), each: 2) }

  package init(threadCount: Int) {
    self.threadCount = threadCount
    for _ in 0..<threadCount { WorkerThread.start { [self] in run() } }
  }

  /// Runs `body` with a pool that ends afterwards, by default with a thread for each processor.
  package static func using<Result>(
    threadCount: Int = processorCount, isolation: isolated (any Actor)? = #isolation,
    _ body: (WorkerPool) async throws -> Result
  ) async rethrows -> Result {
    let pool = WorkerPool(threadCount: threadCount)
    defer { pool.finish() }
    return try await body(pool)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    available.signal()
  }

  /// Ends the threads after the waiting jobs.
  package func finish() {
    state.withLock { $0.isFinished = true }
    for _ in 0..<threadCount { available.signal() }
  }

  private func run() {
    while true {
      available.wait()
      let (job, isFinished) = state.withLock { ($0.take(), $0.isFinished) }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if isFinished {
        return
      }
    }
  }
}

/// Starts threads for work that blocks endlessly, which no task may do.
package enum WorkerThread {
  package static func start(stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(&thread, &attributes, Work.run, work.toOpaque())
    // Without a thread, the work is delayed.
    if result != 0 { DispatchQueue.global().async { work.takeRetainedValue().body() } }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    #if canImport(Darwin)
      static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { work in
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }
    #else
      static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
      }
    #endif
  }
}

/// A flag that any thread can set, once.
package final class SharedFlag: Sendable {
  private let value = Atomic(false)

  package init() {}

  package var isSet: Bool { value.load(ordering: .acquiring) }

  package func set() { value.store(true, ordering: .releasing) }
}
