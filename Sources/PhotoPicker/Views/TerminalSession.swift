import Foundation
import SystemPackage

/// The terminal session that a process belongs to.
///
/// It is named by its leader, usually the shell, by when that started, which tells it from a later process of the same
/// number, and by the system where such numbers count. Where the leader cannot be seen, as in a container that was
/// entered from outside (pid_namespaces(7): the session is then 0), the oldest ancestor that can be seen stands for it.
public struct TerminalSession: Sendable, Hashable {
  /// What names the session, fit for a file name: leader, start and system.
  public let identifier: String

  /// A session of that name.
  public init(identifier: String) { self.identifier = identifier }

  /// The session of this process.
  public static var current: TerminalSession { TerminalSession(of: getpid(), in: ProcessTable()) }

  /// The session of a process.
  init(of process: pid_t, in table: ProcessTable) {
    var leader = process == getpid() ? getsid(0) : table[process]?.session ?? 0
    if leader == 0, table.isReadable { leader = table.oldestAncestor(of: process) }
    identifier = "\(leader)-\(table[leader]?.start ?? "0")-\(table.system)"
  }

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
    if let status = table[leader] { return parts[1] == status.start ? .alive : .ended }
    if !table.isReadable { return kill(leader, 0) == 0 || errno != ESRCH ? .alive : .ended }
    // A leader that has ended, or is hidden, may have left others behind in its session.
    return parts[1] == "0" && table.holdsSession(leader) ? .alive : .ended
  }
}

/// What the system tells of its processes in `/proc` (proc(5)); empty where that is not there, or counts processes as
/// another space of process numbers does.
struct ProcessTable: Sendable {
  private let folder: FilePath

  /// True where processes can be read here at all.
  let isReadable: Bool

  /// The table in a folder.
  init(folder: FilePath = "/proc") {
    self.folder = folder
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: folder.appending("self").string)
    isReadable = own == "\(getpid())"
  }

  /// What is read of a process.
  struct Status: Sendable, Equatable {
    /// The parent; 0 where it cannot be seen.
    var parent: pid_t
    /// The session's leader; 0 where it cannot be seen.
    var session: pid_t
    /// When it started, in clock ticks after the boot.
    var start: String
  }

  /// The status of a process; `nil` where it cannot be seen.
  subscript(process: pid_t) -> Status? {
    guard isReadable, process > 0, let bytes = contents("\(process)/stat"),
      // The command's name may hold blanks and brackets, so fields are counted behind the last bracket.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: bytes[end...].dropFirst(), as: UTF8.self).split(separator: " ")
    guard fields.count > 19, let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
      UInt64(fields[19]) != nil
    else { return nil }
    return Status(parent: parent, session: session, start: String(fields[19]))
  }

  /// The process itself, or the furthest of its parents that can be seen in the same session.
  func oldestAncestor(of process: pid_t) -> pid_t {
    var oldest = process
    // A table that changes meanwhile could lead in circles.
    for _ in 0..<1_000 {
      guard let child = self[oldest], let parent = self[child.parent], parent.session == child.session else {
        break
      }
      oldest = child.parent
    }
    return oldest
  }

  /// True where some process belongs to a session.
  func holdsSession(_ leader: pid_t) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    return names.contains { name in pid_t(name).flatMap { self[$0] }?.session == leader }
  }

  /// The boot of the machine and the space of process numbers (namespaces(7)), fit for a file name.
  var system: String {
    let boot = contents("sys/kernel/random/boot_id").map { String(decoding: $0.prefix(8), as: UTF8.self) }
    let space = try? FileManager.default.destinationOfSymbolicLink(
      atPath: folder.appending("self/ns/pid").string)
    let name = "\(boot ?? "")\(space?.filter(\.isNumber) ?? "")"
    return name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: folder.appending(name).string)
  }
}
