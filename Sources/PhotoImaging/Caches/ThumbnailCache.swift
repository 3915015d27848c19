import PhotoFiles
import PhotoFormats
import SystemPackage

/// The shared thumbnail cache, as specified by the Thumbnail Managing Standard of freedesktop.org.
///
/// The cache is shared with file managers. It has no mutable state, and writes files atomically, so that several tasks
/// and programs can share one folder.
///
///     let cache = ThumbnailCache(folder: try UserFolders.current.thumbnails, version: "1.0")
///     let thumbnail = try cache.thumbnail(of: path, size: .large)
public struct ThumbnailCache: Sendable {
  /// A thumbnail and its file in the cache.
  public struct Thumbnail: Sendable {
    /// The pixels in sRGB with orientation applied, scaled to fit the requested size.
    public let pixels: PixelBuffer
    /// The file in the cache, or `nil` if it could not be written.
    public let file: FilePath?
    /// The reason why the cache could not be written, with the path, or `nil`.
    public let problem: String?
    /// Whether this call created the thumbnail.
    public let isNew: Bool
    /// A Boolean value indicating whether the thumbnail shows only a part, since the photo ends early.
    public let isTruncated: Bool
  }

  private let folder: FilePath?
  private let version: String
  private let limits: ImagingLimits

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - folder: The folder that contains the sizes, or `nil` to store nothing.
  ///   - version: The version of the application. A new version retries thumbnails that have failed.
  ///   - limits: The maximum size and memory for each photo.
  public init(folder: FilePath?, version: String, limits: ImagingLimits = ImagingLimits()) {
    self.folder = folder
    self.version = version
    self.limits = limits
  }

  /// Returns the file of a valid thumbnail of at least the given size, or `nil` on a cache miss.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - size: The minimum size.
  /// - Throws: `ImagingError` if the photo can't be read.
  public func existingFile(for path: FilePath, size: ThumbnailSize) throws(ImagingError) -> FilePath? {
    let file = try PictureFile(path)
    return try entry(path, file).flatMap { existing($0, size)?.file }
  }

  /// Returns the thumbnail of a photo, and creates it on a cache miss.
  ///
  /// A larger cached thumbnail is scaled down if there is one. The thumbnail is not stored if the cache can't be
  /// written, or if the path is relative or inside the cache.
  ///
  /// - Parameters:
  ///   - path: The path of the photo.
  ///   - size: The size.
  ///   - acceptingForeign: Pass `false` to replace thumbnails that photopick didn't create, which may show a placeholder.
  /// - Throws: `ImagingError` if decoding fails. The cache records the failure.
  public func thumbnail(
    of path: FilePath, size: ThumbnailSize, acceptingForeign: Bool = true
  ) throws(ImagingError) -> Thumbnail {
    guard
      let thumbnail = try thumbnail(of: path, size, mayUseHelper: true, acceptingForeign: acceptingForeign)
    else {
      throw ImagingError(.noPicture, path: path)
    }
    return thumbnail
  }

  /// Returns the thumbnail of a photo, or `nil` if creating it may require a helper.
  package func thumbnailWithoutHelper(
    of path: FilePath, size: ThumbnailSize
  ) throws(ImagingError) -> Thumbnail? {
    try thumbnail(of: path, size, mayUseHelper: false)
  }

  private func thumbnail(
    of path: FilePath, _ size: ThumbnailSize, mayUseHelper: Bool, acceptingForeign: Bool = true
  ) throws(ImagingError) -> Thumbnail? {
    do throws(ImagingError) {
      let file = try PictureFile(path)
      let entry = try entry(path, file)
      if let entry {
        if let found = existing(entry, size, acceptingForeign: acceptingForeign),
          let thumbnail = try? reuse(found, entry, size)
        {
          return thumbnail
        }
        if let failure = recordedFailure(entry) { throw ImagingError(.damaged(failure)) }
      }
      if !mayUseHelper, PhotoImage.mayNeedHelper(file) { return nil }
      return try make(file, size, for: entry)
    } catch {
      throw error.about(path)
    }
  }

  private struct Entry {
    let folder: FilePath
    let uri: String
    let name: String
    let state: FileState
    let fingerprint: String

    func file(_ size: ThumbnailSize) -> FilePath { folder.appending(size.rawValue).appending(name) }
  }

  private func entry(_ path: FilePath, _ file: PictureFile) throws(ImagingError) -> Entry? {
    // The standard forbids thumbnails of thumbnails ("Saving thumbnails").
    guard let folder, let uri = FileURL.glibText(path), !path.lexicallyNormalized().starts(with: folder)
    else { return nil }
    return Entry(
      folder: folder, uri: uri, name: MD5.hexDigest(of: uri.utf8) + ".png",
      state: file.state, fingerprint: try file.fingerprint())
  }

  private func failureFile(_ entry: Entry) -> FilePath {
    entry.folder.appending("fail").appending("photopick-\(version)").appending(entry.name)
  }

  private func record(at path: FilePath, for entry: Entry) -> ThumbnailRecord? {
    guard let file = try? PictureFile(path), let record = ThumbnailRecord(PictureSource(file)),
      record.isValid(for: entry.uri, entry.state, entry.fingerprint, storedAt: file.state.modified)
    else { return nil }
    return record
  }

  /// A cached thumbnail that matches its photo.
  private struct Found {
    let file: FilePath
    let size: ThumbnailSize
    let record: ThumbnailRecord
  }

  private func existing(_ entry: Entry, _ size: ThumbnailSize, acceptingForeign: Bool = true) -> Found? {
    for candidate in size.andLarger {
      let file = entry.file(candidate)
      if let record = record(at: file, for: entry), acceptingForeign || record.hasState {
        return Found(file: file, size: candidate, record: record)
      }
    }
    return nil
  }

  private func recordedFailure(_ entry: Entry) -> String? {
    record(at: failureFile(entry), for: entry).map { $0.comment ?? "no thumbnail could be made" }
  }

  private func reuse(_ found: Found, _ entry: Entry, _ size: ThumbnailSize) throws(ImagingError) -> Thumbnail
  {
    let image = try PhotoImage.render(found.file, Self.rendering(size))
    let isExact = found.size == size
    let problem = isExact ? nil : store(image.pixels, found.record.facts, entry.file(size))
    return Thumbnail(
      pixels: image.pixels, file: problem == nil ? entry.file(size) : nil, problem: problem,
      isNew: !isExact, isTruncated: found.record.comment == Self.truncationComment)
  }

  private func make(
    _ file: PictureFile, _ size: ThumbnailSize, for entry: Entry?
  ) throws(ImagingError) -> Thumbnail {
    do throws(ImagingError) {
      let image = try PhotoImage.render(file, Self.rendering(size), RenderingOptions(limits: limits))
      let problem = entry.flatMap { store(image.pixels, texts($0) + Self.facts(image), $0.file(size)) }
      return Thumbnail(
        pixels: image.pixels, file: problem == nil ? entry?.file(size) : nil, problem: problem, isNew: true,
        isTruncated: image.isTruncated)
    } catch {
      if let entry { storeFailure(error, entry) }
      throw error
    }
  }

  private static func rendering(_ size: ThumbnailSize) -> Rendering {
    PixelSize(width: size.side, height: size.side).map { .aspectRatioThumbnail(fitting: $0) }
      ?? .thumbnail(side: size.side)
  }

  private static let truncationComment = "The photo is cut off; what there is of it is shown."

  private static func facts(_ image: PhotoImage) -> [(key: String, text: String)] {
    var facts = [
      ("Thumb::Image::Width", String(image.fullSize.width)),
      ("Thumb::Image::Height", String(image.fullSize.height)),
    ]
    if let type = image.fileType.mimeName { facts.append(("Thumb::Mimetype", type)) }
    if image.isTruncated { facts.append(("Comment", truncationComment)) }
    return facts
  }

  private func store(
    _ pixels: PixelBuffer, _ texts: [(key: String, text: String)], _ file: FilePath
  ) -> String? {
    do throws(ImagingError) {
      return OwnFile(file).store(try pixels.png(texts: texts))
    } catch {
      return "\(error)"
    }
  }

  /// Records failures that are due to the file's content. Failures of the system or of missing libraries may not recur.
  private func storeFailure(_ error: ImagingError, _ entry: Entry) {
    guard let reason = error.reason.fault, let size = PixelSize(width: 1, height: 1),
      let empty = PixelBuffer(size: size, rgba: [0, 0, 0, 0], isOpaque: false),
      let png = try? empty.png(texts: texts(entry) + [("Comment", reason)])
    else { return }
    _ = OwnFile(failureFile(entry)).store(png)
  }

  private func texts(_ entry: Entry) -> [(key: String, text: String)] {
    [
      (ThumbnailRecord.uriKey, entry.uri), ("Thumb::MTime", String(entry.state.modified.seconds)),
      ("Thumb::Size", String(entry.state.size)), (ThumbnailRecord.stateKey, entry.fingerprint),
      (ThumbnailRecord.softwareKey, "\(ThumbnailFile.software) \(version)"),
    ]
  }
}

/// The sizes of the Thumbnail Managing Standard ("Thumbnail Directory").
public enum ThumbnailSize: String, Sendable, Hashable, CaseIterable {
  case normal, large
  case extraLarge = "x-large"
  case extraExtraLarge = "xx-large"

  /// The longest side in pixels.
  public var side: UInt32 {
    switch self {
    case .normal: 128
    case .large: 256
    case .extraLarge: 512
    case .extraExtraLarge: 1024
    }
  }

  /// Creates the smallest size with at least this side in pixels, or the largest size.
  public init(side: UInt32) {
    self = Self.allCases.first { $0.side >= side } ?? .extraExtraLarge
  }

  var andLarger: [ThumbnailSize] { Self.allCases.filter { $0.side >= side } }
}
