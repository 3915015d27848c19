import PhotoFormats
import SystemPackage

/// Something that a scan could not read, while the rest went on.
public struct ScanProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or folder.
  public let path: FilePath
  /// What happened, and what to do about it if anything helps.
  public let reason: String

  /// The path and the reason, as one line if the path is one.
  public var description: String { "\(String(decoding: path.fileSystemBytes, as: UTF8.self)): \(reason)" }

  /// A problem in words of its own.
  public init(path: FilePath, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// An error of the file system.
  package init(path: FilePath, _ error: Errno) {
    self.path = path
    reason =
      switch error {
      case .noSuchAddressOrDevice: "not a file"
      case .fileNameTooLong: "the path is too long for the system; begin further down"
      case .permissionDenied, .notPermitted: "permission denied; check who may read it"
      case .noSuchFileOrDirectory: "no such file or folder"
      case .tooManySymbolicLinkLevels: "the symbolic link leads back to itself"
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many open files; raise the limit with ulimit -n"
      case .ioError: "input/output error; check the disk or the connection"
      case .staleNFSFileHandle: "the network file system answers that the file is stale; mount it again"
      default: "\(error)"
      }
  }
}
