/// All names that are read of XMP.
struct XMPVocabulary: Sendable {
  /// Made once.
  static let all = XMPVocabulary()

  let outline: XMPOutline
  let dateTimeOriginal: XMPName
  let dateCreated: XMPName
  let createDate: XMPName
  let modifyDate: XMPName
  /// What was done to the file, step by step, and what it was made from (XMP part 2, 2.2); any of these is enough.
  let history: [XMPName]
  let orientation: XMPName
  let extendedPacket: XMPName
  let sidecarExtension: XMPName
  /// Sources of declared fields that are one property, or one field of the structures that a property holds.
  let declared: [(field: MetadataField, rank: Int, name: XMPName)]
  let place: XMPPlaceNames
  let people: XMPPeopleNames
  let origin: XMPOriginNames
  /// `lr:hierarchicalSubject`, in which `|` stands between the levels.
  let hierarchicalSubject: XMPName
  /// `digiKam:TagsList`, in which `/` stands between the levels.
  let tagsList: XMPName
  let colorLabel: XMPName
  let colorClass: XMPName

  private init() {
    let outline = XMPOutline()
    self.outline = outline
    dateTimeOriginal = outline.add((.exif, "DateTimeOriginal"))
    dateCreated = outline.add((.photoshop, "DateCreated"))
    createDate = outline.add((.xmp, "CreateDate"))
    modifyDate = outline.add((.xmp, "ModifyDate"))
    history =
      ["action", "changed", "when"].map { outline.add((.xmpMedia, "History"), (.resourceEvent, $0)) }
      + ["documentID", "instanceID"].map { outline.add((.xmpMedia, "DerivedFrom"), (.resourceReference, $0)) }
    orientation = outline.add((.tiff, "Orientation"))
    extendedPacket = outline.add((.xmpNote, "HasExtendedXMP"))
    sidecarExtension = outline.add((.photoshop, "SidecarForExtension"))
    let sources = DeclaredSources { source -> [(XMPNamespace, StaticString)]? in
      guard case .xmp(let namespace, let name, field: let field) = source else { return nil }
      return [(namespace, name)] + (field.map { [(namespace, $0)] } ?? [])
    }
    declared = sources.places.map { ($0.field, $0.rank, outline.add($0.name)) }
    place = XMPPlaceNames(outline)
    people = XMPPeopleNames(outline)
    origin = XMPOriginNames(outline)
    hierarchicalSubject = outline.add((.lightroom, "hierarchicalSubject"))
    tagsList = outline.add((.digiKam, "TagsList"))
    colorLabel = outline.add((.digiKam, "ColorLabel"))
    colorClass = outline.add((.photoMechanic, "ColorClass"))
  }
}
