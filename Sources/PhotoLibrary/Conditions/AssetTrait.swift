import PhotoFormats

/// What `is:` asks of a photo.
public enum AssetTrait: Sendable, Hashable {
  /// A kind of file, as `--filter` takes them.
  case kind(AssetKind)
  /// The picture as it is shown, after its orientation, is higher than wide.
  case portrait
  case landscape
  case square
  /// A list of edits stands beside the file, or a program for editing wrote it.
  case edited
  /// A film stands in the file.
  case motion
  /// The file is one half of a Live Photo, picture or film: it bears the identifier that both have in common.
  case live
  case panorama
  case hdr
  /// Somebody gave it 1 to 5 stars.
  case rated
  /// Somebody rejected it: its rating is -1.
  case rejected
  case located
  /// Header or name tell when it was taken: the time of the file does not count.
  case dated

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
    case .rejected: asset.values[.rating]?.number == -1
    case .located: asset.location != nil
    case .dated: asset.date.map { $0.source != .file } ?? false
    }
  }
}

extension AssetTrait: CaseIterable, RawRepresentable {
  private static let further: [AssetTrait] = [
    .portrait, .landscape, .square, .edited, .motion, .live, .panorama, .hdr, .rated, .rejected, .located,
    .dated,
  ]

  public static let allCases = AssetKind.allCases.map(AssetTrait.kind) + further

  /// The names of those that are no kinds of file, as a person reads them.
  public static var furtherList: String { further.map(\.rawValue).joined(separator: ", ") }

  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The word behind `is:`.
  public var rawValue: String {
    if case .kind(let kind) = self { kind.rawValue } else { "\(self)" }
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
  /// Width and height of the picture after its orientation is applied, in pixels.
  package var shownSize: PixelSize? {
    orientation?.swapsSides == true
      ? pixelSize.flatMap { PixelSize(width: $0.height, height: $0.width) } : pixelSize
  }

  fileprivate func has(_ field: MetadataField) -> Bool { values[field] == .flag(true) }
}
