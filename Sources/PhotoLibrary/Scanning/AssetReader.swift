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
  private let cameras = CameraNames()

  /// A reader.
  package init(clocks: LibraryClocks) { self.clocks = clocks }

  /// What a file in a folder turned out to be.
  package enum Outcome {
    case asset(Asset)
    /// Not a photo or video, neither by content nor by name.
    case otherFile
    case problem(ScanProblem)
  }

  /// How many bytes of a file are read to tell whether it is a photo, where its name does not say so.
  private static let signatureCount = 64

  /// Reads one file of an open folder.
  ///
  /// - Parameters:
  ///   - isSymbolicLink: the name is a symbolic link.
  ///   - acceptsAnyFile: a file that is no photo becomes a damaged asset too, as when a person names it.
  package func read(
    _ name: FileName, in folder: Folder, descriptor: FileDescriptor, isSymbolicLink: Bool = false,
    acceptsAnyFile: Bool = false
  ) -> Outcome {
    do throws(Errno) {
      let file = try OpenFile(name, in: descriptor)
      let status = try FileStatus(file.descriptor)
      guard status.kind == .regular else {
        return acceptsAnyFile
          ? .problem(ScanProblem(path: folder.path(of: name), reason: "not a file")) : .otherFile
      }
      guard let metadata = try metadata(file.descriptor, size: status.size, name: name) else {
        guard acceptsAnyFile || name.hasPhotoExtension else { return .otherFile }
        return .asset(asset(name, folder, status, isSymbolicLink, PhotoMetadata()))
      }
      return .asset(asset(name, folder, status, isSymbolicLink, metadata))
    } catch {
      // What is gone by the time it is read was never part of the library; a dangling link neither.
      if error == .noSuchFileOrDirectory, !acceptsAnyFile, !(isSymbolicLink && name.hasPhotoExtension) {
        return .otherFile
      }
      return .problem(ScanProblem(path: folder.path(of: name), error))
    }
  }

  /// The metadata of a file; `nil` where its content is no photo or video of a known format.
  private func metadata(_ descriptor: FileDescriptor, size: Int64, name: FileName) throws(Errno)
    -> PhotoMetadata?
  {
    guard let count = Int(exactly: size), count > 0 else { return nil }
    if !name.hasPhotoExtension, !name.bytes.isEmpty {
      let signature = try ByteSource(descriptor, count: count, headCount: Self.signatureCount)
      guard PhotoMetadata.isRecognized(signature) else { return nil }
    }
    let metadata = PhotoMetadata.read(try ByteSource(descriptor, count: count))
    return metadata.fileType == .unknown ? nil : metadata
  }

  private func asset(
    _ name: FileName, _ folder: Folder, _ status: FileStatus, _ isSymbolicLink: Bool,
    _ metadata: PhotoMetadata
  ) -> Asset {
    Asset(
      folder: folder, name: name, status: status, isSymbolicLink: isSymbolicLink, metadata: metadata,
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
