import PhotoFiles

enum PathListEntry: Equatable {
  /// An absolute or relative path.
  case path([UInt8])
  /// The URL of an object, and its status.
  case object([UInt8], RemoteStatus)
  /// A path that left the list, in the output of `watch`.
  case removed([UInt8])
  /// The record "All Photos" in a list of albums, which has no folder.
  case allPhotos
}

protocol PathListReader {
  typealias Take = (PathListEntry) throws -> Void

  /// The format's name, as in "starts like a JSON array".
  var form: String { get }
  /// The line of the current entry, from 1, or `nil` if the format has no lines.
  var line: Int? { get }
  /// - Throws: `PathListError`, `ByteWindow.Failure`, or the error thrown by `take`.
  mutating func read(_ take: Take) throws
}

extension PathListReader {
  var line: Int? { nil }

  /// Reads all entries, and adds the format and line to errors.
  mutating func readAll(_ take: Take) throws(PathListError) {
    do {
      try read(take)
    } catch {
      throw PathListError(error, of: form, line: line)
    }
  }
}

/// The status of an object as a list contains it.
struct ObjectTexts {
  var size: String?
  var tag: String?
  var modified: String?

  /// Returns the entry of an object, or of its path if the status is incomplete or invalid.
  func entry(of path: [UInt8]) -> PathListEntry {
    guard let size, let tag, let modified, RemotePath.isURL(path),
      let status = RemoteStatus(size: size, modified: modified, tag: tag)
    else { return .path(path) }
    return .object(path, status)
  }
}

/// Collects the path of a record from the keys.
struct PathRecord {
  /// The keys in order of preference. URLs come first because they preserve paths in invalid UTF-8.
  static let keys = ["UIImagePickerControllerReferenceURL", "url", "path"]

  /// The index that represents the record's type.
  private static let typeKey = keys.count

  /// The keys of the status of an object, which follow.
  private static let statusKeys = ["size", "etag", "lastModified"]

  /// The maximum length of a URL, in which each byte may be percent-encoded.
  static let textLimit = 3 * PathList.longestPath + 64

  private var found: (key: Int, path: [UInt8])?

  private var isOfAllPhotos = false
  private var object = ObjectTexts()

  /// The record's entry, or `nil` if it contains no path.
  var entry: PathListEntry? {
    guard let found else { return isOfAllPhotos ? .allPhotos : nil }
    return object.entry(of: found.path)
  }

  /// The index of a relevant key.
  static func index(of key: String) -> Int? {
    if let index = keys.firstIndex(of: key) { return index }
    if key == "type" { return typeKey }
    return statusKeys.firstIndex(of: key).map { typeKey + 1 + $0 }
  }

  /// Whether the value of a key is a string, not a number.
  static func isText(_ key: Int) -> Bool { key != typeKey + 1 }

  /// Stores a value unless it isn't a URL or a preferred key was present.
  mutating func take(_ text: [UInt8], under key: Int) {
    guard key < Self.typeKey else {
      let value = String(decoding: text, as: UTF8.self)
      switch key - Self.typeKey {
      case 0: isOfAllPhotos = value == "all"
      case 1: object.size = value
      case 2: object.tag = value
      default: object.modified = value
      }
      return
    }
    if let found, found.key <= key { return }
    let isURL = key < Self.keys.count - 1
    guard let path = isURL ? FileURL.path(String(decoding: text, as: UTF8.self)) : text else { return }
    found = (key, path)
  }

  /// Returns a path, decoding `file://` URLs.
  static func path(_ text: [UInt8]) -> [UInt8] {
    guard text.starts(with: "file://".utf8) else { return text }
    return FileURL.path(String(decoding: text, as: UTF8.self)) ?? text
  }
}
