import PhotoFiles
import PhotoFormats
import PhotoLibrary
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

  /// How many bytes tell that data is no picture.
  private static let signatureCount = 64

  /// Writes all bytes of a source and waits until they are on the disk.
  ///
  /// - Parameter isPicture: true to end with the first bytes where they are no photo's or video's.
  /// - Throws: `StoreError.notAPicture`, `sourceIsNoFile`, or `cancelled` where the task is.
  func write(_ source: StoreSource, isPicture: Bool = false) throws(StoreError) {
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
      // A device may go on for ever; a pipe is what a shell gives for the output of a program.
      let status = try attempt("read", file) { () throws(Errno) in try FileStatus(input) }
      guard status.kind == .regular || isPipe(input) else { throw .sourceIsNoFile(file) }
      try copy(input, named: source.title, isPicture: isPicture)
    case .descriptor(let input): try copy(input, named: source.title, isPicture: isPicture)
    }
    try attempt("write into", store) { () throws(Errno) in try descriptor.synchronize() }
  }

  private func copy(
    _ input: FileDescriptor, named title: String, isPicture: Bool
  ) throws(StoreError) {
    var (isChecked, isRefused) = (!isPicture, false)
    do throws(Errno) {
      try input.copyAll(to: descriptor) { total throws(Errno) in
        if Task.isCancelled { throw Errno.canceled }
        guard !isChecked, total >= Self.signatureCount else { return }
        isChecked = true
        let head = try ByteSource(descriptor, count: total, headCount: Self.signatureCount)
        isRefused = !PhotoMetadata.isRecognized(head)
        if isRefused { throw Errno.canceled }
      }
    } catch {
      if isRefused { throw .notAPicture(title) }
      if Task.isCancelled { throw .cancelled }
      throw .failed("copy \(title) into", store, error)
    }
  }

  private func isPipe(_ file: FileDescriptor) -> Bool {
    var status = stat()
    return fstat(file.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}

extension StoreSource {
  /// What an error calls the source.
  var title: String {
    switch self {
    case .bytes: "the data"
    case .file(let path): path.string
    case .descriptor: "standard input"
    }
  }
}
