import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// An album's record, as printed by `list-albums`.
public struct AlbumRecord: ListEntry {
  public let album: AlbumSummary
  /// The key of the group that the album's photos are limited to.
  public let group: String?

  public init(_ album: AlbumSummary, group: String? = nil) {
    self.album = album
    self.group = group
  }

  public static let fields: [RecordField<AlbumRecord>] = [
    RecordField("group", .text) { $0.group.map { .text($0) } },
    RecordField("name", .text) { .text($0.album.name) },
    RecordField("type", .text) { .text($0.album.folder == nil ? "all" : "folder") },
    RecordField("path", .text) { $0.album.folder.map { .bytes($0.bytes) } },
    RecordField("url", .text, pickerKey: "UIImagePickerControllerReferenceURL") {
      $0.album.folder.map { .bytes(FileURL.bytes($0.bytes)) }
    },
    RecordField("count", .integer) { .integer(Int64($0.album.count)) },
    RecordField("firstDate", .date) { $0.album.dates.map { .date(Self.date($0.lowerBound)) } },
    RecordField("lastDate", .date) { $0.album.dates.map { .date(Self.date($0.upperBound)) } },
    RecordField("fileSize", .integer) { $0.album.fileSize.map { .integer($0) } },
    RecordField("poster", .text) { $0.album.poster.map { .bytes($0.pathBytes) } },
  ]

  /// A local time with unknown offset.
  private static func date(_ time: CivilTime) -> CaptureDate { CaptureDate(time: time, source: .file) }
}
