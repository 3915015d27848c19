import PhotoFiles
import PhotoLibrary

/// A photo reduced to a small picture, in one state of the file.
public struct CatalogPicture: Sendable, Hashable {
  /// The state of a file: inode, size and modification time.
  public struct State: Sendable, Hashable {
    let inode: UInt64
    let size: Int64
    let modified: FileStatus.Time

    public init(_ asset: Asset) {
      (inode, size, modified) = (asset.identity.inode, asset.fileSize, asset.modified)
    }

    init(inode: UInt64, size: Int64, modified: FileStatus.Time) {
      (self.inode, self.size, self.modified) = (inode, size, modified)
    }

    /// Whether any later change of the file will alter this state.
    public var isSettled: Bool { modified.isSettled(at: .now) }
  }

  public let folder: Folder
  public let name: FileName
  public let state: State
  /// The picture in a coding that the catalog doesn't know; empty for a photo without one.
  public let bytes: [UInt8]

  public init(folder: Folder, name: FileName, state: State, bytes: [UInt8]) {
    (self.folder, self.name, self.state, self.bytes) = (folder, name, state, bytes)
  }
}

/// The state of a file and a small picture, coded as bytes with a checksum that covers folder and name.
struct PictureRecord {
  let state: CatalogPicture.State
  let bytes: [UInt8]

  /// The version of the coding and of the way in which pictures are reduced.
  private static let version: UInt8 = 1

  init(_ state: CatalogPicture.State, _ bytes: [UInt8]) { (self.state, self.bytes) = (state, bytes) }

  func encoded(folder: Int64, name: [UInt8]) -> [UInt8] {
    var output = RecordEncoder(reserving: bytes.count + 48)
    output.append(Self.version)
    output.append(state.inode)
    output.append(state.size)
    output.append(state.modified)
    output.append(bytes: bytes)
    output.append(
      output.bytes.withUnsafeBytes { FileRecord.checksum(of: $0[...], folder: folder, name: name) })
    return output.bytes
  }

  /// Decodes a record. Returns `nil` for a wrong checksum or another version.
  init?(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8]) {
    guard FileRecord.isWhole(bytes, folder: folder, name: name), bytes[0] == Self.version else { return nil }
    var input = RecordDecoder(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast(8)))
    do throws(RecordDamage) {
      state = CatalogPicture.State(
        inode: try input.integer(), size: try input.integer(), modified: try input.time())
      self.bytes = try input.data()
    } catch {
      return nil
    }
  }
}
