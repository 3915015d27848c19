import CFileSystem

/// Limits that a process sets on itself before it works on what strangers made.
package enum Confinement {
  /// Closes all files but the standard streams, and gives up writing files, dumping core and handling signals.
  package static func begin() { process_confine() }

  /// The memory that this process can write to, in bytes; 0 if the system does not tell.
  package static var memory: UInt64 { process_memory() }

  /// Refuses this process more than `bytes` of memory on top of what it has (Linux).
  package static func limitMemory(to bytes: UInt64) { process_limit_memory(bytes) }

  /// Ends this process with `SIGPROF` once it has taken so much processor time from now on; `nil` lifts the limit.
  package static func limitProcessorTime(to limit: Duration?) {
    process_limit_time(limit.map { UInt64(max($0, .milliseconds(1)) / .milliseconds(1)) } ?? 0)
  }

  /// Whether standard input is a socket, as it is for a program that another one started to talk to.
  package static var isConnected: Bool { process_has_socket(0) }
}
