/// The keywords of the texts that tell about a photo (PNG 3rd edition, 11.3.3.1; the others by custom).
enum PNGKeyword: String {
  case creationTime = "Creation Time"
  case xmp = "XML:com.adobe.xmp"
  case exifProfile = "Raw profile type exif"
  case app1Profile = "Raw profile type APP1"
  case xmpProfile = "Raw profile type xmp"
  case iptcProfile = "Raw profile type iptc"
  case photoshopProfile = "Raw profile type 8bim"

  /// A keyword as it stands in a chunk; some writers forget its capital letter.
  init?(_ bytes: Bytes) {
    guard let text = bytes.trimmedText, let first = text.first else { return nil }
    self.init(rawValue: first.uppercased() + text.dropFirst())
  }

  /// The keywords that the declared fields name.
  static let declared = DeclaredSources { source -> String? in
    if case .pngText(let keyword) = source { keyword.description } else { nil }
  }

  /// True if the text of a keyword is read.
  static func isWanted(_ keyword: Bytes) -> Bool {
    PNGKeyword(keyword) != nil || declared.places.contains { keyword == Bytes(Array($0.name.utf8)) }
  }
}
