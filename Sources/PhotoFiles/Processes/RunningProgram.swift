import CFileSystem
import Synchronization
import SystemPackage

/// A program that was started in its own session. The caller must wait for it, since it stays in the process table
/// until then.
package final class RunningProgram: Sendable {
  private let process: pid_t
  private let end = Mutex<ProgramEnd?>(nil)

  init(_ process: pid_t) { self.process = process }

  /// The identity of the program, valid until `wait()` is called.
  package var identity: ProcessIdentity { ProcessIdentity(process, in: ProcessTable()) }

  @discardableResult
  package func wait() -> ProgramEnd {
    var found = process_end()
    if let known = end.withLock({ $0 }) { return known }
    _ = process_await(process, false, &found)
    // The lock ensures that no signal reaches a program that reuses the process number.
    return end.withLock { end in
      if let known = end { return known }
      let error = process_await(process, true, &found)
      let result = error == 0 ? ProgramEnd(found) : .unknown(Errno(rawValue: error))
      end = result
      return result
    }
  }

  /// Sends a signal to the program and its children, unless it has ended.
  package func signal(_ number: Int32) {
    end.withLock { end in
      if end == nil { kill(-process, number) }
    }
  }
}
