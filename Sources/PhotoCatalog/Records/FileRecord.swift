import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// What was read of a file, as the catalog keeps it: a run of bytes with a checksum at its end, the truth of a row.
///
/// The checksum covers the folder and the name too, so that damage is told row by row: if one row does not fit, the
/// catalog is made anew.
struct FileRecord {
  /// What was read.
  var file: KnownFile
  /// How many names the file had.
  var linkCount: UInt64

  /// Raised whenever the meaning of the bytes or of what header readers find changes, so that rows of older
  /// versions are read anew. The declared fields and types count themselves.
  private static let version =
    6 ^ UInt8(truncatingIfNeeded: MetadataField.fingerprint)
    ^ UInt8(truncatingIfNeeded: PhotoFileType.allCases.count << 3)

  /// The bytes of the record of a file of that name in a folder.
  func encoded(folder: Int64, name: [UInt8]) -> [UInt8] {
    var output = RecordEncoder()
    output.append(Self.version)
    output.append(Flags(self).rawValue)
    output.append(file.inode)
    output.append(compact: file.device)
    output.append(compact: linkCount)
    output.append(compact: UInt64(bitPattern: file.size))
    output.append(file.modified)
    output.append(file.changed)
    if let birth = file.birth { output.append(birth) }
    if !file.sidecars.isEmpty {
      output.append(count: file.sidecars.count)
      for sidecar in file.sidecars { output.append(sidecar) }
    }
    if let metadata = file.metadata { output.append(metadata) }
    output.append(output.bytes.withUnsafeBytes { Self.checksum(of: $0[...], folder: folder, name: name) })
    return output.bytes
  }

  /// The record of a file of that name in a folder; `nil` if the bytes are damaged or of another version.
  init?(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8]) {
    guard Self.isWhole(bytes, folder: folder, name: name), bytes[0] == Self.version else { return nil }
    let input = RecordDecoder(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast(8)))
    guard let record = try? Self(input) else { return nil }
    self = record
  }

  private init(_ input: RecordDecoder) throws(RecordDamage) {
    var input = input
    let flags = Flags(rawValue: try input.integer())
    let inode: UInt64 = try input.integer()
    let device = try input.compact()
    linkCount = try input.compact()
    let size = Int64(bitPattern: try input.compact())
    let (modified, changed) = (try input.time(), try input.time())
    let birth = try flags.contains(.hasBirth) ? input.time() : nil
    var sidecars: [SeenSidecar] = []
    if flags.contains(.hasSidecars) {
      for _ in 0..<(try input.count()) { sidecars.append(try input.sidecar()) }
    }
    file = KnownFile(
      inode: inode, size: size, modified: modified, changed: changed, birth: birth,
      isSettled: flags.contains(.isSettled),
      metadata: try flags.contains(.hasMetadata) ? input.metadata() : nil)
    file.sidecars = sidecars
    file.isSymbolicLink = flags.contains(.isSymbolicLink)
    file.device = device
  }

  /// True if the bytes are those that were written, of this version or another.
  static func isWhole(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8]) -> Bool {
    guard bytes.count > 16 else { return false }
    let content = bytes.dropLast(8)
    let checksum = bytes.loadUnaligned(fromByteOffset: content.count, as: UInt64.self)
    return Self.checksum(of: content, folder: folder, name: name) == UInt64(littleEndian: checksum)
  }

  /// The checksum of a record's bytes with its folder and name: against damage by chance, not against forgery.
  private static func checksum(
    of content: Slice<UnsafeRawBufferPointer>, folder: Int64, name: [UInt8]
  ) -> UInt64 {
    var sum = Checksum()
    sum.add(UInt64(bitPattern: folder))
    sum.add(UInt64(name.count))
    sum.add(name)
    sum.add(UnsafeRawBufferPointer(rebasing: content))
    return sum.value
  }

  init(file: KnownFile, linkCount: UInt64) {
    self.file = file
    self.linkCount = linkCount
  }

  /// The status that the file had.
  var status: FileStatus {
    FileStatus(
      identity: FileStatus.Identity(device: file.device, inode: file.inode), size: file.size,
      modified: file.modified,
      changed: file.changed, linkCount: linkCount)
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isSettled = Flags(rawValue: 1)
    static let isSymbolicLink = Flags(rawValue: 2)
    static let hasBirth = Flags(rawValue: 4)
    static let hasMetadata = Flags(rawValue: 8)
    static let hasSidecars = Flags(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ record: FileRecord) {
      self = []
      if record.file.isSettled { insert(.isSettled) }
      if record.file.isSymbolicLink { insert(.isSymbolicLink) }
      if record.file.birth != nil { insert(.hasBirth) }
      if record.file.metadata != nil { insert(.hasMetadata) }
      if !record.file.sidecars.isEmpty { insert(.hasSidecars) }
    }
  }
}
