import PhotoFiles
import PhotoFormats
import SystemPackage

/// The error thrown when a picture can't be decoded, encoded or stored.
public struct ImagingError: Error, Hashable, CustomStringConvertible {
  /// The kind of error.
  public enum Reason: Sendable, Hashable {
    /// The file can't be opened or read.
    case unreadable(Errno)
    /// photopick or the library doesn't support the format or coding.
    case unsupported(String)
    /// The file is unreadable before the first pixel.
    case damaged(String)
    /// Decoding takes more work than the size of the picture justifies, which indicates a malicious file.
    case tooCostly(String)
    /// The picture exceeds the maximum number of pixels or bytes.
    case tooLarge(PixelSize?)
    /// A video without a cover picture or decodable frame, or a RAW photo without a preview.
    case noPicture
    /// The system is out of memory.
    case outOfMemory
    /// The picture can't be stored; with the path and the reason.
    case unwritable(String)

    /// The defect in the file's content, or `nil` for other reasons.
    var fault: String? {
      switch self {
      case .damaged(let what), .tooCostly(let what): what
      case .unreadable, .unsupported, .tooLarge, .noPicture, .outOfMemory, .unwritable: nil
      }
    }
  }

  public let reason: Reason
  /// The file, if known.
  public let path: FilePath?

  public init(_ reason: Reason, path: FilePath? = nil) {
    self.reason = reason
    self.path = path
  }

  /// A message for the user: the file, the problem, and the remedy if there is one.
  public var description: String {
    let file = path.map { "\($0.string): " } ?? ""
    switch reason {
    case .unreadable(let error):
      return "\(file)cannot be read: \(path.flatMap { RemoteFiles.reason(for: $0) } ?? "\(error)")"
    case .unsupported(let what): return "\(file)no picture: \(what)"
    case .damaged(let what): return "\(file)damaged: \(what)"
    case .tooCostly(let what): return "\(file)not decoded: \(what)"
    case .tooLarge(let size?):
      let limit = PixelBuffer.sideLimit
      let reason =
        max(size.width, size.height) > limit
        ? ", at most \(limit) a side are scaled"
        : size.area <= ImagingLimits.usualPixels ? ", which take more memory than one picture may" : ""
      return "\(file)too large to decode: \(size.width)×\(size.height) pixels\(reason)"
    case .tooLarge(nil): return "\(file)too large to decode"
    case .noPicture:
      return "\(file)holds no picture to show: a video without a frame or RAW without a preview"
    case .outOfMemory: return "\(file)not decoded: no memory left; decode fewer photos at once"
    case .unwritable(let what): return "\(file)no rendering: \(what)"
    }
  }

  /// A short form of the reason.
  package var brief: String {
    switch reason {
    case .unreadable: "cannot be read"
    case .damaged: "damaged"
    case .tooLarge: "too large"
    case .tooCostly: "too costly"
    case .outOfMemory: "no memory left"
    case .noPicture, .unsupported, .unwritable: "no picture"
    }
  }

  func about(_ path: FilePath) -> ImagingError { ImagingError(reason, path: path) }
}
