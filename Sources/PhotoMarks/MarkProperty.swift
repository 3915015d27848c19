/// An XMP property that photopick can change (XMP parts 1 and 2; vendors document the others).
enum MarkProperty: String, CaseIterable {
  case rating = "xmp:Rating"
  /// The rating of Windows in per cent.
  case percentRating = "MicrosoftPhoto:Rating"
  /// Whether digiKam rejects a photo.
  case pickLabel = "digiKam:PickLabel"
  case label = "xmp:Label"
  case colorLabel = "digiKam:ColorLabel"
  case darktableLabels = "darktable:colorlabels"
  case colorClass = "photomechanic:ColorClass"
  case keywords = "dc:subject"
  /// Lightroom's hierarchy, with `|` as separator.
  case hierarchy = "lr:hierarchicalSubject"
  /// digiKam's hierarchy, with `/` as separator.
  case tags = "digiKam:TagsList"
  case title = "dc:title"
  case caption = "dc:description"
  case latitude = "exif:GPSLatitude"
  case longitude = "exif:GPSLongitude"
  case altitude = "exif:GPSAltitude"
  case altitudeReference = "exif:GPSAltitudeRef"
  case dateTimeOriginal = "exif:DateTimeOriginal"
  case dateCreated = "photoshop:DateCreated"
  case createDate = "xmp:CreateDate"
  case metadataDate = "xmp:MetadataDate"
  /// The extension of the photo that a sidecar `IMG.xmp` belongs to.
  case sidecarExtension = "photoshop:SidecarForExtension"

  /// The capture date, best source first, as photopick and other applications read it.
  static let captureDates: [MarkProperty] = [.dateTimeOriginal, .dateCreated, .createDate]

  enum Form {
    case text
    case list
    /// A language alternative, of which the default is written.
    case languages
  }

  var form: Form {
    switch self {
    case .keywords, .hierarchy, .tags, .darktableLabels: .list
    case .title, .caption: .languages
    case .rating, .percentRating, .pickLabel, .label, .colorLabel, .colorClass, .dateTimeOriginal,
      .dateCreated, .createDate,
      .metadataDate, .sidecarExtension, .latitude, .longitude, .altitude, .altitudeReference:
      .text
    }
  }

  var space: String {
    switch self {
    case .rating, .label, .createDate, .metadataDate: "http://ns.adobe.com/xap/1.0/"
    case .percentRating: "http://ns.microsoft.com/photo/1.0/"
    case .darktableLabels: "http://darktable.sf.net/"
    case .colorLabel, .pickLabel, .tags: "http://www.digikam.org/ns/1.0/"
    case .colorClass: "http://ns.camerabits.com/photomechanic/1.0/"
    case .keywords, .title, .caption: "http://purl.org/dc/elements/1.1/"
    case .latitude, .longitude, .altitude, .altitudeReference: "http://ns.adobe.com/exif/1.0/"
    case .hierarchy: "http://ns.adobe.com/lightroom/1.0/"
    case .dateTimeOriginal: "http://ns.adobe.com/exif/1.0/"
    case .dateCreated, .sidecarExtension: "http://ns.adobe.com/photoshop/1.0/"
    }
  }

  var name: String { String(rawValue.drop { $0 != ":" }.dropFirst()) }
}
