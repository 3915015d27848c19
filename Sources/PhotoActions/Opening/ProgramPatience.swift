import Dispatch
import PhotoFiles
import Synchronization

extension RunningProgram {
  /// How the program ends; `nil` if it runs for longer than `patience`. It is waited for in any case.
  func end(within patience: Duration) async -> ProgramEnd? {
    await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      // Swift's own threads must not wait for a program.
      WorkerThread.start { answer.give(self.wait()) }
      let time = DispatchTimeInterval.milliseconds(Int(patience / .milliseconds(1)))
      DispatchQueue.global().asyncAfter(deadline: .now() + time) { answer.give(nil) }
    }
  }
}

/// Takes the first of several answers to a question.
private final class FirstAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<ProgramEnd?, Never>?>

  init(_ continuation: CheckedContinuation<ProgramEnd?, Never>) { self.continuation = Mutex(continuation) }

  func give(_ end: ProgramEnd?) {
    let waiting = continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: end)
  }
}
