import SystemPackage

/// A process that files belong to: one that writes them, or a shell or script that runs this program.
///
/// It is named by its number, by when it started, which tells it from a later process of the same number, and by the
/// system where such numbers count.
public struct ProcessIdentity: Sendable, Hashable {
  /// Number, start and system, fit for a file name.
  public let identifier: String

  /// A process of that name.
  public init(identifier: String) { self.identifier = identifier }

  package static var own: ProcessIdentity { ProcessIdentity(getpid(), in: ProcessTable()) }

  package init(_ process: pid_t, in table: ProcessTable) {
    self.init(process, start: table[process]?.start ?? Self.unknownStart, in: table)
  }

  private init(_ process: pid_t, start: String, in table: ProcessTable) {
    identifier = "\(process)-\(start)-\(table.system)"
  }

  /// Stands for the start of a process that has ended or is hidden.
  private static let unknownStart = "0"

  /// Whether a process goes on, as far as can be told from here.
  package enum Life: Sendable {
    case alive
    case ended
    /// It belongs to another machine, container or boot.
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
    // The leader of a session that has ended may have left others behind in it.
    return table.sessions.contains(process) ? .alive : .ended
  }
}
