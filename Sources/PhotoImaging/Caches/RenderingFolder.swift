import PhotoFiles
import PhotoFormats
import SystemPackage

/// A folder of renderings as JPEG files, for programs that want a picture of a photo by its path.
///
/// A rendering has a name that stays the same while the photo does, so it is made once; a photo that changes
/// gets a new one. Nothing is ever taken away: the folder is one that may be emptied at any time. A value
/// without state of its own: several tasks and programs may use one folder at once.
///
///     let folder = RenderingFolder("/home/me/.cache/photopick/renderings")
///     let kept = try folder.rendering(of: path, .screen, crop: nil)
///     kept.path       // …/renderings/IMG_0012-5d41402abc4b2a76.jpg
public struct RenderingFolder: Sendable {
  /// A rendering in the folder.
  public struct Kept: Sendable, Hashable {
    /// The file, a JPEG.
    public let path: FilePath
    /// Its size in pixels, orientation applied.
    public let size: PixelSize
    /// True if it was made now, false if it was found.
    public let isNew: Bool
  }

  /// The quality of the files, as for `PixelBuffer.jpeg(quality:exif:)`.
  private static let quality = 0.9
  /// The most bytes that a photo's name gives to that of its rendering; file systems allow 255 in all.
  private static let nameLimit = 200

  private let root: FilePath
  private let limits: ImagingLimits

  /// A folder, which is made when the first rendering is kept.
  ///
  /// - Parameters:
  ///   - root: an absolute path.
  ///   - limits: how much one photo may cost.
  public init(_ root: FilePath, limits: ImagingLimits = ImagingLimits()) {
    self.root = root
    self.limits = limits
  }

  /// The rendering of a photo: the one in the folder, or a new one, which is put there.
  ///
  /// It is upright and in sRGB, and keeps the photo's Exif with its orientation reset.
  /// - Parameters:
  ///   - path: the absolute path of the photo.
  ///   - rendering: which picture is made.
  ///   - crop: the part to keep; `nil` for the whole photo.
  /// - Throws: `ImagingError` with the path if no picture can be made or kept.
  public func rendering(
    of path: FilePath, _ rendering: Rendering, crop: Crop?
  ) throws(ImagingError) -> Kept {
    do throws(ImagingError) {
      let file = try PictureFile(path)
      let target = root.appending(name(path, file, rendering, crop))
      if let kept = Self.kept(at: target) { return kept }
      let options = RenderingOptions(crop: crop, limits: limits)
      let share = MemoryShare(of: options.budget)
      defer { withExtendedLifetime(share) {} }
      let pixels = try PhotoImage.render(file, rendering, options, share).pixels
      let exif = try ExifAttachment.read(from: path)?.adapted(to: pixels.size)
      if let problem = OwnFile(target).store(try pixels.jpeg(quality: Self.quality, exif: exif)) {
        throw ImagingError(.unwritable(problem))
      }
      return Kept(path: target, size: pixels.size, isNew: true)
    } catch {
      throw error.about(path)
    }
  }

  /// The rendering of a photo in the folder; `nil` if it is not there.
  package func existingRendering(
    of path: FilePath, _ rendering: Rendering, crop: Crop?
  ) throws(ImagingError) -> Kept? {
    let file = try PictureFile(path)
    return Self.kept(at: root.appending(name(path, file, rendering, crop)))
  }

  private static func kept(at target: FilePath) -> Kept? {
    size(of: target).map { Kept(path: target, size: $0, isNew: false) }
  }

  /// A name from what the picture depends on: the photo, its state, and what is asked for.
  private func name(_ path: FilePath, _ file: PictureFile, _ rendering: Rendering, _ crop: Crop?) -> String {
    let part =
      switch crop {
      case nil: "whole"
      case .middle(let shape): "\(shape.width):\(shape.height)"
      case .part(let part): "\(part.size.width)x\(part.size.height)+\(part.x)+\(part.y)"
      }
    let facts = [
      FileURL.glibText(path) ?? path.string, "\(file.modificationTime)", "\(file.count)", "\(rendering)",
      part,
    ]
    let digest = MD5.hexDigest(of: facts.joined(separator: "\n").utf8).prefix(16)
    var stem = path.stem ?? "photo"
    while stem.utf8.count > Self.nameLimit { stem.removeLast() }
    return "\(stem)-\(digest).jpg"
  }

  private static func size(of path: FilePath) -> PixelSize? {
    guard (try? OwnFile(path).status()) != nil, let file = try? PictureFile(path),
      let source = try? ByteSource(file.descriptor, count: file.count)
    else { return nil }
    return PhotoMetadata.read(source).pixelSize
  }
}

extension OwnFile {
  /// Writes a file that can be made again.
  ///
  /// - Returns: why the file cannot be kept, with its path; `nil` if it is.
  func store(_ bytes: [UInt8]) -> String? {
    do {
      try write(bytes)
      return nil
    } catch {
      return "\(path.string) cannot be written: \(error)"
    }
  }
}
