import PhotoFormats

/// Why a list could not be read.
public struct PathListError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    /// The file cannot be read; why, in a few words.
    case unreadable(String)
    /// It begins like this form and is not of it.
    case malformed(String)
    case noList
    case binaryPropertyList
    /// It is what a command prints for people; in words.
    case forPeople(String)
    case allPhotos
    case noPath
    /// A path or another text in it is longer than so many bytes.
    case tooLong(Int)
    /// Its paths take more memory than so many bytes.
    case tooMany(Int)
  }

  public let reason: Reason
  /// The line of JSON lines, from 1; `nil` if the form has none.
  public let line: Int?

  init(_ reason: Reason, line: Int?) {
    self.reason = reason
    self.line = line
  }

  /// What keeps a list of some form from being read on.
  init(_ error: any Error, of form: String, line: Int?) {
    switch error {
    case let error as PathListError: self.init(error.reason, line: error.line ?? line)
    case ByteWindow.Failure.unreadable(let reason): self.init(.unreadable(reason), line: line)
    case ByteWindow.Failure.tooLong(let limit): self.init(.tooLong(limit), line: line)
    default: self.init(.malformed(form), line: line)
    }
  }

  /// A few words for a person, to stand behind the name of the file.
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    let advice = "give a result of photopick, or one path a line"
    return switch reason {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .malformed(let form): "\(place)begins like \(form) and is none; was it cut short?"
    case .noList: "is no list; \(advice)"
    case .binaryPropertyList: "is a binary property list; convert it with plutil -convert xml1"
    case .forPeople(let text):
      "is \(text), which is for people; give the output of --json, --csv, --plist or -0"
    case .allPhotos: "names no folder, only All Photos; name the folder itself"
    case .noPath: "\(place)a record names no file; \(advice)"
    case .tooLong(let limit): "\(place)is no list: a text in it is longer than \(limit >> 10) KiB; \(advice)"
    case .tooMany(let limit): "names more files than fit into \(limit >> 20) MiB; give it in parts"
    }
  }
}
