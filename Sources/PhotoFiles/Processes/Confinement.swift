import CFileSystem

/// Restrictions that a program applies to itself before it reads untrusted data.
///
/// A program calls `begin`, loads libraries, and calls `complete`. From then on, hostile data that takes control of it can
/// use the open files, the processor and a limited amount of memory, but none of the user's other rights.
package enum Confinement {
  /// Closes all files but the standard streams, and gives up writing files, dumping core and handling signals.
  package static func begin() { process_confine() }

  /// Gives up the rights of the user, for good, as far as the kernel supports it (Linux): opening files, the network, other
  /// processes, executable memory, and more than `bytes` of additional memory.
  package static func complete(memory bytes: UInt64) {
    process_limit_memory(bytes, true)
    _ = process_drop_privileges()
    _ = process_deny_files()
    _ = process_filter_calls()
  }

  /// The size of the writable memory after `begin`, in bytes; 0 if it is unknown.
  package static var memory: UInt64 { process_memory() }

  /// Allows `bytes` more memory than is in use (Linux), within the limit of `complete`.
  package static func limitMemory(to bytes: UInt64) { process_limit_memory(bytes, false) }

  /// Sends `SIGPROF` to this program once it has used an amount of processor time from now; `nil` removes the timer.
  package static func limitProcessorTime(to limit: Duration?) {
    process_limit_time(limit.map { UInt64(max($0, .milliseconds(1)) / .milliseconds(1)) } ?? 0)
  }

  /// Whether standard input is a socket, as in a decoding helper.
  package static var isConnected: Bool { process_has_socket(0) }
}
