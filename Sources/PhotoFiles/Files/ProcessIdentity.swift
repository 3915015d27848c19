import SystemPackage

/// The process to which a file belongs: the writer, or the shell or script that runs this program.
///
/// The identity consists of the process number, the start time, which distinguishes it from a later process that reuses
/// the number, and the scope of process numbers.
public struct ProcessIdentity: Sendable, Hashable {
  /// Number, start and scope, valid in a file name.
  public let identifier: String

  public init(identifier: String) { self.identifier = identifier }

  package static var own: ProcessIdentity { ProcessIdentity(getpid(), in: ProcessTable()) }

  package init(_ process: pid_t, in table: ProcessTable) {
    self.init(process, start: table[process]?.start ?? Self.unknownStart, in: table)
  }

  private init(_ process: pid_t, start: String, in table: ProcessTable) {
    identifier = "\(process)-\(start)-\(table.system)"
  }

  /// The start time of a process that is hidden or no longer runs.
  private static let unknownStart = "0"

  /// What is known about the state of a process.
  package enum Life: Sendable {
    case alive
    case ended
    case unknown
  }

  package func life(in table: ProcessTable = ProcessTable()) -> Life {
    let parts = identifier.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let process = pid_t(parts[0]), process > 0, parts[2] == table.system else {
      return .unknown
    }
    if !table.isReadable { return kill(process, 0) == 0 || errno != ESRCH ? .alive : .ended }
    if parts[1] != Self.unknownStart {
      guard let start = table[process]?.start else { return table.isHidden(process) ? .alive : .ended }
      return start == String(parts[1]) ? .alive : .ended
    }
    // A session may continue after its leader has exited.
    return table.sessions.contains(process) ? .alive : .ended
  }
}
