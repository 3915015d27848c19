import PhotoFiles
import PhotoFormats
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files into assets; safe to use from any task.
package struct AssetReader: Sendable {
  /// The clocks by which dates without a time zone of their own are read.
  package let clocks: LibraryClocks
  private let cache: (any MetadataCache)?
  private let cameras = CameraNames()

  /// A reader that asks and tells a cache, where there is one.
  package init(clocks: LibraryClocks, cache: (any MetadataCache)? = nil) {
    self.clocks = clocks
    self.cache = cache
  }

  /// What a file turned out to be.
  enum Outcome: Sendable {
    case asset(Asset)
    /// Not a photo or video, neither by content nor by name.
    case otherFile
    case problem(ScanProblem)

    init(_ asset: Asset?) { self = asset.map { .asset($0) } ?? .otherFile }
  }

  /// What was found when a file was read.
  struct Finding: Sendable {
    var outcome: Outcome
    /// What a cache is told; `nil` where it knows already or cannot keep it.
    var report: ScanReport?

    init(_ outcome: Outcome, report: ScanReport? = nil) {
      self.outcome = outcome
      self.report = report
    }
  }

  /// How many bytes of a file are read to tell whether it is a photo, where its name does not say so.
  private static let signatureCount = 64

  /// How long before it is read a file must have changed last for its status to tell the next change: file systems
  /// keep times as coarsely as 2 seconds. What a program writes through mapped memory may change the times only when
  /// the system writes it to disk, up to half a minute later; such a write is seen late.
  private static let settlingSeconds: Int64 = 2

  /// Reads one file of an open folder, or recognises it.
  func read(_ file: ScanWork.NamedFile, in folder: Folder, descriptor: FileDescriptor) -> Finding {
    do throws(Errno) {
      if let known = file.known, known.isSettled, known.isSymbolicLink == file.isSymbolicLink {
        let status = try FileStatus(file.name, in: descriptor, followingLinks: true)
        if status.kind == .regular, known.matches(status),
          status.isReadable(file.name, in: descriptor)
        {
          return Finding(Outcome(asset(file, folder, status, known.metadata)))
        }
      }
      var found = try readContent(file, in: folder, descriptor: descriptor)
      if found.report == nil, file.known != nil { found.report = .unreadableFile(folder, file.name) }
      return found
    } catch {
      let report = file.known.map { _ in ScanReport.unreadableFile(folder, file.name) }
      // What is gone by the time it is read was never part of the library; a dangling link neither.
      if error == .noSuchFileOrDirectory, !file.isRoot, !(file.isSymbolicLink && file.name.hasPhotoExtension)
      {
        return Finding(.otherFile, report: report)
      }
      return Finding(.problem(ScanProblem(path: folder.path(of: file.name), error)), report: report)
    }
  }

  private func readContent(
    _ file: ScanWork.NamedFile, in folder: Folder, descriptor: FileDescriptor
  ) throws(Errno) -> Finding {
    let open = try OpenFile(file.name, in: descriptor)
    let status = try FileStatus(open.descriptor)
    guard status.kind == .regular else {
      let problem = ScanProblem(path: folder.path(of: file.name), reason: "not a file")
      return Finding(file.isRoot ? .problem(problem) : .otherFile)
    }
    guard let cache else {
      let content = try content(open.descriptor, size: status.size, name: file.name)
      return Finding(Outcome(asset(file, folder, status, content.metadata)))
    }
    // The clock is read before the content, so that a change while it is read counts as one after it.
    let now = FileStatus.Time.now.seconds
    let birth = FileStatus.birth(of: open.descriptor)
    var known = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: birth, isSettled: status.changed.seconds < now - Self.settlingSeconds, metadata: nil)
    if let birth, let moved = cache.known(inode: known.inode, birth: birth), moved.isSettled,
      moved.matchesMoved(status, birth: birth)
    {
      known.metadata = moved.metadata
    } else {
      let content = try content(open.descriptor, size: status.size, name: file.name)
      let found = asset(file, folder, status, content.metadata)
      guard content.isComplete else { return Finding(Outcome(found)) }
      known.metadata = content.metadata
    }
    let found = asset(file, folder, status, known.metadata)
    let report = ScanReport.FileReport(folder: folder, name: file.name, file: known, asset: found)
    return Finding(Outcome(found), report: file.isRoot && found?.damage != nil ? nil : .file(report))
  }

  /// What a file's content says: its metadata, `nil` where it is no photo or video of a known format, and whether
  /// all of it that was asked for could be read.
  private func content(
    _ descriptor: FileDescriptor, size: Int64, name: FileName
  ) throws(Errno) -> (metadata: PhotoMetadata?, isComplete: Bool) {
    guard let count = Int(exactly: size), count > 0 else { return (nil, true) }
    if !name.hasPhotoExtension {
      let signature = try ByteSource(descriptor, count: count, headCount: Self.signatureCount)
      guard PhotoMetadata.isRecognized(signature) else { return (nil, true) }
    }
    let source = try ByteSource(descriptor, count: count)
    let metadata = PhotoMetadata.read(source)
    return (metadata.fileType == .unknown ? nil : metadata, source.failure == nil)
  }

  /// The asset of a file; `nil` for a file that is no photo by content and name and that nobody named.
  private func asset(
    _ file: ScanWork.NamedFile, _ folder: Folder, _ status: FileStatus, _ metadata: PhotoMetadata?
  ) -> Asset? {
    guard metadata != nil || file.isRoot || file.name.hasPhotoExtension else { return nil }
    let metadata = metadata ?? PhotoMetadata()
    return Asset(
      folder: folder, name: file.name, status: status, isSymbolicLink: file.isSymbolicLink,
      metadata: metadata,
      clocks: clocks, camera: metadata.camera.map(cameras.shared))
  }
}

/// A file held open for reading.
private struct OpenFile: ~Copyable {
  let descriptor: FileDescriptor

  /// Opens a file of a folder; never waits for the other end of a pipe.
  init(_ name: FileName, in folder: FileDescriptor) throws(Errno) {
    let number = name.withPlatformString { pointer in
      while true {
        let number = openat(folder.rawValue, pointer, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if number >= 0 || errno != EINTR { return number }
      }
    }
    guard number >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: number)
  }

  deinit { try? descriptor.close() }
}
