/// The values of the Exif directories of a photo, for a picture that is made of it.
///
/// Contains the tags that describe the photo (Exif 2.32, 4.6.4 to 4.6.6). Omits the tags that describe the stored
/// picture, such as sizes, pixel positions and thumbnails, and private tags.
package struct ExifCopy: Sendable, Hashable {
  typealias Directory = [UInt16: TIFFValue]

  let order: ByteOrder
  var image: Directory = [:]
  var exif: Directory = [:]
  var gps: Directory = [:]
  /// The position of the maker note from the TIFF header, from which its offsets may count.
  private(set) var notePosition: Int?

  /// The maximum size of a block in a JPEG segment, and of all values: 65,535 bytes minus the length and "Exif\0\0"
  /// (ITU-T T.81, B.1.1.4; Exif 2.32, 4.7.2).
  static let sizeLimit = 65_527

  /// The tags of IFD0 that describe a photo: strings, resolution, date, and the host.
  private static let imageTags: Set<UInt16> = [
    ExifTag.imageDescription, ExifTag.make, ExifTag.model, ExifTag.xResolution, ExifTag.yResolution,
    ExifTag.resolutionUnit, ExifTag.software, ExifTag.dateTime, ExifTag.artist, 0x013C, ExifTag.copyright,
  ]
  /// The tags of the Exif IFD that still apply to a picture made of the photo (Exif 2.32, table 7; 3.0, CameraFirmware).
  /// The maker note is copied separately.
  private static let exifTags = Set<UInt16>(
    [
      0x829A...0x829A, 0x829D...0x829D, 0x8822...0x8822, 0x8824...0x8824, 0x8827...0x8828, 0x8830...0x8835,
      0x9000...0x9000, 0x9003...0x9004, 0x9010...0x9012, 0x9201...0x920A, 0x9286...0x9286, 0x9290...0x9292,
      0x9400...0x9405, 0xA20B...0xA20C, 0xA215...0xA215, 0xA217...0xA217, 0xA300...0xA302, 0xA401...0xA40C,
      0xA420...0xA420, 0xA430...0xA435, 0xA439...0xA439, 0xA460...0xA462, 0xA500...0xA500,
    ].joined())

  /// The types that Exif prescribes for tags to which RAW and TIFF files may give another type. Entries of another type
  /// are skipped.
  private static let types: [UInt16: IFDType] = [
    ExifTag.xResolution: .rational, ExifTag.yResolution: .rational, ExifTag.resolutionUnit: .short,
    0x001B: .undefined,
  ]

  /// - Parameter keepsNote: `true` if the values of the maker note are in it, as in Exif blocks.
  init(_ directories: TIFFDirectories, keepsNote: Bool) {
    self.init(
      image: (directories.image, directories), exif: directories.directory(.exif).map { ($0, directories) },
      gps: directories.directory(.gps).map { ($0, directories) }, order: directories.reader.order)
    guard keepsNote, let entry = directories.directory(.exif)?[ExifTag.makerNote],
      entry.length > 0, entry.position > 8, entry.position + entry.length <= Self.sizeLimit,
      let value = Self.value(entry, in: directories)
    else { return }
    exif[ExifTag.makerNote] = value
    notePosition = entry.position
  }

  /// Copies directories, which may be in separate structures.
  init(
    image: (TIFFDirectory, TIFFDirectories)?, exif: (TIFFDirectory, TIFFDirectories)?,
    gps: (TIFFDirectory, TIFFDirectories)?, order: ByteOrder
  ) {
    self.order = order
    var room = Self.sizeLimit
    func copy(
      _ source: (TIFFDirectory, TIFFDirectories)?, _ isWanted: (UInt16) -> Bool
    ) -> Directory {
      guard let (directory, structure) = source, structure.reader.order == order else { return [:] }
      var copy: Directory = [:]
      for entry in directory.entries where isWanted(entry.tag) && copy[entry.tag] == nil {
        if let type = Self.types[entry.tag], entry.type != type { continue }
        guard entry.length <= room, let value = Self.value(entry, in: structure) else { continue }
        room -= entry.length
        copy[entry.tag] = value
      }
      return copy
    }
    self.image = copy(image) { Self.imageTags.contains($0) }
    self.gps = copy(gps) { $0 <= 0x001F }
    self.exif = copy(exif) { Self.exifTags.contains($0) }
  }

  private static func value(_ entry: TIFFEntry, in structure: TIFFDirectories) -> TIFFValue? {
    guard entry.length <= sizeLimit, entry.type.rawValue <= IFDType.ifd.rawValue,
      let found = structure.reader.value(of: entry, limit: sizeLimit)
    else { return nil }
    return TIFFValue(entry.type, count: entry.count, found.bytes.array)
  }

  /// Returns the copy with missing values from another block of the same photo.
  func completed(by other: ExifCopy?) -> ExifCopy {
    guard let other, other.order == order else { return self }
    var copy = self
    copy.image.merge(other.image) { own, _ in own }
    copy.gps = gps.isEmpty ? other.gps : gps
    let hasNote = exif[ExifTag.makerNote] != nil
    copy.exif.merge(other.exif) { own, _ in own }
    if !hasNote { copy.notePosition = other.notePosition }
    return copy
  }

  mutating func take(_ changes: [ExifChange]) {
    for change in changes {
      switch change.kind {
      case .image: image[change.tag] = change.value
      case .exif: exif[change.tag] = change.value
      case .gps: gps[change.tag] = change.value
      case .thumbnail: break
      }
    }
  }

  mutating func removeNote() {
    exif[ExifTag.makerNote] = nil
    notePosition = nil
  }
}
