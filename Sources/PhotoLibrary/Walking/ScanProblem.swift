import PhotoFiles
import PhotoFormats
import SystemPackage

/// A file or folder that a scan couldn't read. The scan continues.
public struct ScanProblem: Error, Sendable, Hashable, CustomStringConvertible {
  public let path: FilePath
  /// The reason, and advice where possible.
  public let reason: String
  private let kind: Kind

  private enum Kind {
    case problem
    case missing
    case ofServer
    case remark
    case otherLink
    case systemFolder
    case inTransit
  }

  /// Whether the problem is only a remark, such as a symbolic link without a target.
  var isRemark: Bool {
    switch kind {
    case .remark, .otherLink, .systemFolder, .inTransit: true
    case .problem, .missing, .ofServer: false
    }
  }

  /// A Boolean value indicating whether the problem is a skipped system folder.
  package var isSystemFolder: Bool { kind == .systemFolder }

  /// A Boolean value indicating whether the problem is a skipped download or backup copy.
  package var isInTransit: Bool { kind == .inTransit }

  /// Whether a root or the target of its symbolic link doesn't exist.
  public var isMissing: Bool { kind == .missing }

  /// A Boolean value indicating a symbolic link to a folder that the policy excludes.
  package var isLinkNotFollowed: Bool { kind == .otherLink }

  /// Whether the problem concerns a server, and so all its files.
  package var isOfServer: Bool { kind == .ofServer }

  public var description: String { "\(String(decoding: path.fileSystemBytes, as: UTF8.self)): \(reason)" }

  public init(path: FilePath, reason: String) { self.init(path, reason, .problem) }

  private init(_ path: FilePath, _ reason: String, _ kind: Kind) {
    self.path = path
    self.reason = reason
    self.kind = kind
  }

  package func worded(_ reason: String) -> ScanProblem { ScanProblem(path, reason, kind) }

  static func remark(_ path: FilePath, _ reason: String) -> ScanProblem {
    ScanProblem(path, reason, .remark)
  }

  static func systemFolder(_ path: FilePath) -> ScanProblem {
    ScanProblem(path, "skipped, since it is a system folder", .systemFolder)
  }

  static func inTransit(_ path: FilePath) -> ScanProblem {
    ScanProblem(path, "skipped, since it is an incomplete download or a backup copy", .inTransit)
  }

  static func otherLink(_ path: FilePath) -> ScanProblem {
    ScanProblem(path, "the symbolic link points outside the searched folders", .otherLink)
  }

  /// Creates the problem of an unresolvable symbolic link; a remark if its target is missing.
  static func link(_ path: FilePath, _ error: Errno) -> ScanProblem {
    switch error {
    case .noSuchFileOrDirectory, .notDirectory: remark(path, "the target of the symbolic link does not exist")
    case .tooManySymbolicLinkLevels: remark(path, "the symbolic link points to itself")
    default: ScanProblem(path: path, error)
    }
  }

  static func passedOver(sidecar path: FilePath, _ reason: String) -> ScanProblem {
    remark(path, "the sidecar is ignored: \(reason)")
  }

  static func passedOver(sidecar path: FilePath, _ error: Errno) -> ScanProblem {
    passedOver(sidecar: path, ScanProblem(path: path, error).reason)
  }

  package init(path: FilePath, _ error: Errno) {
    let reason = RemoteFiles.reason(for: path) ?? Self.reason(for: error)
    let kind: Kind =
      switch error {
      case .noSuchFileOrDirectory: .missing
      case _ where path.isRemote && RemoteError.isOfServer(error): .ofServer
      default: .problem
      }
    self.init(path, reason, kind)
  }

  private static func reason(for error: Errno) -> String {
    switch error {
    case .noSuchAddressOrDevice: "not a file"
    case .fileNameTooLong: "the path is too long for the system; begin further down"
    case .permissionDenied, .notPermitted: "permission denied; check who may read it"
    case .noSuchFileOrDirectory: "no such file or folder"
    case .tooManySymbolicLinkLevels: "the symbolic link points to itself"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many open files; raise the limit with ulimit -n"
    case .ioError: "input/output error; check the disk or the connection"
    case .staleNFSFileHandle: "the network file system answers that the file is stale; mount it again"
    default: "\(error)"
    }
  }
}
