import PhotoFiles
import SystemPackage

/// The bytes of a file that a store shall keep.
public enum StoreSource: Sendable {
  /// Bytes in memory.
  case bytes([UInt8])
  /// A file, copied a piece at a time.
  case file(FilePath)
  /// An open file or pipe, read from its offset to its end; the caller closes it.
  case descriptor(FileDescriptor)
}

extension StoreSource {
  /// The name of the source in errors.
  var title: String {
    switch self {
    case .bytes: "the data"
    case .file(let path): path.string
    case .descriptor: "standard input"
    }
  }

  /// The permissions of a file made of the source, less those of the process's umask: nobody gets to read a picture by
  /// way of a store who may not read the file that it came from.
  var mode: mode_t {
    let status: FileStatus? =
      switch self {
      case .bytes: nil
      case .file(let path): try? FileStatus(path)
      case .descriptor(let input): try? FileStatus(input)
      }
    guard let status, status.kind == .regular else { return 0o666 }
    return status.permissions & 0o777 | 0o600
  }

  /// The extension of a source file's name.
  var pathExtension: String? {
    if case .file(let path) = self { path.extension } else { nil }
  }
}
