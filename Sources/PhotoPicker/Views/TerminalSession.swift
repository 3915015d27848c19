import PhotoFiles

/// The terminal session that a process belongs to.
///
/// It is named by its leader, usually the shell, by when that started, which tells it from a later process of the same
/// number, and by the system where such numbers count. If the leader cannot be seen, as in a container that was
/// entered from outside (pid_namespaces(7): the session is then 0), the oldest ancestor that can be seen stands for it.
public struct TerminalSession: Sendable, Hashable {
  /// The name of the session, fit for a file name: leader, start and system.
  public let identifier: String

  /// A session of that name.
  public init(identifier: String) { self.identifier = identifier }

  /// The session of this process.
  public static var current: TerminalSession {
    let table = ProcessTable()
    return TerminalSession(of: table.own, in: table)
  }

  /// The session of a process; `nil` is this one if the table tells nothing.
  init(of process: pid_t?, in table: ProcessTable) {
    var leader = process.flatMap { table[$0]?.session } ?? getsid(0)
    if leader == 0, let process {
      let oldest = table.oldestAncestor(of: process)
      // Commands that were all started from outside, without a shell, are one session.
      if oldest != process { leader = oldest }
    }
    identifier = "\(leader)-\(table[leader]?.start ?? Self.unknownStart)-\(table.system)"
  }

  /// Stands for the start of a leader that has ended or is hidden.
  private static let unknownStart = "0"

  /// Whether a session goes on, as far as can be told from here.
  enum Life: Sendable {
    case alive
    case ended
    /// It belongs to another machine, container or boot.
    case unknown
  }

  /// Whether the session goes on.
  func life(in table: ProcessTable = ProcessTable()) -> Life {
    let parts = identifier.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let leader = pid_t(parts[0]), leader > 0, parts[2] == table.system else {
      return .unknown
    }
    if !table.isReadable { return kill(leader, 0) == 0 || errno != ESRCH ? .alive : .ended }
    if parts[1] != Self.unknownStart { return table[leader]?.start == String(parts[1]) ? .alive : .ended }
    // A leader that has ended may have left others behind in its session.
    return table.sessions.contains(leader) ? .alive : .ended
  }
}
