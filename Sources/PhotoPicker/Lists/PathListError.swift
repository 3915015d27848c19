import PhotoFormats

public struct PathListError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    /// Reading the file failed, for this reason.
    case unreadable(String)
    /// The list starts like this format but is invalid.
    case malformed(String)
    case noList
    case binaryPropertyList
    /// The input is output for users, described by this string.
    case forPeople(String)
    case allPhotos
    case noPath
    /// A string exceeds this number of bytes.
    case tooLong(Int)
    /// The paths exceed this number of bytes.
    case tooMany(Int)
    /// A list of objects lacks the name of their bucket.
    case noBucket
    /// The text is UTF-32.
    case utf32
    /// The text may be UTF-16 or contain names separated by NUL.
    case uncertainEncoding
    /// The lists of an inventory have this format.
    case inventoryFormat(String)
  }

  public let reason: Reason
  /// The line in JSON lines, from 1.
  public let line: Int?

  init(_ reason: Reason, line: Int?) {
    self.reason = reason
    self.line = line
  }

  /// Converts the error of a reader.
  init(_ error: any Error, of form: String, line: Int?) {
    switch error {
    case let error as PathListError: self.init(error.reason, line: error.line ?? line)
    case ByteWindow.Failure.unreadable(let reason): self.init(.unreadable(reason), line: line)
    case ByteWindow.Failure.tooLong(let limit): self.init(.tooLong(limit), line: line)
    case ByteWindow.Failure.invalidUTF16: self.init(.malformed("UTF-16"), line: nil)
    default: self.init(.malformed(form), line: line)
    }
  }

  /// A short message to follow the file name.
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    let advice = "use output of photopick, or one path per line"
    return switch reason {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .malformed(let form): "\(place)starts like \(form) but is invalid; it may be incomplete"
    case .noList: "is not a list; \(advice)"
    case .binaryPropertyList: "is a binary property list; convert it with plutil -convert xml1"
    case .forPeople(let text): "is \(text), which cannot be read again; use --json, --csv, --plist or -0"
    case .allPhotos: "contains only All Photos, which is not a folder; pass the folder"
    case .noPath: "\(place)a record contains no path; \(advice)"
    case .tooLong(let limit): "\(place)is not a list: a string exceeds \(limit >> 10) KiB; \(advice)"
    case .utf32: "is in UTF-32; save it as UTF-8"
    case .uncertainEncoding:
      "may be in UTF-16, but has no byte order mark; save it as UTF-8, or begin each name with ./"
    case .noBucket: "contains no name of the bucket of its objects"
    case .inventoryFormat(let format): "is an inventory in \(format); create one in CSV"
    case .tooMany(let limit): "contains more paths than fit in \(limit >> 20) MiB; split it"
    }
  }
}
