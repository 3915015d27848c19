import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// Creates thumbnails for `photopick thumbnail`, in the cache or in a folder of the user.
struct ThumbnailMaker: Sendable {
  /// A failure with a message that names the photo.
  struct Failure: Error {
    let message: String
    var isMissing = false
    /// The server if it is the cause.
    var server: String?
  }

  private let cache = ThumbnailCache.ofUser
  private let side: UInt32
  private let folder: FilePath?
  /// The photo that owns each name, if all thumbnails go to one folder.
  private var owners: [FileName: FilePath] = [:]

  /// Creates a maker of thumbnails of `side` pixels, and the folder if necessary.
  ///
  /// - Throws: `CommandFailure` unless the folder and the cache are writable; `HomeUnknown` if the cache's location is
  ///   unknown.
  init(side: UInt32, folder: FilePath?) throws {
    self.side = side
    self.folder = folder.map { RootPath($0).path }
    let target = try self.folder ?? UserFolders.current.thumbnails
    do throws(Errno) {
      // The Thumbnail Managing Standard requires a private cache.
      try OpenFolder.make(target, mode: self.folder == nil ? 0o700 : 0o777)
    } catch {
      throw CommandFailure(.problems, "\(target.string): cannot be made: \(error)")
    }
    guard self.folder == nil else { return }
    do throws(Errno) {
      try AtomicFile.check(target.appending("photopick"))
    } catch {
      throw CommandFailure(
        .problems, "\(target.string): thumbnails cannot be kept: \(error); --to writes them to another folder"
      )
    }
  }

  /// Reserves names for photos in order, so that the result doesn't depend on which thumbnail is created first.
  mutating func expect(_ photos: [FilePath]) {
    guard folder != nil else { return }
    for photo in photos {
      if let name = RootPath(photo).name, owners[name] == nil { owners[name] = photo }
    }
  }

  /// Returns the path of the thumbnail of a photo.
  ///
  /// - Parameter photo: An absolute path.
  func make(_ photo: FilePath) -> Result<FilePath, Failure> {
    do throws(ImagingError) {
      let thumbnail = try cache.thumbnail(of: photo, size: ThumbnailSize(side: side))
      if let folder { return try write(thumbnail.pixels, of: photo, to: folder) }
      guard let file = thumbnail.file else {
        return failure(photo, thumbnail.problem ?? "the thumbnail cannot be kept in the cache")
      }
      return .success(file)
    } catch {
      if (try? FileStatus(photo).kind) == .directory {
        return failure(photo, "it is a folder; --warm makes the thumbnails of the photos in it")
      }
      let isMissing = error.reason == .unreadable(.noSuchFileOrDirectory)
      return .failure(
        Failure(message: "\(error)", isMissing: isMissing, server: FailureCount.server(error)))
    }
  }

  private func write(
    _ pixels: PixelBuffer, of photo: FilePath, to folder: FilePath
  ) throws(ImagingError) -> Result<FilePath, Failure> {
    guard let name = RootPath(photo).name else { return failure(photo, "it has no name") }
    if let owner = owners[name], owner != photo {
      return failure(photo, "its thumbnail would take the name of that of \(owner.string)")
    }
    let target = Folder(folder).path(of: FileName(unchecked: name.bytes + Array(".png".utf8)))
    let isOurs = ThumbnailFile.isThumbnail(target, of: photo)
    guard isOurs || (try? FileStatus(target)) == nil else { return stays(target, photo) }
    let bytes = try ThumbnailFile.png(try fitted(pixels), of: photo, version: PhotopickVersion.text)
    do {
      // Restrict the thumbnail to readers of the photo.
      let mode = try OpenFile(photo).permissionsWithoutList() & 0o777
      // Never overwrite a file that appears in the meantime.
      try AtomicFile.write(
        bytes, to: target, permissions: FilePermissions(rawValue: mode), atMost: mode,
        isOurs ? .replacing : .exclusively)
      return .success(target)
    } catch Errno.fileExists {
      // The photo may be named twice, or another instance may create thumbnails.
      return ThumbnailFile.isThumbnail(target, of: photo) ? .success(target) : stays(target, photo)
    } catch {
      return failure(photo, "\(target.string) cannot be written: \(error)")
    }
  }

  private func stays(_ target: FilePath, _ photo: FilePath) -> Result<FilePath, Failure> {
    failure(photo, "\(target.string) is another file and stays")
  }

  /// Downscales a picture from the cache, which is at least as large as requested.
  private func fitted(_ pixels: PixelBuffer) throws(ImagingError) -> PixelBuffer {
    let longest = max(pixels.size.width, pixels.size.height)
    guard longest > side else { return pixels }
    func scaled(_ length: UInt32) -> UInt32 { max(1, (length * side + longest / 2) / longest) }
    guard let size = PixelSize(width: scaled(pixels.size.width), height: scaled(pixels.size.height)) else {
      return pixels
    }
    return try pixels.scaled(to: size)
  }

  private func failure(_ photo: FilePath, _ reason: String) -> Result<FilePath, Failure> {
    .failure(Failure(message: "\(photo.string): \(reason)"))
  }
}
