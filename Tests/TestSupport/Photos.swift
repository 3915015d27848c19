import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Fake photos, for models and layouts.
package enum Photos {
  /// A photo in a folder.
  package static func asset(
    _ name: String, in folder: FilePath = "/photos", size: Int64 = 1000, date: String? = nil,
    camera: Camera? = nil, keywords: [String] = [], damage: String? = nil,
    change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> Asset {
    var metadata = PhotoMetadata()
    metadata.fileType = .jpeg
    metadata.pixelSize = PixelSize(width: 400, height: 300)
    metadata.camera = camera
    metadata.damage = damage
    if !keywords.isEmpty { metadata.values[.keywords] = .list(keywords) }
    if let date, let period = DatePeriod(date) {
      metadata.captureDate = CaptureDate(time: period.first, source: .exifDateTimeOriginal)
    }
    change(&metadata)
    let status = FileStatus(
      identity: FileStatus.Identity(device: 1, inode: UInt64(truncatingIfNeeded: name.hashValue)), size: size,
      modified: FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0),
      changed: FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0), linkCount: 1)
    return Asset(
      folder: Folder(folder), name: FileName(unchecked: Array(name.utf8)), status: status, metadata: metadata,
      clocks: LibraryClocks())
  }

  /// Groups with a number of photos each, named `0-0.jpg` by group and item.
  package static func groups(
    _ counts: [Int], change: (Int, Int) -> Asset? = { _, _ in nil }
  ) -> [AssetGroup] {
    counts.enumerated().map { group, count in
      AssetGroup(
        key: "\(group)", title: "Section \(group)",
        assets: (0..<count).map { change(group, $0) ?? asset("\(group)-\($0).jpg") })
    }
  }
}
