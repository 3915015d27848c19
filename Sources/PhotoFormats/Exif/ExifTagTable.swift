import CPhotoCodecs
import PhotoFiles

/// The relevant Exif tags, which `ExifFields` and the declared fields name.
struct ExifTagTable: Sendable {
  static let all = ExifTagTable(standing + declared)

  /// The tags in ascending order of directory and tag; a tag's index is its number.
  let tags: [photo_exif_tag]
  private let ranges: [Range<Int>]

  private init(_ named: [(tag: UInt16, kind: ExifDirectoryKind)]) {
    var tags: [photo_exif_tag] = []
    ranges = ExifDirectoryKind.allCases.map { kind in
      let start = tags.count
      let ofKind = Set(named.lazy.filter { $0.kind == kind }.map(\.tag))
      tags += ofKind.sorted().map { photo_exif_tag(directory: kind.rawValue, tag: $0) }
      return start..<tags.count
    }
    self.tags = tags
  }

  private static let declared: [(UInt16, ExifDirectoryKind)] = MetadataField.allCases.flatMap { field in
    field.declaration.sources.compactMap { source in
      if case .exif(let tag, in: let kind, as: _) = source { (tag, kind) } else { nil }
    }
  }

  private static let standing: [(UInt16, ExifDirectoryKind)] =
    [
      ExifTag.make, ExifTag.model, ExifTag.orientation, ExifTag.dateTime, ExifTag.dateTimeOriginal,
      ExifTag.dateTimeDigitized,
    ].map { ($0, .image) }
    + [ExifTag.jpegInterchangeFormat, ExifTag.jpegInterchangeFormatLength].map { ($0, .thumbnail) }
    + [
      ExifTag.dateTimeOriginal, ExifTag.dateTimeDigitized, ExifTag.subSecTime, ExifTag.subSecTimeOriginal,
      ExifTag.subSecTimeDigitized, ExifTag.offsetTime, ExifTag.offsetTimeOriginal,
      ExifTag.offsetTimeDigitized,
      ExifTag.userComment, ExifTag.pixelXDimension, ExifTag.pixelYDimension,
    ].map { ($0, .exif) }
    + [
      ExifTag.gpsLatitudeRef, ExifTag.gpsLatitude, ExifTag.gpsLongitudeRef, ExifTag.gpsLongitude,
      ExifTag.gpsAltitudeRef, ExifTag.gpsAltitude, ExifTag.gpsTimeStamp, ExifTag.gpsSpeedRef,
      ExifTag.gpsDateStamp,
    ].map { ($0, .gps) }

  func number(of tag: UInt16, in kind: ExifDirectoryKind) -> Int? {
    let directory = tags[ranges[Int(kind.rawValue)]]
    let index = directory.partitioningIndex { $0.tag >= tag }
    return index < directory.endIndex && directory[index].tag == tag ? index : nil
  }

  /// Calls `body` with each entry of a directory and the number of its tag, if that is read and differs from the last
  /// one.
  ///
  /// Table and directory are in ascending order (TIFF 6.0, section 2); an entry out of order restarts the search.
  func match(_ entries: [TIFFEntry], of kind: ExifDirectoryKind, _ body: (TIFFEntry, Int?) -> Void) {
    let range = ranges[Int(kind.rawValue)]
    var number = range.lowerBound
    var last: UInt16 = 0
    for entry in entries {
      if entry.tag < last { number = range.lowerBound }
      last = entry.tag
      while number < range.upperBound, tags[number].tag < entry.tag { number += 1 }
      if number < range.upperBound, tags[number].tag == entry.tag {
        body(entry, number)
        number += 1
      } else {
        body(entry, nil)
      }
    }
  }
}
