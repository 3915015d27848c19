import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage

/// A photo or video of a library: a file with its metadata.
///
///     asset.date?.iso8601   // "2014-05-25T10:00:00+09:00"
///     asset.isScreenshot    // false
///
/// An asset is a reference to constant storage, and to its stack. A million assets are cheap to sort, group and pass
/// between tasks.
public struct Asset: Sendable, Hashable {
  private final class Storage: Sendable {
    let folder: Folder
    let name: FileName
    let device: UInt64
    let state: FileState
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
      device = status.identity.device
      state = FileState(status)
      let date = metadata.captureDate ?? name.captureDate ?? clocks.fileDate(status.modified)
      self.date = date
      wallTime = date.map { clocks.wallTime(of: $0, at: metadata.location) }
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

  /// Properties of few assets, stored separately to save memory.
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
  /// The stack that contains the asset, if a query found stacks; see ``StackFinder``.
  public private(set) var stack: AssetStack?
  /// The index of the asset among the members of its stack; 0 without a stack.
  package private(set) var memberIndex: Int32 = 0
  /// The group of duplicates that contains the asset, if a query found duplicates; see ``DuplicateSearch``.
  public private(set) var duplicates: DuplicateGroup?

  package init(
    folder: Folder, name: FileName, status: FileStatus, isSymbolicLink: Bool = false,
    metadata: PhotoMetadata, clocks: LibraryClocks, sharing facts: SharedFacts? = nil
  ) {
    var values = metadata.values
    let camera: CameraName?
    if let facts {
      camera = facts.share(metadata.camera, &values)
    } else {
      camera = metadata.camera.map(CameraName.init)
    }
    self.init(
      folder: folder, name: name, status: status, isSymbolicLink: isSymbolicLink, metadata: metadata,
      clocks: clocks, camera: camera, values: values)
  }

  /// Creates an asset that shares camera and values with others.
  package init(
    folder: Folder, name: FileName, status: FileStatus, isSymbolicLink: Bool, metadata: PhotoMetadata,
    clocks: LibraryClocks, camera: CameraName?, values: MetadataValues
  ) {
    // Avoid copying the metadata: a scan creates a million assets.
    var damage = metadata.damage
    if metadata.fileType == .unknown, damage == nil {
      damage = status.size == 0 ? "the file is empty" : "not a photo or video of a known format"
    }
    storage = Storage(
      folder: folder, name: name, status: status, isSymbolicLink: isSymbolicLink, metadata: metadata,
      damage: damage, clocks: clocks, camera: camera, values: values)
  }

  /// Returns the asset as the member of a stack at an index.
  func `in`(_ stack: AssetStack?, at index: Int32) -> Asset {
    var asset = self
    (asset.stack, asset.memberIndex) = (stack, index)
    return asset
  }

  /// Returns the asset as a member of a group of duplicates.
  package func `in`(duplicates: DuplicateGroup?) -> Asset {
    var asset = self
    asset.duplicates = duplicates
    return asset
  }

  /// Returns the asset in the stack and the group of duplicates of another.
  package func inGroups(of other: Asset) -> Asset {
    self.in(other.stack, at: other.memberIndex).in(duplicates: other.duplicates)
  }

  public var folder: Folder { storage.folder }
  public var name: FileName { storage.name }
  public var path: FilePath { storage.folder.path(of: storage.name) }
  /// The bytes of the absolute path, which may be invalid UTF-8.
  public var pathBytes: [UInt8] { storage.folder.bytes(of: storage.name) }
  /// Identifies the folder object without a reference, for whose count threads would contend.
  package var folderIdentifier: ObjectIdentifier { ObjectIdentifier(storage.folder) }
  /// Calls `body` with the bytes of the absolute path, without allocating memory for a usual one.
  package func withPathBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    storage.folder.withBytes(of: storage.name, body)
  }
  /// The identity of the file, independent of its path.
  public var identity: FileStatus.Identity {
    FileStatus.Identity(device: storage.device, inode: storage.state.inode)
  }
  public var isSymbolicLink: Bool { storage.isSymbolicLink }
  /// Whether the file has other hard links.
  public var hasOtherNames: Bool { storage.hasOtherNames }
  /// The size of the file in bytes.
  public var fileSize: Int64 { storage.state.size }
  public var modified: FileStatus.Time { storage.state.modified }
  /// The state of the file when it was found, by which caches recognize that it has changed since.
  public var state: FileState { storage.state }
  /// The file type, detected from the content.
  public var fileType: PhotoFileType { storage.fileType }
  public var format: PhotoFormat { storage.fileType.format }
  /// Picture or video; `unknown` if it can't be determined.
  public var mediaType: MediaType { storage.fileType.mediaType }
  /// The size in pixels as stored, before the orientation is applied.
  public var pixelSize: PixelSize? { storage.pixelSize }
  public var orientation: Orientation? { storage.orientation }
  /// The capture date and its source: the header, otherwise the file name, otherwise the modification time.
  public var date: CaptureDate? { storage.date }
  /// The local capture time, by which assets are grouped, sorted and limited. The universal time of a video is
  /// converted by the library's clock for videos.
  public var wallTime: CivilTime? { storage.wallTime }
  /// The capture date in local time: `date`, with the universal time of a video converted.
  public var wallDate: CaptureDate? {
    guard let date, let wallTime, wallTime != date.time else { return date }
    return CaptureDate(
      time: wallTime, nanoseconds: date.nanoseconds, fractionDigits: date.fractionDigits,
      offsetMinutes: Int16(clamping: (wallTime.seconds - date.time.seconds) / 60), source: date.source)
  }
  /// The capture time in seconds since 1970-01-01T00:00:00Z, if the offset from UTC is known.
  public var timeInterval: Double? { storage.date?.unixTime }
  public var camera: Camera? { storage.camera?.camera }
  /// Make and model in one string.
  package var cameraName: String? { storage.camera?.name }
  public var location: GeoLocation? { storage.details?.location }
  /// The duration of a video in seconds.
  public var duration: Double? { values[.duration]?.number }
  public var values: MetadataValues { storage.values }
  /// The reason why the header is invalid, or `nil` if it is valid.
  public var damage: String? { storage.details?.damage }
  /// A Boolean value indicating a screenshot, by the header or the file name.
  public var isScreenshot: Bool { storage.hasScreenshotMark }
  /// Whether this is a screenshot with the size of an iPhone or iPad screen, in PNG or HEIC format.
  public var isIOSDeviceScreenshot: Bool {
    isScreenshot && (fileType == .png || fileType == .heic) && camera?.make == nil
      && pixelSize?.isScreenOfPhoneOrTablet == true
  }

  public var isJPEG: Bool { fileType == .jpeg }
  public var isPNG: Bool { fileType == .png }
  public var isPhoto: Bool { mediaType == .image }
  public var isVideo: Bool { mediaType == .video }

  /// The year, month, day and hour of the local capture time as a decimal number, `2014052510`.
  public var yyyyMMddHH: Int? {
    wallTime.map { time in
      let parts = time.parts
      return ((parts.year * 100 + parts.month) * 100 + parts.day) * 100 + parts.hour
    }
  }

  /// Whether the file at the path was deleted or replaced.
  public var isDeleted: Bool { (try? FileStatus(path))?.identity != identity }

  /// The `file://` URL, preserving every byte of the path (RFC 8089; RFC 3986, 2.1).
  public var url: String { FileURL.text(pathBytes) }

  /// Assets are equal if they refer to the same file at the same path, in the same state.
  public static func == (left: Asset, right: Asset) -> Bool {
    left.storage === right.storage
      || left.state == right.state && left.storage.device == right.storage.device && left.name == right.name
        && left.folder == right.folder
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(name)
  }
}

extension Asset {
  /// Returns `true` if neither the file nor any known metadata has changed. The state of the file doesn't suffice: the
  /// metadata may come from sidecars.
  package func isUnchanged(since earlier: Asset) -> Bool {
    self == earlier && fileType == earlier.fileType && pixelSize == earlier.pixelSize
      && orientation == earlier.orientation && date == earlier.date && wallTime == earlier.wallTime
      && isScreenshot == earlier.isScreenshot && camera == earlier.camera && location == earlier.location
      && values == earlier.values && damage == earlier.damage
  }
}

extension Asset {
  /// The metadata to write into pictures that are made of the photo: with the date on the local clock.
  public var pictureMetadata: PictureMetadata {
    PictureMetadata(date: wallDate, camera: camera, location: location, values: values)
  }
}

/// The names of a camera, shared by its photos.
package final class CameraName: Sendable {
  package let camera: Camera
  package let name: String

  package init(_ camera: Camera) {
    self.camera = camera
    name = camera.name
  }
}

/// A pool of facts, one set per worker to avoid contention.
final class WorkerFacts: Sendable {
  private let idle = Mutex<[SharedFacts]>([])

  func using<Result>(_ body: (SharedFacts) -> Result) -> Result {
    let facts = idle.withLock { $0.popLast() } ?? SharedFacts()
    defer { idle.withLock { $0.append(facts) } }
    return body(facts)
  }
}

/// Deduplicates values that many photos have in common. Thread-safe.
package final class SharedFacts: Sendable {
  private struct Facts {
    var cameras: [Camera: CameraName] = [:]
    var values: Set<MetadataValues> = []
    var decodedCameras = DecodedValues<CameraName>()
    var decodedValues = DecodedValues<MetadataValues>()
  }

  /// The maximum number and length of shared values. Longer values are rarely equal.
  private static let limit = (count: 4096, length: 96)

  private let facts = Mutex(Facts())

  package init() {}

  /// Replaces values by a shared copy, and returns the shared instance of the camera.
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

  /// Decodes a camera. Equal bytes share one instance.
  package func camera(_ bytes: UnsafeRawBufferPointer, _ decode: () -> Camera?) -> CameraName? {
    facts.withLock { facts in
      facts.decodedCameras.value(of: bytes, upTo: Self.limit.count) { decode().map(CameraName.init) }
    }
  }

  /// Decodes values, sharing memory for equal bytes. Returns `nil` if the bytes are invalid.
  package func values(_ bytes: UnsafeRawBufferPointer) -> MetadataValues? {
    guard bytes.count <= Self.limit.length else { return MetadataValues(encoded: Array(bytes)) }
    return facts.withLock { facts in
      facts.decodedValues.value(of: bytes, upTo: Self.limit.count) { MetadataValues(encoded: Array(bytes)) }
    }
  }
}

/// The clocks that convert universal times to local times.
public struct LibraryClocks: Sendable {
  public var files: WallClock
  /// The clock for UTC times: in videos, and in photos dated only by Google Photos.
  public var videos: WallClock
  /// The clocks of the places where photos were taken, which take precedence over `videos`.
  package var places: PlaceClocks?

  /// Uses the machine's clock for files and, unless specified, for videos.
  public init(files: WallClock = .machine, videos: WallClock? = nil) {
    self.files = files
    self.videos = videos ?? files
  }

  /// Converts a modification time to a date; `nil` outside the years 1 to 9999, and at 1970-01-01T00:00:00Z, which
  /// indicates a missing time.
  func fileDate(_ modified: FileStatus.Time) -> CaptureDate? {
    guard modified.seconds != 0, CaptureDate.unixRange.contains(modified.seconds) else { return nil }
    let offset = files.offsetMinutes(at: modified.seconds)
    return CaptureDate(
      time: CivilTime(seconds: modified.seconds + Int64(offset) * 60), offsetMinutes: offset, source: .file)
  }

  func wallTime(of date: CaptureDate, at location: GeoLocation?) -> CivilTime {
    date.source.isUniversal ? videoTime(date.time.seconds, at: location) : date.time
  }

  /// Converts a UTC time of a video to local time.
  package func videoTime(_ seconds: Int64, at location: GeoLocation?) -> CivilTime {
    (location.flatMap { places?.clock(at: $0) } ?? videos).time(at: seconds)
  }

  /// Converts a modification time to local time; `nil` if it is no date.
  package func fileTime(_ seconds: Int64) -> CivilTime? {
    fileDate(FileStatus.Time(seconds: seconds, nanoseconds: 0))?.time
  }
}
