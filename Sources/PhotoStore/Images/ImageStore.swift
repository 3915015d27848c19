import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage

/// A `FileStore` of photos and videos that can reduce them and keep a thumbnail of each.
///
///     let store = ImageStore(root: root, limits: .standard, keepsThumbnails: true)
///     let name = try store.put(.file("/tmp/IMG_0012.JPG"))
///     try store.thumbnailPath(of: name)  // ROOT/thumbnail/2026-11-20_22-38-36-123456.jpg
///
/// A picture and its thumbnail are put, replaced, renamed and deleted together or not at all. A thumbnail has the
/// name of its picture and is always a JPEG.
public struct ImageStore: Sendable {
  /// The files of the store, for reading, renaming and deleting.
  public let files: FileStore
  /// The size and quality of stored pictures, or `nil` to store the original bytes.
  public let limits: PictureLimits?
  public let keepsThumbnails: Bool

  public static let thumbnailSize = (width: 133, height: 100)

  private static let thumbnailEncoding = PictureEncoding(
    .fitting(width: thumbnailSize.width, height: thumbnailSize.height), quality: 0.8,
    policy: MetadataPolicy(.none), usesEmbeddedThumbnail: true)

  /// A store in a folder.
  ///
  /// - Parameters:
  ///   - root: the folder; made at the first `put`.
  ///   - limits: the maximum size and the quality; `nil` stores the original bytes.
  ///   - keepsThumbnails: makes a thumbnail of each picture put.
  public init(root: FilePath, limits: PictureLimits? = nil, keepsThumbnails: Bool = false) {
    files = FileStore(root: root)
    self.limits = limits
    self.keepsThumbnails = keepsThumbnails
  }

  /// Stores a picture, and a thumbnail if enabled, and returns the name.
  ///
  /// - Parameters:
  ///   - source: the picture; a file is copied, it stays where it is.
  ///   - name: the name; `nil` generates one from the time and the picture's format.
  ///   - replacing: `true` to overwrite the picture with the name, and the thumbnail.
  ///   - described: the metadata to write into a reduced picture; `nil` keeps the picture's.
  /// - Throws: `StoreError.notAPicture` unless the content is a photo or video of a known format, `cannotFit` if no
  ///   smaller picture can be made of it, and as `FileStore.put`.
  @discardableResult
  public func put(
    _ source: StoreSource, name: StoreName? = nil, replacing: Bool = false,
    described: PictureMetadata? = nil
  ) throws(StoreError) -> StoreName {
    let session = try StoreSession(changing: files.root)
    let mode = try source.mode(in: files.root)
    let original = try session.stage(mode: mode)
    try original.write(source, isPicture: true)
    let type = try fileType(of: original, source)
    guard type != .unknown else { throw .notAPicture(source.title) }
    var picture = original
    if let limits {
      var encoding = limits.encoding
      encoding.described = described
      picture = try session.stage(mode: mode)
      try picture.write(.bytes(encoded(original, source, encoding)))
    }
    var thumbnail: StagedFile?
    if keepsThumbnails {
      let bytes = try encoded(original, source, Self.thumbnailEncoding)
      thumbnail = try session.stage(mode: mode)
      try thumbnail?.write(.bytes(bytes))
    }
    return try files.keep(
      picture, thumbnail: thumbnail, as: name,
      pathExtension: limits == nil ? type.usualExtension : PhotoFileType.jpeg.usualExtension,
      replacing: replacing, in: session)
  }

  /// Returns the absolute path of a picture's thumbnail, or `nil` if it has no thumbnail.
  ///
  /// - Throws: `StoreError.notFound` for an unknown name.
  public func thumbnailPath(of name: StoreName) throws(StoreError) -> FilePath? {
    do throws(StoreError) {
      return try files.path(of: name, .thumbnail)
    } catch .noThumbnail {
      return nil
    }
  }

  private func fileType(of file: StagedFile, _ source: StoreSource) throws(StoreError) -> PhotoFileType {
    try attempt("read", file.path) { () throws(Errno) in
      let size = try FileStatus(file.descriptor).size
      return PhotoMetadata.read(try ByteSource(file.descriptor, count: Int(size))).fileType
    }
  }

  private func encoded(
    _ picture: StagedFile, _ source: StoreSource, _ encoding: PictureEncoding
  ) throws(StoreError) -> [UInt8] {
    do throws(ImagingError) {
      return try encoding.jpeg(of: picture.path)
    } catch {
      // The path of the store's own copy is meaningless to the user.
      throw .cannotFit(source.title, reason: ImagingError(error.reason).description)
    }
  }
}

/// The size and the JPEG quality to which pictures are reduced, and the metadata that they keep.
public struct PictureLimits: Sendable, Hashable {
  /// The maximum width in pixels; 0 means unlimited.
  public var width: Int
  /// The maximum height in pixels; 0 means unlimited.
  public var height: Int
  /// The quality of the JPEG, 0 (smallest) to 1 (best).
  public var quality: Double
  /// The metadata to write.
  public var policy: MetadataPolicy

  public static let standard = PictureLimits(width: 800, height: 600, quality: 0.5)

  /// Clamps negative sizes to 0, and the quality to 0 to 1.
  public init(width: Int, height: Int, quality: Double, policy: MetadataPolicy = MetadataPolicy()) {
    self.policy = policy
    self.width = max(0, width)
    self.height = max(0, height)
    self.quality = quality > 0 ? min(quality, 1) : 0
  }

  /// The encoding of a reduced picture: upright, with the original proportions, never enlarged.
  var encoding: PictureEncoding {
    PictureEncoding(.fitting(width: width, height: height), quality: quality, policy: policy)
  }
}
