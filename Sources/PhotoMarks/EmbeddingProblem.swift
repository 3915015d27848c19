/// Why marks can't be written into a photo.
public enum EmbeddingProblem: Error, Sendable, Hashable {
  case unsupported
  case unusual
  case several
  case tooLarge
  case fixed
  case linked
  case precedence(String)
  case deviceCaption
  case different

  var reason: String {
    switch self {
    case .unsupported: "marks can't be written into this format"
    case .unusual: "its structure is damaged or unusual"
    case .several: "it contains several XMP packets"
    case .tooLarge: "its XMP or Exif would be larger than the format allows"
    case .fixed: "its metadata can't grow, as positions of further data in it depend on it"
    case .linked: "it has several names, or is a link"
    case .precedence(let property):
      "other metadata in it, which takes precedence over XMP, also has \(property)"
    case .deviceCaption: "devices write this caption, so it would be ignored"
    case .different: "more than its marks would change"
    }
  }
}
