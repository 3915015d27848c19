import SystemPackage

/// The processes of the system, from `/proc` (proc(5)) or, on macOS, sysctl(3); empty if the system shows none.
package final class ProcessTable {
  private let folder: FilePath?

  /// This program's number in the table; `nil` if the table is unreadable.
  package let own: pid_t?

  package var isReadable: Bool { own != nil }

  /// The boot of the machine and the PID namespace (namespaces(7)), valid in a file name.
  package let system: String

  package convenience init() {
    #if canImport(Darwin)
      self.init(folder: nil)
    #else
      self.init(folder: "/proc")
    #endif
  }

  package init(folder: FilePath?) {
    self.folder = folder
    guard let folder else {
      own = getpid()
      system = Self.fitForFileName(KernelProcesses.boot)
      return
    }
    func target(of name: String) -> String? { folder.appending(name).linkTarget?.string }
    own = target(of: "self").flatMap { pid_t($0) }
    let boot = (try? folder.appending("sys/kernel/random/boot_id").contents(limit: 4096)) ?? []
    let counted = own == getpid() ? "" : "other"
    system = Self.fitForFileName(
      "\(String(decoding: boot.prefix(8), as: UTF8.self))\(target(of: "self/ns/pid") ?? "")\(counted)")
  }

  private static func fitForFileName(_ text: String) -> String {
    text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The parts of a status that identify the origin.
  package struct Status: Sendable, Equatable {
    package var parent: pid_t
    /// The session leader, or 0 if it is invisible.
    package var session: pid_t
    /// The start time: clock ticks after the boot, on macOS microseconds after 1970.
    package var start: String
    /// The name of the program, up to 15 bytes.
    package var name: String
  }

  package subscript(process: pid_t) -> Status? {
    guard process > 0 else { return nil }
    guard let folder else { return KernelProcesses.status(of: process) }
    guard let bytes = try? folder.appending("\(process)/stat").contents(limit: 1 << 20),
      // The name may contain spaces and brackets, so fields are counted after the last bracket.
      let end = bytes.lastIndex(of: UInt8(ascii: ")")),
      let begin = bytes[..<end].firstIndex(of: UInt8(ascii: "("))
    else { return nil }
    let fields = String(decoding: bytes[end...].dropFirst(), as: UTF8.self).split(separator: " ")
    guard fields.count > 19, let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
      UInt64(fields[19]) != nil
    else { return nil }
    let name = String(decoding: bytes[(begin + 1)..<end], as: UTF8.self)
    return Status(parent: parent, session: session, start: String(fields[19]), name: name)
  }

  /// Whether this program is in `/proc` under its own number (proc(5)); `/proc` may be missing or belong to another PID
  /// namespace. Always `true` on macOS, which has no `/proc`.
  package static var showsThisProcess: Bool {
    #if canImport(Darwin)
      true
    #else
      FilePath("/proc/self").linkTarget == FilePath("\(getpid())")
    #endif
  }

  /// Returns whether the table hides a running process, such as one of another user (proc(5), hidepid).
  package func isHidden(_ process: pid_t) -> Bool {
    folder == "/proc" && self[process] == nil && (kill(process, 0) == 0 || errno != ESRCH)
  }

  /// Returns the ancestors of a process in the same session, the nearest first. Hidden processes are omitted.
  package func ancestors(of process: pid_t) -> [pid_t] {
    var ancestors = [pid_t]()
    var child = process
    // A table that changes meanwhile could contain a cycle.
    while ancestors.count < 1_000, let status = self[child], let parent = self[status.parent],
      parent.session == status.session
    {
      child = status.parent
      ancestors.append(child)
    }
    return ancestors
  }

  package private(set) lazy var sessions: Set<pid_t> = {
    let names = folder.flatMap { try? OpenFolder($0).names() } ?? []
    return Set(names.compactMap { name in pid_t(name.text).flatMap { self[$0] }?.session })
  }()
}

/// The process table of macOS (sysctl(3)); empty elsewhere.
private enum KernelProcesses {
  static var boot: String {
    #if canImport(Darwin)
      var text = [CChar](repeating: 0, count: 64)
      var size = text.count
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return "" }
      return String(decoding: text.prefix { $0 != 0 }.prefix(8).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return ""
    #endif
  }

  static func status(of process: pid_t) -> ProcessTable.Status? {
    #if canImport(Darwin)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
      let start = info.kp_proc.p_un.__p_starttime
      return ProcessTable.Status(
        parent: info.kp_eproc.e_ppid, session: max(0, getsid(process)),
        start: String(Int64(start.tv_sec) * 1_000_000 + Int64(start.tv_usec)),
        name: withUnsafeBytes(of: info.kp_proc.p_comm) { text in
          String(decoding: text.prefix { $0 != 0 }.prefix(15), as: UTF8.self)
        })
    #else
      return nil
    #endif
  }
}
