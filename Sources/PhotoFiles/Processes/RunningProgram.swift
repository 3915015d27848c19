import CFileSystem
import Synchronization
import SystemPackage

/// A program that was started in a session of its own. It has to be waited for: until then it stays in the process
/// table.
package final class RunningProgram: Sendable {
  private let process: pid_t
  /// How it has ended; set once its number may belong to another process.
  private let end = Mutex<ProgramEnd?>(nil)

  init(_ process: pid_t) { self.process = process }

  /// The identity by which other processes know the program; it has to be read before the program is waited for.
  package var identity: ProcessIdentity { ProcessIdentity(process, in: ProcessTable()) }

  @discardableResult
  package func wait() -> ProgramEnd {
    var found = process_end()
    if let known = end.withLock({ $0 }) { return known }
    _ = process_await(process, false, &found)
    // It is reaped under the lock, so that no signal goes to another process.
    return end.withLock { end in
      if let known = end { return known }
      let error = process_await(process, true, &found)
      let result = error == 0 ? ProgramEnd(found) : .unknown(Errno(rawValue: error))
      end = result
      return result
    }
  }

  /// Sends a signal to the program and those that it started; nothing once it has ended.
  package func signal(_ number: Int32) {
    end.withLock { end in
      if end == nil { kill(-process, number) }
    }
  }
}
