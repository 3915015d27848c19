import PhotoFiles

enum PathListEntry: Equatable {
  /// The bytes of a path, absolute or from the current folder.
  case path([UInt8])
  /// A path that is no longer in the list, as a line of `watch` says.
  case removed([UInt8])
  /// The record of all photos among those of albums, which is no folder.
  case allPhotos
}

/// Reads a list of one form, entry by entry.
protocol PathListReader {
  typealias Take = (PathListEntry) throws -> Void

  /// What the list was taken for, in words that follow "begins like".
  var form: String { get }
  /// The line of the current entry, from 1; `nil` if the form has none.
  var line: Int? { get }
  /// - Throws: `PathListError`, `ByteWindow.Failure`, or what `take` throws.
  mutating func read(_ take: Take) throws
}

extension PathListReader {
  var line: Int? { nil }

  /// Reads all entries, and says of an error in which form and line it is.
  mutating func readAll(_ take: Take) throws(PathListError) {
    do {
      try read(take)
    } catch {
      throw PathListError(error, of: form, line: line)
    }
  }
}

/// The keys under which records name their file.
struct PathRecord {
  /// The text under the first of these keys counts. URLs come first: they keep the bytes of a path that is no UTF-8.
  static let keys = ["UIImagePickerControllerReferenceURL", "url", "path"]

  /// The place behind the keys of the key that says what a record is of.
  private static let typeKey = keys.count

  /// The most bytes of a URL: each byte of a path may be written as three.
  static let textLimit = 3 * PathList.longestPath + 64

  private var found: (key: Int, path: [UInt8])?

  private var isOfAllPhotos = false

  /// What the record says; `nil` if it names no file.
  var entry: PathListEntry? { found.map { .path($0.path) } ?? (isOfAllPhotos ? .allPhotos : nil) }

  /// The number of a key that matters, for `take`.
  static func index(of key: String) -> Int? {
    keys.firstIndex(of: key) ?? (key == "type" ? typeKey : nil)
  }

  /// Takes the text under a key, unless a better one is there or it is no URL.
  mutating func take(_ text: [UInt8], under key: Int) {
    guard key != Self.typeKey else { return isOfAllPhotos = text.elementsEqual("all".utf8) }
    if let found, found.key <= key { return }
    let isURL = key < Self.keys.count - 1
    guard let path = isURL ? FileURL.path(String(decoding: text, as: UTF8.self)) : text else { return }
    found = (key, path)
  }

  /// A path, or the path of a `file://` URL.
  static func path(_ text: [UInt8]) -> [UInt8] {
    guard text.starts(with: "file://".utf8) else { return text }
    return FileURL.path(String(decoding: text, as: UTF8.self)) ?? text
  }
}
