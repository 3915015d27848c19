import PhotoFiles
import PhotoFormats
import SystemPackage

/// A folder of JPEG renderings, for applications that need a picture of a photo at a path.
///
/// The file name depends on the state of the photo and its metadata: the folder reuses the JPEG of an unmodified photo,
/// and an edited photo gets a new one. `RenderingFolder` never removes files; the folder can be emptied at any time. It has no
/// mutable state, so that several tasks and programs can share one folder.
///
///     let folder = RenderingFolder("/home/me/.cache/photopick/renderings")
///     let kept = try folder.rendering(of: path, .screen, crop: nil)
///     kept.path       // …/renderings/IMG_0012-5d41402abc4b2a76.jpg
public struct RenderingFolder: Sendable {
  /// A picture in the folder.
  public struct Kept: Sendable, Hashable {
    /// The path of the JPEG file.
    public let path: FilePath
    /// The size in pixels, with orientation applied.
    public let size: PixelSize
    /// Whether this call created the file.
    public let isNew: Bool
  }

  /// The JPEG quality, as for `PixelBuffer.jpeg(quality:metadata:)`.
  private static let quality = 0.9
  /// The maximum length of the original name within the file name, in bytes. File systems allow 255 for the file name.
  private static let nameLimit = 200

  private let root: FilePath
  private let limits: ImagingLimits

  /// Creates a folder, which appears on the file system with the first picture.
  ///
  /// - Parameters:
  ///   - root: An absolute path.
  ///   - limits: The maximum size and memory for each photo.
  public init(_ root: FilePath, limits: ImagingLimits = ImagingLimits()) {
    self.root = root
    self.limits = limits
  }

  /// Returns the picture of a photo, and creates it if needed.
  ///
  /// The picture is in sRGB with orientation applied.
  /// - Parameters:
  ///   - path: The absolute path of the photo.
  ///   - rendering: The kind of picture.
  ///   - crop: The part of the photo to render, or `nil` for the entire photo.
  ///   - described: The metadata of the photo; `nil` to read its file, without sidecars.
  ///   - policy: The metadata to write.
  /// - Throws: `ImagingError` with the path if the picture can't be created or written.
  public func rendering(
    of path: FilePath, _ rendering: Rendering, crop: Crop?, described: PictureMetadata? = nil,
    policy: MetadataPolicy = MetadataPolicy()
  ) throws(ImagingError) -> Kept {
    do throws(ImagingError) {
      let file = try PictureFile(path)
      let encoding = encoding(rendering, crop, described, policy)
      let target = root.appending(try name(path, file, encoding))
      if let kept = Self.kept(at: target) { return kept }
      let (bytes, size) = try encoding.encoded(file)
      if let problem = OwnFile(target).store(bytes) { throw ImagingError(.unwritable(problem)) }
      return Kept(path: target, size: size, isNew: true)
    } catch {
      throw error.about(path)
    }
  }

  /// Returns the picture of a photo, or `nil` if the folder doesn't contain it.
  package func existingRendering(
    of path: FilePath, _ rendering: Rendering, crop: Crop?, policy: MetadataPolicy
  ) throws(ImagingError) -> Kept? {
    let encoding = encoding(rendering, crop, nil, policy)
    return Self.kept(at: root.appending(try name(path, PictureFile(path), encoding)))
  }

  private func encoding(
    _ rendering: Rendering, _ crop: Crop?, _ described: PictureMetadata?, _ policy: MetadataPolicy
  ) -> PictureEncoding {
    PictureEncoding(
      rendering, crop: crop, quality: Self.quality, policy: policy, described: described,
      usesEmbeddedThumbnail: true, limits: limits)
  }

  private static func kept(at target: FilePath) -> Kept? {
    size(of: target).map { Kept(path: target, size: $0, isNew: false) }
  }

  private func name(
    _ path: FilePath, _ file: PictureFile, _ encoding: PictureEncoding
  ) throws(ImagingError) -> String {
    let part =
      switch encoding.crop {
      case nil: "whole"
      case .middle(let shape): "\(shape.width):\(shape.height)"
      case .part(let part): "\(part.size.width)x\(part.size.height)+\(part.x)+\(part.y)"
      }
    let facts = [
      FileURL.glibText(path) ?? path.string, try file.fingerprint(), "\(encoding.rendering)", part,
      "\(encoding.policy.scope) \(encoding.policy.stripsPlace)", encoding.described?.fingerprint ?? "",
    ]
    let digest = MD5.hexDigest(of: facts.joined(separator: "\n").utf8).prefix(16)
    var stem = path.stem ?? "photo"
    while stem.utf8.count > Self.nameLimit { stem.removeLast() }
    return FileName(unchecked: Array("\(stem)-\(digest).jpg".utf8)).sanitized.text
  }

  private static func size(of path: FilePath) -> PixelSize? {
    guard (try? OwnFile(path).status()) != nil, let file = try? PictureFile(path),
      let source = try? ByteSource(file.descriptor, count: file.count)
    else { return nil }
    return PhotoMetadata.read(source).pixelSize
  }
}

extension OwnFile {
  /// Writes a file of the cache.
  ///
  /// - Returns: The error message with the path, or `nil` on success.
  func store(_ bytes: [UInt8]) -> String? {
    do {
      try write(bytes)
      return nil
    } catch {
      return "\(path.string) cannot be written: \(error)"
    }
  }
}
