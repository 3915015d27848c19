import PhotoFiles
import SystemPackage

/// The processes that the system lists in `/proc` (proc(5)); empty if that is not there.
final class ProcessTable {
  private let folder: FilePath

  /// This process in the table, which may count otherwise than the process itself; `nil` if the table tells nothing.
  let own: pid_t?

  /// True if processes can be read here at all.
  var isReadable: Bool { own != nil }

  /// The boot of the machine and the space of process numbers (namespaces(7)), fit for a file name.
  let system: String

  /// The table in a folder.
  init(folder: FilePath = "/proc") {
    self.folder = folder
    func target(of name: String) -> String? { folder.appending(name).linkTarget?.string }
    own = target(of: "self").flatMap { pid_t($0) }
    let boot = (try? folder.appending("sys/kernel/random/boot_id").contents(limit: 4096)) ?? []
    let counted = own == getpid() ? "" : "other"
    system =
      "\(String(decoding: boot.prefix(8), as: UTF8.self))\(target(of: "self/ns/pid") ?? "")\(counted)"
      .filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The parts of a process's status that name its session.
  struct Status: Sendable, Equatable {
    /// The parent; 0 if it cannot be seen.
    var parent: pid_t
    /// The session's leader; 0 if it cannot be seen.
    var session: pid_t
    /// When it started, in clock ticks after the boot.
    var start: String
  }

  /// The status of a process; `nil` if it cannot be seen.
  subscript(process: pid_t) -> Status? {
    guard process > 0, let bytes = contents("\(process)/stat"),
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

  /// The sessions of all processes that can be seen.
  private(set) lazy var sessions: Set<pid_t> = {
    let names = (try? OpenFolder(folder).names()) ?? []
    return Set(names.compactMap { name in pid_t(name.text).flatMap { self[$0] }?.session })
  }()

  private func contents(_ name: String) -> [UInt8]? {
    try? folder.appending(name).contents(limit: 1 << 20)
  }
}
