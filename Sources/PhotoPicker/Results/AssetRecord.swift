import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The record of an asset: what `info` prints, in plain keys.
public struct AssetRecord: Sendable {
  /// The asset.
  public let asset: Asset
  /// Number and group, where the asset stands in a view.
  public let place: PickedAsset?

  /// The record of an asset that stands in no view.
  public init(_ asset: Asset) {
    self.asset = asset
    place = nil
  }

  /// The record of an asset of a view, with `number`, `group` and `album`.
  public init(_ picked: PickedAsset) {
    asset = picked.asset
    place = picked
  }

  /// Writes the record as a dictionary; keys that do not apply are left out.
  public func write(to writer: inout some RecordWriter) {
    writer.beginDictionary()
    if let place {
      writer.entry("number", Int64(place.number))
      writer.entry("group", place.groupKey)
      writer.entry("album", asset.folder.name)
    }
    let path = asset.pathBytes
    writer.key("path")
    writer.string(utf8: path)
    writer.key("url")
    writer.string(utf8: FileURL.bytes(path))
    writer.key("name")
    writer.string(utf8: asset.name.bytes)
    writer.entry("format", asset.format.rawValue)
    writer.entry("typeIdentifier", asset.fileType.typeIdentifier)
    writer.entry("mediaType", asset.mediaType.rawValue)
    writer.entry("pixelWidth", asset.pixelSize.map { Int64($0.width) })
    writer.entry("pixelHeight", asset.pixelSize.map { Int64($0.height) })
    writer.entry("orientation", asset.orientation.map { Int64($0.rawValue) })
    writer.entry("date", asset.date)
    writer.entry("dateSource", asset.date?.source.name)
    writer.entry("make", asset.camera?.make)
    writer.entry("model", asset.camera?.model)
    writer.entry("latitude", asset.location?.latitude)
    writer.entry("longitude", asset.location?.longitude)
    writer.entry("altitude", asset.location?.altitude)
    writer.entry("duration", asset.duration)
    writer.entry("fileSize", asset.fileSize)
    writer.key("modified")
    asset.modified.captureDate.time.withUniversalISO8601 { writer.string(utf8: $0) }
    if asset.isScreenshot { writer.entry("screenshot", true) }
    writer.entry("damaged", asset.damage)
    writer.endDictionary()
  }

  /// The value of a field of an output template; `nil` where it does not apply.
  public func value(of field: OutputTemplate.Field) -> OutputTemplate.Value? {
    switch field {
    case .number: place.map { .integer(Int64($0.number)) }
    case .group: place.map { .text($0.groupKey) }
    case .album: .text(asset.folder.name)
    case .path: .bytes(asset.pathBytes)
    case .url: .text(asset.url)
    case .name: .bytes(asset.name.bytes)
    case .format: .text(asset.format.rawValue)
    case .typeIdentifier: .text(asset.fileType.typeIdentifier)
    case .mediaType: .text(asset.mediaType.rawValue)
    case .pixelWidth: asset.pixelSize.map { .integer(Int64($0.width)) }
    case .pixelHeight: asset.pixelSize.map { .integer(Int64($0.height)) }
    case .orientation: asset.orientation.map { .integer(Int64($0.rawValue)) }
    case .date: asset.wallDate.map { .date($0) }
    case .dateSource: asset.date.map { .text($0.source.name) }
    case .make: asset.camera?.make.map { .text($0) }
    case .model: asset.camera?.model.map { .text($0) }
    case .latitude: asset.location.map { .number($0.latitude) }
    case .longitude: asset.location.map { .number($0.longitude) }
    case .altitude: asset.location?.altitude.map { .number($0) }
    case .duration: asset.duration.map { .number($0) }
    case .fileSize: .integer(asset.fileSize)
    case .modified: .date(asset.modified.captureDate)
    case .screenshot: .bool(asset.isScreenshot)
    case .damaged: asset.damage.map { .text($0) }
    }
  }
}
