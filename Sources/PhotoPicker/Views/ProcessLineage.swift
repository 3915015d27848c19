import PhotoFiles

/// The processes whose views a command may use: itself, those it comes from, and its session.
///
/// Only those count that are in the same session: what a terminal runs never takes a view of the program that opened
/// the terminal. If a session's leader cannot be seen, as in a container that was entered from outside
/// (pid_namespaces(7): the session is then 0), the oldest ancestor that can be seen stands for it.
public struct ProcessLineage: Sendable, Hashable {
  /// The owner of the view that this command shows: its parent process, usually a shell or a script. Programs that only
  /// run a command, such as timeout(1), are passed over: they end with it.
  public let owner: ProcessIdentity
  /// The process itself, since a shell may replace itself by its last command; then its ancestors, the nearest first;
  /// then its session.
  public let nearestFirst: [ProcessIdentity]

  public static var current: ProcessLineage {
    let table = ProcessTable()
    guard let own = table.own else { return ProcessLineage(withoutStartsIn: table) }
    return ProcessLineage(of: own, in: table)
  }
}

extension ProcessLineage {
  /// Programs that run one command, or one command several times, on behalf of who started them.
  private static let runners: Set<String> = [
    "doas", "flock", "gtime", "gtimeout", "ltrace", "strace", "sudo", "time", "timeout", "unshare", "xargs",
  ]

  init(of process: pid_t, in table: ProcessTable) {
    let own = ProcessIdentity(process, in: table)
    let ancestors = table.ancestors(of: process)
    let status = table[process]
    var leader = status?.session ?? getsid(0)
    // Commands that were all started from outside, without a shell, are one session.
    if leader == 0, let oldest = ancestors.last { leader = oldest }
    let session = ProcessIdentity(leader, in: table)
    let parents = ancestors.map { ProcessIdentity($0, in: table) }
    let isRunner = ancestors.map { table[$0].map { Self.runners.contains($0.name) } ?? false }
    if let parent = isRunner.firstIndex(of: false).map({ parents[$0] }) ?? parents.first {
      owner = parent
    } else {
      // A parent in another session has left this process to itself, or was never its shell.
      owner = status.flatMap { table[$0.parent] } == nil ? session : own
    }
    nearestFirst = Self.distinct([own] + parents + [session])
  }

  /// The lineage of this process if the system tells nothing of processes but their numbers.
  init(withoutStartsIn table: ProcessTable) {
    let session = ProcessIdentity(getsid(0), in: table)
    let parent = getppid()
    let isInSession = parent > 0 && getsid(parent) == getsid(0)
    owner = isInSession ? ProcessIdentity(parent, in: table) : session
    // The process's own number may have been that of any shell before.
    nearestFirst = Self.distinct([owner, session])
  }

  private static func distinct(_ identities: [ProcessIdentity]) -> [ProcessIdentity] {
    var seen = Set<ProcessIdentity>()
    return identities.filter { seen.insert($0).inserted }
  }
}
