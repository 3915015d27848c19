import PhotoFiles
import PhotoLibrary

/// A photo reduced to a small picture, in one state of the file.
public struct CatalogPicture: Sendable, Hashable {
  public let folder: Folder
  public let name: FileName
  public let state: FileState
  /// The picture in a coding that the catalog doesn't know; empty for a photo without one.
  public let bytes: [UInt8]

  public init(folder: Folder, name: FileName, state: FileState, bytes: [UInt8]) {
    (self.folder, self.name, self.state, self.bytes) = (folder, name, state, bytes)
  }
}

/// The state of a file and a small picture, coded as bytes with a checksum that covers folder and name.
struct PictureRecord {
  let state: FileState
  let bytes: [UInt8]

  /// The version of the coding and of the way in which pictures are reduced.
  private static let version: UInt8 = 2

  init(_ state: FileState, _ bytes: [UInt8]) { (self.state, self.bytes) = (state, bytes) }

  func encoded(folder: Int64, name: [UInt8]) -> [UInt8] {
    var output = RecordEncoder(reserving: bytes.count + 60)
    output.append(Self.version)
    output.append(state)
    output.append(bytes: bytes)
    output.append(
      output.bytes.withUnsafeBytes { FileRecord.checksum(of: $0[...], folder: folder, name: name) })
    return output.bytes
  }

  /// Decodes a record. Returns `nil` if it is corrupt or of another version.
  init?(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8]) {
    guard FileRecord.isWhole(bytes, folder: folder, name: name), bytes[0] == Self.version else { return nil }
    var input = RecordDecoder(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast(8)))
    do throws(RecordDamage) {
      state = try input.state()
      self.bytes = try input.data()
    } catch {
      return nil
    }
  }
}
