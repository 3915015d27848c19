/// The values of the Exif directories of a photo, for a picture that is made of it.
///
/// It contains what describes the photo (Exif 2.32, 4.6.4 to 4.6.6), and nothing about the stored picture: no sizes,
/// positions of pixels, thumbnails and other pictures, and no tags of other programs.
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
  /// The range of the tags of the Exif IFD (Exif 2.32, table 7), without the tags of other directories.
  private static let exifTags: ClosedRange<UInt16> = 0x829A...0xA5FF
  /// The tags of the Exif IFD that depend on the stored picture or lead elsewhere.
  private static let staleTags: Set<UInt16> = [
    // Pointers and pictures: IPTC-IIM, Photoshop's resources, ICC, Exif, GPS, Interoperability.
    ExifTag.iptc, ExifTag.photoshopResources, 0x8773, ExifTag.exifIFD, ExifTag.gpsIFD, 0xA005,
    // CompressedBitsPerPixel, SubjectArea, RelatedSoundFile, FocalPlaneXResolution, …YResolution, …ResolutionUnit,
    // SubjectLocation
    0x9102, 0x9214, 0xA004, 0xA20E, 0xA20F, 0xA210, 0xA214,
    // XPTitle, XPComment, XPAuthor, XPKeywords, XPSubject
    0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,
  ]

  /// The types of tags that other files than JPEG may write otherwise: resolution, and GPSProcessingMethod.
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
        // RAW and telephones write some values in other types than Exif prescribes.
        if let type = Self.types[entry.tag], entry.type != type { continue }
        guard entry.length <= room, let value = Self.value(entry, in: structure) else { continue }
        room -= entry.length
        copy[entry.tag] = value
      }
      return copy
    }
    self.image = copy(image) { Self.imageTags.contains($0) }
    self.gps = copy(gps) { $0 <= 0x001F }
    self.exif = copy(exif) {
      Self.exifTags.contains($0) && !Self.staleTags.contains($0) && $0 != ExifTag.makerNote
    }
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
