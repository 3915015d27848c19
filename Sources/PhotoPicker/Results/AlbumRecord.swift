import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The record of an album, as `list-albums --json` prints it.
public struct AlbumRecord: Sendable {
  /// The album.
  public let album: AlbumSummary

  /// The record of an album.
  public init(_ album: AlbumSummary) { self.album = album }

  /// Writes the record as a dictionary; keys that do not apply are left out.
  public func write(to writer: inout some RecordWriter) {
    writer.beginDictionary()
    writer.entry("name", album.name)
    writer.entry("type", album.folder == nil ? "all" : "folder")
    if let folder = album.folder {
      writer.key("path")
      writer.string(utf8: folder.bytes)
      writer.entry("url", FileURL.text(folder.bytes))
    }
    writer.entry("count", Int64(album.count))
    writer.entry("firstDate", album.dates?.lowerBound.iso8601)
    writer.entry("lastDate", album.dates?.upperBound.iso8601)
    if let poster = album.poster {
      writer.key("poster")
      writer.string(utf8: poster.pathBytes)
    }
    writer.endDictionary()
  }
}
