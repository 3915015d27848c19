import CPhotoCodecs

/// The properties that photopick reads from XMP, and the members of contained structures.
struct XMPVocabulary: Sendable {
  static let all = XMPVocabulary()

  private static let outline = XMPOutline()
  let outline = Self.outline

  let dateTimeOriginal = outline.add((.exif, "DateTimeOriginal"))
  let dateCreated = outline.add((.photoshop, "DateCreated"))
  let createDate = outline.add((.xmp, "CreateDate"))
  let modifyDate = outline.add((.xmp, "ModifyDate"))
  /// The steps of editing, and the original file (XMP part 2, 2.2); any of them shows that a program made the file.
  let history =
    ["action", "changed", "when"].map { outline.add((.xmpMedia, "History"), (.resourceEvent, $0)) }
    + ["documentID", "instanceID"].map { outline.add((.xmpMedia, "DerivedFrom"), (.resourceReference, $0)) }
  let orientation = outline.add((.tiff, "Orientation"))
  let extendedPacket = outline.add((.xmpNote, "HasExtendedXMP"))
  let sidecarExtension = outline.add((.photoshop, "SidecarForExtension"))
  /// The sources of declared fields that are one property, or one field of the structures that a property contains.
  let declared = DeclaredSources { source -> [(XMPNamespace, StaticString)]? in
    guard case .xmp(let namespace, let name, field: let field) = source else { return nil }
    return [(namespace, name)] + (field.map { [(namespace, $0)] } ?? [])
  }.places.map { (field: $0.field, rank: $0.rank, name: outline.add($0.name)) }
  /// Levels are separated by `|`.
  let hierarchicalSubject = outline.add((.lightroom, "hierarchicalSubject"))
  /// Levels are separated by `/`.
  let tagsList = outline.add((.digiKam, "TagsList"))
  let colorLabel = outline.add((.digiKam, "ColorLabel"))
  let pickLabel = outline.add((.digiKam, "PickLabel"))
  /// An array of numbers.
  let darktableLabels = outline.add((.darktable, "colorlabels"))
  let colorClass = outline.add((.photoMechanic, "ColorClass"))
  let percentRating = outline.add((.microsoftRating, "Rating"))

  // MARK: Place (XMP part 2, 3.3)
  let latitude = outline.add((.exif, "GPSLatitude"))
  let longitude = outline.add((.exif, "GPSLongitude"))
  let altitude = outline.add((.exif, "GPSAltitude"))
  let altitudeReference = outline.add((.exif, "GPSAltitudeRef"))

  // MARK: People (Metadata Working Group, Guidelines 2.0, 5.9; Microsoft's people tags; IPTC)
  let regionName = region("Name")
  let regionType = region("Type")
  let x = area("x")
  let y = area("y")
  let width = area("w")
  let height = area("h")
  let unit = area("unit")
  let pictureWidth = picture("w")
  let pictureHeight = picture("h")
  let microsoftName = microsoftRegion("PersonDisplayName")
  let microsoftRectangle = microsoftRegion("Rectangle")
  let person = outline.add((.iptcExtension, "PersonInImage"))

  private static func region(_ field: StaticString) -> XMPName {
    outline.add((.regions, "Regions"), (.regions, "RegionList"), (.regions, field))
  }

  private static func area(_ field: StaticString) -> XMPName {
    outline.add((.regions, "Regions"), (.regions, "RegionList"), (.regions, "Area"), (.area, field))
  }

  private static func picture(_ field: StaticString) -> XMPName {
    outline.add((.regions, "Regions"), (.regions, "AppliedToDimensions"), (.dimensions, field))
  }

  private static func microsoftRegion(_ field: StaticString) -> XMPName {
    outline.add((.microsoftPhoto, "RegionInfo"), (.microsoftRegionInfo, "Regions"), (.microsoftRegion, field))
  }

  // MARK: Contents besides the picture
  // Motion Photo 1.0 and its predecessor, Micro Video.
  let motionPhoto = outline.add((.googleCamera, "MotionPhoto"))
  let microVideo = outline.add((.googleCamera, "MicroVideo"))
  /// The distances of a film from the end of the file; some writers use the second one.
  let filmOffsets = ["MicroVideoOffset", "MotionPhotoOffset"].map { outline.add((.googleCamera, $0)) }
  /// The purposes of the parts of the file, in their order.
  let semantic = part("Semantic")
  let length = part("Length")
  /// Any of them shows that the picture has a gain map (Ultra HDR 1.0; Adobe's and Apple's gain maps).
  let gainMap =
    ["Version", "GainMapMax", "HDRCapacityMax"].map { outline.add((.hdrGainMap, $0)) }
    + ["HDRGainMapVersion", "HDRGainMapHeadroom"].map { outline.add((.appleGainMap, $0)) }
  /// Any of them shows that the photo is a panorama (Photo Sphere XMP).
  let panorama = ["ProjectionType", "UsePanoramaViewer"].map { outline.add((.googlePano, $0)) }
  /// The text `true` in the metadata of a 360° video (Spherical Video RFC, version 1), which ExifTool writes as XMP.
  let spherical = outline.add((.googleSpherical, "Spherical"))

  private static func part(_ field: StaticString) -> XMPName {
    outline.add((.googleContainer, "Directory"), (.googleContainer, "Item"), (.googleItem, field))
  }
}

/// A property of XMP, or a field of the structures that a property contains, in an outline.
struct XMPName: Hashable, Sendable {
  let number: UInt16
}

/// The properties and fields to read from XMP packets; everything else is ignored.
final class XMPOutline: @unchecked Sendable {  // Complete before it is shared.
  /// `nil` if there was no memory.
  let storage: OpaquePointer?

  init() { storage = photo_xmp_outline_open() }

  deinit { photo_xmp_outline_close(storage) }

  func add(_ steps: (XMPNamespace, StaticString)...) -> XMPName { add(steps) }

  func add(_ steps: [(XMPNamespace, StaticString)]) -> XMPName {
    add(steps.map { ($0.rawValue, $1.description) })
  }

  /// Adds a property, or a field by the path to it: the property, then field in field. Arrays are not steps of the
  /// path.
  func add(_ steps: [(namespace: String, name: String)]) -> XMPName {
    var parent = Int32(PHOTO_XMP_TOP)
    for step in steps where storage != nil {
      parent = photo_xmp_outline_add(storage, parent, step.namespace, step.name)
    }
    // No value has the highest number.
    return XMPName(number: UInt16(exactly: parent) ?? .max)
  }
}
