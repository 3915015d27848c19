import PhotoFiles
import PhotoFormats
import SystemPackage

/// A file that is written in the staging folder of a store; removed with the last reference unless it was kept.
final class StagedFile: Sendable {
  let place: StorePlace
  let path: FilePath
  private let store: FilePath
  private let file: PendingFile

  init(in folder: OpenFolder, of store: FilePath, mode: mode_t) throws(Errno) {
    self.store = store
    file = try withErrno { try PendingFile(in: folder, mode: mode) }
    guard let name = file.hiddenName.flatMap(StoreName.init(staged:)) else { throw .invalidArgument }
    place = StorePlace(area: .staging, name: name)
    path = try StoreSession.ownPath(of: store).appending(StoreSession.stagingFolder).appending(name.fileName)
  }

  var descriptor: FileDescriptor { file.descriptor }

  func relinquish() { file.relinquish() }

  /// The number of bytes that identify a picture.
  private static let signatureCount = 64

  /// Writes all bytes of a source and flushes them to storage.
  ///
  /// - Parameter isPicture: `true` to stop after the first bytes if they aren't a photo or video.
  func write(_ source: StoreSource, isPicture: Bool = false) throws(StoreError) {
    switch source {
    case .bytes(let bytes):
      _ = try attempt("write into", store) { () throws(Errno) in
        try withErrno { try descriptor.writeAll(bytes) }
      }
    case .file(let file):
      let input = try attempt("read", file) { () throws(Errno) in try OpenFile(file, waits: true) }
      // A device may be endless; a pipe may come from a shell.
      guard input.status.kind == .regular || FileStatus.isPipe(input.descriptor) else {
        throw .sourceIsNoFile(file)
      }
      try withExtendedLifetime(input) { () throws(StoreError) in
        let content = try attempt("read", file) { () throws(Errno) in try input.content() }
        try copy(content, named: source.title, isPicture: isPicture)
      }
    case .descriptor(let input): try copy(input, named: source.title, isPicture: isPicture)
    }
    try attempt("write into", store) { () throws(Errno) in try descriptor.synchronize() }
  }

  private func copy(_ input: FileDescriptor, named title: String, isPicture: Bool) throws(StoreError) {
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
}
