import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the bytes of a file to be kept come from.
public enum StoreSource: Sendable {
  /// Bytes in memory.
  case bytes([UInt8])
  /// A file, copied a piece at a time.
  case file(FilePath)
  /// An open file or pipe, read from where it stands to its end; the caller closes it.
  case descriptor(FileDescriptor)
}

/// A file being written in a store's staging folder; removed with its last reference unless it was kept.
///
/// Its lock tells other processes that its writer lives.
final class StagedFile: Sendable {
  let name: StoreName
  let path: FilePath
  let descriptor: FileDescriptor
  private let store: FilePath
  private let directory: Directory
  private let isRelinquished = Flag()

  /// Makes an empty file.
  ///
  /// The store must be locked: until its own lock is taken it looks abandoned.
  init(in directory: Directory, of store: FilePath) throws(Errno) {
    self.directory = directory
    self.store = store
    var generator = SystemRandomNumberGenerator()
    let text = "\(getpid())-" + String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    guard let component = FilePath.Component(text), let name = StoreName(component) else {
      throw .invalidArgument
    }
    self.name = name
    path = store.appending([StoreSession.ownFolder, StoreSession.stagingFolder, component])
    descriptor = try directory.open(component, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
    try descriptor.lock(LOCK_EX)
  }

  deinit {
    if !isRelinquished.isSet { try? directory.remove(name.component) }
    descriptor.closeUnlocked()
  }

  /// Where the file stands.
  var place: StorePlace { StorePlace(area: .staging, name: name) }

  /// Leaves the file where it is, for a journal that needs it.
  func relinquish() { isRelinquished.set() }

  /// Writes all bytes of a source and waits until they are on the disk.
  func write(_ source: StoreSource) throws(StoreError) {
    switch source {
    case .bytes(let bytes):
      _ = try attempt("write into", store) { () throws(Errno) in
        try withErrno { try descriptor.writeAll(bytes) }
      }
    case .file(let file):
      let input = try attempt("read", file) { () throws(Errno) in
        try withErrno { try FileDescriptor.open(file, .readOnly, options: [.closeOnExec]) }
      }
      defer { try? input.close() }
      try copy(input, named: file)
    case .descriptor(let input): try copy(input, named: "standard input")
    }
    try attempt("write into", store) { () throws(Errno) in try descriptor.synchronize() }
  }

  private func copy(_ input: FileDescriptor, named file: FilePath) throws(StoreError) {
    try attempt("copy \(file) into", store) { () throws(Errno) in _ = try input.copyAll(to: descriptor) }
  }
}
