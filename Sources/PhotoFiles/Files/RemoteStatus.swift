import SystemPackage

/// The status of a file or folder on a server.
package struct RemoteStatus: Sendable, Hashable {
  package var isFolder = false
  /// Bytes.
  package var size: Int64
  /// When the content last changed, as told by the server; 1970-01-01T00:00:00Z if it isn't.
  package var modified: FileStatus.Time
  /// The entity tag with its quotation marks, which identifies the content; empty if the server sends none.
  package var tag: String

  package init(isFolder: Bool = false, size: Int64, modified: FileStatus.Time, tag: String) {
    self.isFolder = isFolder
    self.size = size
    self.modified = modified
    self.tag = tag
  }

  /// Creates the status of an object from the strings of a listing. Returns `nil` if one of them is invalid.
  package init?(size: String, modified: String, tag: String) {
    guard let size = Int64(size), size >= 0, let modified = FileStatus.Time(iso8601: modified),
      let tag = Self.tag(tag)
    else { return nil }
    self.init(size: size, modified: modified, tag: tag)
  }

  var hasDate: Bool { modified.seconds != 0 }

  /// Whether two statuses of a file can be of the same content. A status may lack tag and date.
  func agrees(with other: RemoteStatus) -> Bool {
    isFolder == other.isFolder && size == other.size && (tag.isEmpty || tag == other.tag)
      && (!hasDate || modified == other.modified)
  }

  /// The status of a folder.
  package static let folder = RemoteStatus(
    isFolder: true, size: 0, modified: FileStatus.Time(seconds: 0, nanoseconds: 0), tag: "")

  private static let longestTag = 512

  /// Returns an entity tag with its quotation marks, or `nil` if it can't be sent back in a header line.
  package static func tag(_ text: String) -> String? {
    guard 1...longestTag ~= text.utf8.count, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return nil
    }
    return text.hasPrefix("\"") || text.hasPrefix("W/\"") ? text : "\"\(text)\""
  }
}

extension FileStatus.Time {
  /// Parses the profile of ISO 8601 in XML, JSON and CSV of AWS: `2024-05-24T01:02:03.123Z`. Omits fractions of a second,
  /// which other responses for the same object lack.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8.prefix(64))
    let pattern = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count > pattern.count,
      zip(bytes, pattern).allSatisfy({ $1 == 0x30 ? 0x30...0x39 ~= $0 : $0 == $1 })
    else { return nil }
    let rest = bytes[pattern.count...]
    let zone = rest.first == UInt8(ascii: ".") ? rest.dropFirst().drop { 0x30...0x39 ~= $0 } : rest
    guard zone.elementsEqual("Z".utf8) || zone.elementsEqual("+00:00".utf8) else { return nil }
    func number(_ start: Int, count: Int = 2) -> Int32 {
      bytes[start..<start + count].reduce(0) { $0 * 10 + Int32($1 - 0x30) }
    }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (number(0, count: 4) - 1900, number(5) - 1, number(8))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (number(11), number(14), number(17))
    guard 0...11 ~= parts.tm_mon, 1...31 ~= parts.tm_mday, parts.tm_hour < 24, parts.tm_min < 60,
      parts.tm_sec <= 60
    else { return nil }
    self.init(seconds: Int64(timegm(&parts)), nanoseconds: 0)
  }
}
