import PhotoFiles
import SystemPackage

public enum StoreSource: Sendable {
  case bytes([UInt8])
  case file(FilePath)
  /// An open file or pipe, read from the current offset to the end; the caller closes it.
  case descriptor(FileDescriptor)
}

extension StoreSource {
  var title: String {
    switch self {
    case .bytes: "the data"
    case .file(let path): path.string
    case .descriptor: "standard input"
    }
  }

  /// Returns the permissions of a copy, less the umask: a user who can't read the source can't read
  /// the copy.
  func mode(in store: FilePath) throws(StoreError) -> mode_t {
    let permissions = try attempt("copy \(title) into", store) { () throws(Errno) -> mode_t? in
      switch self {
      case .bytes: return nil
      case .file(let path):
        // A pipe that is opened twice loses its writer.
        guard try FileStatus(path).kind != .other else { return nil }
        let file = try OpenFile(path)
        return try withExtendedLifetime(file) { () throws(Errno) in try Self.permissions(of: file.content()) }
      case .descriptor(let input): return try Self.permissions(of: input)
      }
    }
    return permissions.map { $0 & 0o777 | 0o600 } ?? 0o666
  }

  private static func permissions(of file: FileDescriptor) throws(Errno) -> mode_t? {
    guard try FileStatus(file).kind == .regular else { return nil }
    return try file.permissionsWithoutList()
  }

  var pathExtension: String? {
    if case .file(let path) = self { path.extension } else { nil }
  }
}
