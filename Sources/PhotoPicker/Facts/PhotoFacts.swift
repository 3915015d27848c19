import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Descriptions of photos for users. Values are unescaped: front ends escape control characters.
package enum PhotoFacts {
  /// Formats the duration of a video in seconds as `0:07` or `1:02:03`.
  package static func length(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.isFinite ? seconds.rounded() : 0, 0), 1e9))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let rest = "\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    guard hours > 0 else { return "\(minutes):\(rest)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }

  /// Formats a time as `2014-05-25 10:00` or `2014-05-25 10:00:07`.
  package static func date(_ time: CivilTime, showsSeconds: Bool = false) -> String {
    let text = time.iso8601
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(showsSeconds ? 8 : 5))"
  }

  /// Formats a date that lacks the time of day as `2014-05-25 --:--`.
  package static func date(_ date: CaptureDate, showsSeconds: Bool = false) -> String {
    let text = Self.date(date.time, showsSeconds: showsSeconds)
    return date.hasTimeOfDay ? text : "\(text.prefix(10)) --:--"
  }

  /// Returns `true` if two photos were taken within the same minute, so that only seconds distinguish them.
  package static func shareMinute(_ left: Asset, _ right: Asset) -> Bool {
    guard let first = left.wallTime, let second = right.wallTime else { return false }
    return first.seconds.flooredQuotient(60) == second.seconds.flooredQuotient(60)
  }

  /// A folder's path, with `~` for the home directory and U+FFFD for invalid UTF-8.
  package static func path(_ bytes: [UInt8]) -> String {
    let home = (try? UserFolders.current.home.fileSystemBytes) ?? []
    let rest = bytes.dropFirst(home.count)
    guard home.count > 1, bytes.starts(with: home), rest.isEmpty || rest.first == UInt8(ascii: "/") else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: Array("~".utf8) + rest, as: UTF8.self)
  }

  package static let gap = "  "

  /// The rating and label: `★★★ Red`, `rejected`, or an empty string.
  package static func judgement(_ asset: Asset) -> String {
    let stars = asset.stars.map { String(repeating: "★", count: $0) } ?? "rejected"
    return [stars, asset.label ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// All facts about a photo in display order; unknown values are omitted.
  package static func facts(of asset: Asset) -> [(name: String, text: String)] {
    let facts = [
      ("Name", asset.name.text), ("Marks", judgement(asset)),
      ("Date", asset.wallTime.map { date($0) + (asset.isDatedByFile ? " (of the file)" : "") } ?? ""),
      ("Files", files(of: asset)),
      ("Camera", asset.camera?.name ?? ""), ("Lens", text(.lens, of: asset)),
      ("Exposure", exposure(of: asset)), ("Size", size(of: asset)),
      ("File size", ByteText.size(asset.fileSize)), ("Place", place(of: asset)),
      ("Title", text(.title, of: asset)), ("Caption", text(.caption, of: asset)),
      ("Keywords", text(.keywords, of: asset)), ("Folder", path(asset.folder.bytes)),
    ]
    return facts.filter { !$1.isEmpty }.map { (name: $0, text: $1) }
  }

  /// Its files, for example `RAW+JPEG: IMG_1.JPG, IMG_1.CR3`, and its burst.
  private static func files(of asset: Asset) -> String {
    guard let stack = asset.stack else { return "" }
    let names = asset.shotMembers.map(\.asset.name.text).joined(separator: ", ")
    let files = ViewUnit.shot.badge(of: asset).map { "\($0): \(names)" }
    return [files, stack.shotCount > 1 ? stack.badge : nil].compactMap(\.self).joined(separator: "; ")
  }

  private static func text(_ field: MetadataField, of asset: Asset) -> String {
    asset.values.texts(field).joined(separator: ", ")
  }

  /// For example, `1/250 s  f/2.8  ISO 1600  35 mm`.
  private static func exposure(of asset: Asset) -> String {
    let fields: [MetadataField] = [.exposureTime, .aperture, .iso, .focalLength]
    return fields.compactMap { field in
      asset.values[field]?.number.map { number in
        field == .iso ? "ISO \(Int64(number))" : field.unit?.text(number) ?? ""
      }
    }.joined(separator: gap)
  }

  /// For example, `6000 × 4000, 24 MP`.
  private static func size(of asset: Asset) -> String {
    guard let size = asset.pixelSize else { return "" }
    let megapixels = (Double(size.width) * Double(size.height) / 1e5).rounded() / 10
    let text = "\(size.width) × \(size.height)" + (megapixels > 0 ? ", \(megapixels.shortestText) MP" : "")
    return text + (asset.duration.map { ", " + length($0) } ?? "")
  }

  private static func place(of asset: Asset) -> String {
    let values = PlaceNames.values(of: asset).values
    let names = [MetadataField.sublocation, .city, .state, .country].compactMap { field in
      if case .text(let text)? = values[field] { text } else { nil }
    }
    if !names.isEmpty { return names.joined(separator: ", ") }
    return asset.location.map { place in
      [place.latitude, place.longitude].map { (($0 * 1e5).rounded() / 1e5).shortestText }
        .joined(separator: ", ")
    } ?? ""
  }
}

extension Asset {
  /// The rating in stars, 0 to 5; `nil` if the photo is rejected.
  package var stars: Int? {
    let rating = values[.rating]?.number ?? 0
    return rating < 0 ? nil : Int(min(rating, 5))
  }

  /// Whether the rating is -1.
  package var isRejected: Bool { stars == nil }

  package var label: String? { values.texts(.label).first }

  /// Whether the modification date of the file is the only known date.
  package var isDatedByFile: Bool { date?.source == .file }
}
