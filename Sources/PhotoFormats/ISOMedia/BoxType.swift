/// The types of the boxes that are read. They are constants so that a walk compares numbers.
extension FourCC {
  static let fileType: FourCC = "ftyp"
  static let handler: FourCC = "hdlr"
  static let meta: FourCC = "meta"
  static let uuid: FourCC = "uuid"

  // Items (ISO/IEC 14496-12, 8.11) and their properties (ISO/IEC 23008-12, 6.5 and 9.3).
  static let primaryItem: FourCC = "pitm"
  static let itemInfo: FourCC = "iinf"
  static let itemInfoEntry: FourCC = "infe"
  static let itemLocation: FourCC = "iloc"
  static let itemData: FourCC = "idat"
  static let itemReference: FourCC = "iref"
  static let contentDescribes: FourCC = "cdsc"
  static let itemProperties: FourCC = "iprp"
  static let itemPropertyContainer: FourCC = "ipco"
  static let itemPropertyAssociation: FourCC = "ipma"
  static let imageSpatialExtents: FourCC = "ispe"
  static let imageRotation: FourCC = "irot"
  static let imageMirror: FourCC = "imir"
  static let exifItem: FourCC = "Exif"
  static let mimeItem: FourCC = "mime"
  static let pictureHandler: FourCC = "pict"

  // Movies (ISO/IEC 14496-12, 8.2 to 8.10; QuickTime File Format).
  static let movie: FourCC = "moov"
  static let movieHeader: FourCC = "mvhd"
  static let movieExtends: FourCC = "mvex"
  static let movieExtendsHeader: FourCC = "mehd"
  static let track: FourCC = "trak"
  static let trackHeader: FourCC = "tkhd"
  static let media: FourCC = "mdia"
  static let videoHandler: FourCC = "vide"
  static let soundHandler: FourCC = "soun"
  static let userData: FourCC = "udta"
  static let keys: FourCC = "keys"
  static let itemList: FourCC = "ilst"
  static let data: FourCC = "data"
  static let contentDate: FourCC = "©day"
  static let place: FourCC = "©xyz"
  static let maker: FourCC = "©mak"
  static let model: FourCC = "©mod"
  static let location3GPP: FourCC = "loci"

  // First boxes of QuickTime files older than `ftyp`.
  static let mediaData: FourCC = "mdat"
  static let wide: FourCC = "wide"
  static let free: FourCC = "free"
  static let skip: FourCC = "skip"
  static let preview: FourCC = "pnot"

  // Canon CR3.
  static let canonImage: FourCC = "CMT1"
  static let canonExif: FourCC = "CMT2"
  static let canonNote: FourCC = "CMT3"
  static let canonGPS: FourCC = "CMT4"
}
