import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

/// One photo or video of a library: a file with what its header, its name and the file system say.
///
///     asset.date?.iso8601   // "2014-05-25T10:00:00+09:00"
///     asset.isScreenshot    // false
///
/// An asset is a value that never changes. It is one reference to immutable storage, so that a million of
/// them are cheap to sort, group and hand from task to task; that storage is `Sendable` because every
/// property of it is a constant.
public struct Asset: Sendable {
  private final class Storage: Sendable {
    let folder: Folder
    let name: FileName
    let identity: FileStatus.Identity
    let size: Int64
    let modified: FileStatus.Time
    let date: CaptureDate?
    let wallTime: CivilTime?
    let pixelSize: PixelSize?
    let fileType: PhotoFileType
    let orientation: Orientation?
    let hasScreenshotMark: Bool
    let isSymbolicLink: Bool
    let hasOtherNames: Bool
    let camera: CameraName?
    let values: MetadataValues
    let details: Details?

    init(
      folder: Folder, name: FileName, status: FileStatus, isSymbolicLink: Bool, metadata: PhotoMetadata,
      damage: String?, clocks: LibraryClocks, camera: CameraName?, values: MetadataValues
    ) {
      self.folder = folder
      self.name = name
      self.isSymbolicLink = isSymbolicLink
      hasOtherNames = status.linkCount > 1
      identity = status.identity
      size = status.size
      modified = status.modified
      let date = metadata.captureDate ?? name.captureDate ?? clocks.fileDate(status.modified)
      self.date = date
      wallTime = date.map { clocks.wallTime(of: $0) }
      pixelSize = metadata.pixelSize
      fileType = metadata.fileType
      orientation = metadata.orientation
      hasScreenshotMark =
        metadata.isScreenshot || metadata.fileType.mediaType != .video && name.isScreenshotName
      self.camera = camera
      self.values = values
      details = Details(location: metadata.location, damage: damage)
    }
  }

  /// What few assets have, kept apart so that the others do not pay for it.
  private final class Details: Sendable {
    let location: GeoLocation?
    let damage: String?

    init?(location: GeoLocation?, damage: String?) {
      guard location != nil || damage != nil else { return nil }
      self.location = location
      self.damage = damage
    }
  }

  private let storage: Storage

  /// An asset from what was read of a file.
  package init(
    folder: Folder, name: FileName, status: FileStatus, isSymbolicLink: Bool = false,
    metadata: PhotoMetadata, clocks: LibraryClocks, sharing facts: SharedFacts? = nil
  ) {
    // The metadata is not copied for what becomes of its parts: a million photos are recognised in a scan.
    var damage = metadata.damage
    if metadata.fileType == .unknown, damage == nil {
      damage = status.size == 0 ? "the file is empty" : "not a photo or video of a known format"
    }
    var values = metadata.values
    let camera: CameraName?
    if let facts {
      camera = facts.share(metadata.camera, &values)
    } else {
      camera = metadata.camera.map(CameraName.init)
    }
    storage = Storage(
      folder: folder, name: name, status: status, isSymbolicLink: isSymbolicLink, metadata: metadata,
      damage: damage, clocks: clocks, camera: camera, values: values)
  }

  /// The folder that holds the file.
  public var folder: Folder { storage.folder }
  /// The name of the file.
  public var name: FileName { storage.name }
  /// The absolute path of the file.
  public var path: FilePath { storage.folder.path(of: storage.name) }
  /// The bytes of the absolute path of the file, which need not be UTF-8.
  public var pathBytes: [UInt8] { storage.folder.bytes(of: storage.name) }
  /// Which file it is, whatever path leads to it.
  public var identity: FileStatus.Identity { storage.identity }
  /// True if the path is a symbolic link to the file.
  public var isSymbolicLink: Bool { storage.isSymbolicLink }
  /// True if the file has other names (hard links).
  public var hasOtherNames: Bool { storage.hasOtherNames }
  /// The size of the file in bytes.
  public var fileSize: Int64 { storage.size }
  /// When the file's content changed last.
  public var modified: FileStatus.Time { storage.modified }
  /// What the file is by its content.
  public var fileType: PhotoFileType { storage.fileType }
  /// The format by which assets are grouped and filtered.
  public var format: PhotoFormat { storage.fileType.format }
  /// Picture or video; `unknown` if the file does not tell.
  public var mediaType: MediaType { storage.fileType.mediaType }
  /// Size in pixels as stored, before orientation.
  public var pixelSize: PixelSize? { storage.pixelSize }
  /// How to turn the stored picture, if the file tells it.
  public var orientation: Orientation? { storage.orientation }
  /// When the photo was taken and how that is known: from the header, else the name, else the file's time.
  public var date: CaptureDate? { storage.date }
  /// The wall-clock time by which the asset is grouped, sorted and limited. It is that of `date`; a video's
  /// universal time is shown on the clock that the library was given for videos.
  public var wallTime: CivilTime? { storage.wallTime }
  /// The date on the clock by which the asset is grouped: `date`, a video's universal time converted.
  public var wallDate: CaptureDate? {
    guard let date, let wallTime, wallTime != date.time else { return date }
    return CaptureDate(
      time: wallTime, nanoseconds: date.nanoseconds, fractionDigits: date.fractionDigits,
      offsetMinutes: Int16(clamping: (wallTime.seconds - date.time.seconds) / 60), source: date.source)
  }
  /// Seconds from 1970-01-01T00:00:00Z to the capture, if its offset from UTC is known.
  public var timeInterval: Double? { storage.date?.unixTime }
  /// The camera, if the header names it.
  public var camera: Camera? { storage.camera?.camera }
  /// Make and model of the camera in one, if the header names it.
  package var cameraName: String? { storage.camera?.name }
  /// Where the photo was taken.
  public var location: GeoLocation? { storage.details?.location }
  /// Length of a video in seconds.
  public var duration: Double? { values[.duration]?.number }
  /// The values of the declared fields that the header has.
  public var values: MetadataValues { storage.values }
  /// Why the header cannot be read; `nil` if it can.
  public var damage: String? { storage.details?.damage }
  /// True if header or name tell that this is a screenshot.
  public var isScreenshot: Bool { storage.hasScreenshotMark }
  /// True if this is a screenshot, as large as the screen of an iPhone or iPad, and in a format in which they make them:
  /// PNG or HEIC.
  public var isIOSDeviceScreenshot: Bool {
    isScreenshot && (fileType == .png || fileType == .heic) && camera?.make == nil
      && pixelSize?.isScreenOfPhoneOrTablet == true
  }
}

extension Asset {
  /// True for JPEG.
  public var isJPEG: Bool { fileType == .jpeg }
  /// True for PNG.
  public var isPNG: Bool { fileType == .png }
  /// True for a picture.
  public var isPhoto: Bool { mediaType == .image }
  /// True for a video.
  public var isVideo: Bool { mediaType == .video }

  /// Year, month, day and hour of the wall clock as one number, `2014052510`; `nil` if there is no date.
  public var yyyyMMddHH: Int? {
    wallTime.map { time in
      let parts = time.parts
      return ((parts.year * 100 + parts.month) * 100 + parts.day) * 100 + parts.hour
    }
  }

  /// True if the file is gone from its path now.
  public var isDeleted: Bool {
    do throws(Errno) {
      return try FileStatus(path).identity != identity
    } catch {
      return true
    }
  }

  /// The `file://` URL of the file, every byte of the path kept (RFC 8089; RFC 3986, 2.1).
  public var url: String { FileURL.text(pathBytes) }
}

extension Asset: Hashable {
  /// Two assets are equal if they are the same file at the same path, unchanged in size and time.
  public static func == (left: Asset, right: Asset) -> Bool {
    left.storage === right.storage
      || left.identity == right.identity && left.name == right.name && left.folder == right.folder
        && left.fileSize == right.fileSize && left.modified == right.modified
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(name)
  }
}

/// A camera whose names are kept once for all its photos.
package final class CameraName: Sendable {
  package let camera: Camera
  package let name: String

  package init(_ camera: Camera) {
    self.camera = camera
    name = camera.name
  }
}

/// A set of shared facts for each worker, so that no worker waits for another.
final class WorkerFacts: Sendable {
  private let idle = Mutex<[SharedFacts]>([])

  func using<Result>(_ body: (SharedFacts) -> Result) -> Result {
    let facts = idle.withLock { $0.popLast() } ?? SharedFacts()
    defer { idle.withLock { $0.append(facts) } }
    return body(facts)
  }
}

/// What many photos of a library have in common, each kept once; safe to use from any task.
package final class SharedFacts: Sendable {
  private struct Facts {
    var cameras: [Camera: CameraName] = [:]
    var values: Set<MetadataValues> = []
  }

  /// How many values are kept, and how long they are at most: what is longer is mostly a photo's own.
  private static let limit = (count: 4096, length: 96)

  private let facts = Mutex(Facts())

  package init() {}

  /// Lets a photo share its values with others, and returns the one instance of its camera.
  package func share(_ camera: Camera?, _ values: inout MetadataValues) -> CameraName? {
    let isShort = !values.isEmpty && values.encoded.count <= Self.limit.length
    guard camera != nil || isShort else { return nil }
    return facts.withLock { facts in
      if isShort {
        if let known = facts.values.firstIndex(of: values) {
          values = facts.values[known]
        } else if facts.values.count < Self.limit.count {
          facts.values.insert(values)
        }
      }
      guard let camera else { return nil }
      if let name = facts.cameras[camera] { return name }
      let name = CameraName(camera)
      facts.cameras[camera] = name
      return name
    }
  }
}

/// The clocks by which a library dates what carries universal time only.
public struct LibraryClocks: Sendable {
  /// The clock for files' modification times.
  public var files: WallClock
  /// The clock on which universal times are grouped: those of videos, and of photos that Google Photos alone dates.
  public var videos: WallClock

  /// The machine's clock for files and, unless another is given, for videos.
  public init(files: WallClock = .machine, videos: WallClock? = nil) {
    self.files = files
    self.videos = videos ?? files
  }

  /// The date of a file by its modification time; `nil` at 1970-01-01T00:00:00Z, which says that no time was
  /// kept, and outside the years 1 to 9999.
  func fileDate(_ modified: FileStatus.Time) -> CaptureDate? {
    guard modified.seconds != 0, CaptureDate.unixRange.contains(modified.seconds) else { return nil }
    let offset = files.offsetMinutes(at: modified.seconds)
    return CaptureDate(
      time: CivilTime(seconds: modified.seconds + Int64(offset) * 60), offsetMinutes: offset, source: .file)
  }

  func wallTime(of date: CaptureDate) -> CivilTime {
    date.source.isUniversal ? videos.time(at: date.time.seconds) : date.time
  }
}
