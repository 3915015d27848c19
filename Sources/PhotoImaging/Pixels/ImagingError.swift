import PhotoFormats
import SystemPackage

/// Why no picture could be made of a file.
public struct ImagingError: Error, Hashable, CustomStringConvertible {
  /// What happened.
  public enum Reason: Sendable, Hashable {
    /// The file can't be opened or read.
    case unreadable(Errno)
    /// The file is of no format that photopick decodes, or coded in a way its library does not know.
    case unsupported(String)
    /// The file is broken before its first pixel.
    case damaged(String)
    /// Decoding it takes more work than a picture of its size may: it was made to keep a decoder busy.
    case tooCostly(String)
    /// The picture has more pixels, or takes more memory, than the limits allow.
    case tooLarge(PixelSize?)
    /// A video without a cover picture and a frame that can be decoded, or a RAW photo without a preview.
    case noPicture
    /// The system has no memory left.
    case outOfMemory
    /// The picture was made and can't be kept, with the path and the reason.
    case unwritable(String)

    /// What is wrong with the bytes of the file; `nil` if there is no picture for another reason.
    var fault: String? {
      switch self {
      case .damaged(let what), .tooCostly(let what): what
      case .unreadable, .unsupported, .tooLarge, .noPicture, .outOfMemory, .unwritable: nil
      }
    }
  }

  /// What happened.
  public let reason: Reason
  /// The file, if there is one.
  public let path: FilePath?

  /// An error about a file.
  public init(_ reason: Reason, path: FilePath? = nil) {
    self.reason = reason
    self.path = path
  }

  /// One sentence for a person: the file, what happened, and what to do if something can be done.
  public var description: String {
    let file = path.map { "\($0.string): " } ?? ""
    switch reason {
    case .unreadable(let error): return "\(file)cannot be read: \(error)"
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

  /// The reason in a few words, for a small place.
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
