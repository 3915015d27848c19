import PhotoFiles

extension FileName {
  /// Whether programs give such names to incomplete downloads and copies, and to backup copies of files that they change:
  /// `IMG_1.jpg.part`, `IMG_1.jpg_original` (ExifTool), `IMG_1.jpg~`.
  package var isInTransit: Bool {
    // Called for each name of each folder: the last byte decides most of them.
    switch bytes.last.map({ $0 | 0x20 }) {
    case UInt8(ascii: "~"): bytes.count > 1 && bytes.last == UInt8(ascii: "~")
    case UInt8(ascii: "t"): hasEnding(".part", ".filepart", ".dtapart", ".!ut")
    case UInt8(ascii: "d"): hasEnding(".crdownload", ".download", ".opdownload", ".fdmdownload", ".old")
    case UInt8(ascii: "k"): hasEnding(".bak")
    case UInt8(ascii: "p"): hasEnding(".tmp", ".temp", ".backup") || isOfExifTool("_exiftool_tmp")
    case UInt8(ascii: "l"): hasEnding(".partial", ".original") || isOfExifTool("_original")
    case UInt8(ascii: "g"): hasEnding(".orig")
    case UInt8(ascii: "b"): hasEnding(".!qb")
    case UInt8(ascii: "c"): hasEnding(".!sync")
    case UInt8(ascii: "!"): hasEnding(".bc!")
    default: false
    }
  }

  /// Whether ExifTool appended the ending to the name of a photo.
  private func isOfExifTool(_ ending: StaticString) -> Bool {
    hasEnding(ending)
      && FileName(unchecked: Array(bytes.dropLast(ending.utf8CodeUnitCount))).hasPhotoExtension
  }
}
