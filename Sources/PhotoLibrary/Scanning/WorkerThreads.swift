import Foundation
import Synchronization

/// Threads for tasks that wait for a disk or a network file system.
///
/// Swift's own threads are as many as there are cores and must not wait; a scan over a network is fast only
/// where more reads are under way than that. Tasks given this executor as preference run here.
package final class WorkerThreads: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  /// How many threads there are.
  let threadCount: Int

  /// How many threads keep a disk or a network file system busy.
  static var usualCount: Int { max(4, 2 * ProcessorCount.available) }

  /// Starts `count` threads, which end after `finish()`.
  package init(count: Int) {
    threadCount = count
    for _ in 0..<count {
      let thread = Thread { [self] in run() }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    available.signal()
  }

  /// Ends the threads once the jobs that are waiting have run.
  package func finish() {
    state.withLock { $0.isFinished = true }
    for _ in 0..<threadCount { available.signal() }
  }

  private func run() {
    while true {
      available.wait()
      let (job, isFinished) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isFinished)
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if isFinished {
        return
      }
    }
  }
}
