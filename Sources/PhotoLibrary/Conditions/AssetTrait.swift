import PhotoFormats

public enum AssetTrait: Sendable, Hashable, CaseIterable, RawRepresentable {
  /// A kind of file, as in `--filter`.
  case kind(AssetKind)
  /// Taller than wide, with the orientation applied.
  case portrait
  case landscape
  case square
  /// The file has an edit list or editing software wrote it.
  case edited
  /// The file contains a video.
  case motion
  /// Picture or video of a Live Photo, both of which contain the same content identifier.
  case live
  case panorama
  case hdr
  /// Rated with 1 to 5 stars.
  case rated
  /// Neither rated nor rejected. A rating of 0, which a camera writes into every photo, is no rating.
  case unrated
  /// Rated -1.
  case rejected
  case located
  /// The date comes from the header or the file name, not from the file's modification time.
  case dated
  /// Part of a stack.
  case stacked
  /// A copy or version of another photo in the view.
  case duplicate

  public func matches(_ asset: Asset) -> Bool {
    switch self {
    case .kind(let kind): kind.matches(asset)
    case .portrait: asset.shownSize.map { $0.height > $0.width } ?? false
    case .landscape: asset.shownSize.map { $0.width > $0.height } ?? false
    case .square: asset.shownSize.map { $0.width == $0.height } ?? false
    case .edited: asset.has(.edited) || asset.has(.editing)
    case .motion: asset.has(.motion)
    case .live: asset.values[.contentIdentifier] != nil
    case .panorama: asset.has(.panorama)
    case .hdr: asset.has(.hdr)
    case .rated: asset.values[.rating]?.number.map { $0 > 0 } ?? false
    case .unrated: asset.values[.rating] == nil
    case .rejected: asset.values[.rating]?.number == -1
    case .located: asset.location != nil
    case .dated: asset.date.map { $0.source != .file } ?? false
    case .stacked: asset.stack != nil
    case .duplicate: asset.duplicates.map { $0.kind != .edit } ?? false
    }
  }

  private static let further: [AssetTrait] = [
    .portrait, .landscape, .square, .edited, .motion, .live, .panorama, .hdr, .rated, .unrated, .rejected,
    .located,
    .dated, .stacked, .duplicate,
  ]

  public static let allCases = AssetKind.allCases.map(AssetTrait.kind) + further

  /// The names of the traits that are no kind of file.
  public static var furtherList: String { further.map(\.rawValue).joined(separator: ", ") }

  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The word after `is:`.
  public var rawValue: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .portrait: "portrait"
    case .landscape: "landscape"
    case .square: "square"
    case .edited: "edited"
    case .motion: "motion"
    case .live: "live"
    case .panorama: "panorama"
    case .hdr: "hdr"
    case .rated: "rated"
    case .unrated: "unrated"
    case .rejected: "rejected"
    case .located: "located"
    case .dated: "dated"
    case .stacked: "stacked"
    case .duplicate: "duplicate"
    }
  }

  public init?(rawValue word: String) {
    if let trait = Self.further.first(where: { $0.rawValue == word }) {
      self = trait
    } else if let kind = AssetKind(rawValue: word) {
      self = .kind(kind)
    } else {
      return nil
    }
  }
}

extension Asset {
  /// The size in pixels with the orientation applied.
  package var shownSize: PixelSize? {
    orientation?.swapsSides == true
      ? pixelSize.flatMap { PixelSize(width: $0.height, height: $0.width) } : pixelSize
  }

  fileprivate func has(_ field: MetadataField) -> Bool { values[field] == .flag(true) }
}
