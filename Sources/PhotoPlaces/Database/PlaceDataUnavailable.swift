import PhotoFiles
import SystemPackage

/// The place data can't be used.
public enum PlaceDataUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
  /// No folder contains the file.
  case missing
  case unreadable(FilePath, Errno)
  /// The file is incomplete, changed or of another version.
  case damaged(FilePath)

  public static let remedy = "the package photopick contains it, and Scripts/places/build creates it"

  /// One line that names the remedy.
  public var description: String {
    let remedy = Self.remedy
    return switch self {
    case .missing: "the place data (share/photopick/\(PlaceDatabase.fileName)) is not installed; \(remedy)"
    case .unreadable(let path, let error):
      "the place data \(SafeText.escaping(path.string)) cannot be read: \(error); \(remedy)"
    case .damaged(let path): "the place data \(SafeText.escaping(path.string)) is damaged; \(remedy)"
    }
  }
}
