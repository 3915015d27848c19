import PhotoFiles

/// The processes whose views a command may use: itself, its ancestors, and its session.
///
/// Only processes in the same session count, so commands in a terminal never use a view of the process that opened the
/// terminal. If the session leader is invisible, as in a container entered from outside (pid_namespaces(7): session
/// 0), the oldest known ancestor replaces it.
public struct ProcessLineage: Sendable, Hashable {
  /// The owner of this command's view: the parent process, usually a shell or script. Skips wrappers such as
  /// timeout(1), which terminate with the command.
  public let owner: ProcessIdentity
  /// The current process, which may have replaced a shell, then the ancestors from the nearest, then the session.
  public let nearestFirst: [ProcessIdentity]

  public static var current: ProcessLineage {
    let table = ProcessTable()
    guard let own = table.own else { return ProcessLineage(withoutStartsIn: table) }
    return ProcessLineage(of: own, in: table)
  }
}

extension ProcessLineage {
  /// Wrappers that run commands for the caller.
  private static let runners: Set<String> = [
    "doas", "flock", "gtime", "gtimeout", "ltrace", "strace", "sudo", "time", "timeout", "unshare", "xargs",
  ]

  init(of process: pid_t, in table: ProcessTable) {
    let own = ProcessIdentity(process, in: table)
    let ancestors = table.ancestors(of: process)
    let status = table[process]
    var leader = status?.session ?? getsid(0)
    // Commands started from outside, not through a shell, share one session.
    if leader == 0, let oldest = ancestors.last { leader = oldest }
    let session = ProcessIdentity(leader, in: table)
    let parents = ancestors.map { ProcessIdentity($0, in: table) }
    let isRunner = ancestors.map { table[$0].map { Self.runners.contains($0.name) } ?? false }
    if let parent = isRunner.firstIndex(of: false).map({ parents[$0] }) ?? parents.first {
      owner = parent
    } else {
      // The parent is in another session: it was never the shell of this command, or orphaned it.
      owner = status.flatMap { table[$0.parent] } == nil ? session : own
    }
    nearestFirst = ([own] + parents + [session]).uniqued()
  }

  /// Creates the lineage if the system only provides process IDs.
  init(withoutStartsIn table: ProcessTable) {
    let session = ProcessIdentity(getsid(0), in: table)
    let parent = getppid()
    let isInSession = parent > 0 && getsid(parent) == getsid(0)
    owner = isInSession ? ProcessIdentity(parent, in: table) : session
    // The ID of the process may have belonged to any earlier shell.
    nearestFirst = [owner, session].uniqued()
  }
}
