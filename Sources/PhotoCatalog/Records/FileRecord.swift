import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// The status and metadata of a file, coded as bytes with a checksum.
///
/// The checksum also covers folder and name. One invalid record makes the catalog start empty.
struct FileRecord {
  /// The status when the file was read.
  let status: FileStatus
  private let birth: FileStatus.Time?
  private let flags: Flags
  private let sidecars: [SeenSidecar]
  /// The metadata from header and sidecars, or `nil` if the file is not a photo.
  private let metadata: KnownMetadata?

  /// The version of the coding and of the header readers. Increment it if either changes, so that files are read again.
  /// It includes changes of fields and types automatically.
  static let version =
    10 ^ UInt8(truncatingIfNeeded: MetadataField.fingerprint)
    ^ UInt8(truncatingIfNeeded: PhotoFileType.allCases.count << 3)

  /// Returns the bytes of the record for a file with a name in a folder.
  func encoded(folder: Int64, name: [UInt8]) -> [UInt8] {
    var output = RecordEncoder()
    output.append(Self.version)
    output.append(flags.rawValue)
    output.append(status.identity.inode)
    output.append(compact: status.identity.device)
    output.append(compact: status.linkCount)
    output.append(compact: UInt64(bitPattern: status.size))
    output.append(status.modified)
    output.append(status.changed)
    if let birth { output.append(birth) }
    if !sidecars.isEmpty {
      output.append(count: sidecars.count)
      for sidecar in sidecars { output.append(sidecar) }
    }
    if let metadata { output.append(metadata.complete) }
    output.append(output.bytes.withUnsafeBytes { Self.checksum(of: $0[...], folder: folder, name: name) })
    return output.bytes
  }

  /// Decodes a record. Returns `nil` if it is corrupt or of another version.
  ///
  /// - Parameter facts: Values that several assets share.
  init?(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8], sharing facts: SharedFacts? = nil) {
    guard Self.isWhole(bytes, folder: folder, name: name), bytes[0] == Self.version else { return nil }
    let input = RecordDecoder(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast(8)))
    guard let record = try? Self(input, sharing: facts) else { return nil }
    self = record
  }

  private init(_ input: RecordDecoder, sharing facts: SharedFacts?) throws(RecordDamage) {
    var input = input
    flags = Flags(rawValue: try input.integer())
    let inode: UInt64 = try input.integer()
    let (device, linkCount) = (try input.compact(), try input.compact())
    let size = Int64(bitPattern: try input.compact())
    let (modified, changed) = (try input.time(), try input.time())
    birth = try flags.contains(.hasBirth) ? input.time() : nil
    var sidecars: [SeenSidecar] = []
    if flags.contains(.hasSidecars) {
      for _ in 0..<(try input.count()) { sidecars.append(try input.sidecar()) }
    }
    self.sidecars = sidecars
    metadata = try flags.contains(.hasMetadata) ? input.metadata(sharing: facts) : nil
    status = FileStatus(
      identity: FileStatus.Identity(device: device, inode: inode), size: size, modified: modified,
      changed: changed, linkCount: linkCount)
  }

  /// Returns whether a record of any version is intact.
  static func isWhole(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8]) -> Bool {
    guard bytes.count > 8 else { return false }
    let content = bytes.dropLast(8)
    let checksum = bytes.loadUnaligned(fromByteOffset: content.count, as: UInt64.self)
    return Self.checksum(of: content, folder: folder, name: name) == UInt64(littleEndian: checksum)
  }

  /// Returns the checksum, which detects corruption but not forgery.
  static func checksum(
    of content: Slice<UnsafeRawBufferPointer>, folder: Int64, name: [UInt8]
  ) -> UInt64 {
    var sum = Checksum()
    sum.add(UInt64(bitPattern: folder))
    sum.add(UInt64(name.count))
    sum.add(name)
    sum.add(UnsafeRawBufferPointer(rebasing: content))
    return sum.value
  }

  /// Returns the bytes of a valid record for another number of the folder.
  static func bytes(_ bytes: UnsafeRawBufferPointer, folder: Int64, name: [UInt8]) -> [UInt8] {
    let content = bytes.dropLast(8)
    var output = RecordEncoder(reserving: bytes.count)
    for byte in content { output.append(byte) }
    output.append(checksum(of: content, folder: folder, name: name))
    return output.bytes
  }

  /// Returns the last time at which the status of the file or a sidecar changed; `nil` if the record has another
  /// version.
  static func lastChange(_ bytes: UnsafeRawBufferPointer) -> FileStatus.Time? {
    guard bytes.count > 16, bytes[0] == version else { return nil }
    let input = RecordDecoder(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast(8)))
    guard let record = try? Self(input, sharing: nil) else { return nil }
    return ([record.status.changed] + record.sidecars.map(\.changed)).max()
  }

  /// Creates the record of a file.
  ///
  /// - Parameter linkCount: The number of names of the file.
  init(file: KnownFile, linkCount: UInt64) {
    status = FileStatus(
      identity: FileStatus.Identity(device: file.device, inode: file.inode), size: file.size,
      modified: file.modified, changed: file.changed, linkCount: linkCount)
    (birth, sidecars, metadata) = (file.birth, file.sidecars, file.metadata)
    flags = Flags(file)
  }

  /// The entry for a scan.
  var file: KnownFile {
    var file = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: birth, isSettled: flags.contains(.isSettled), metadata: metadata)
    file.sidecars = sidecars
    file.isSymbolicLink = flags.contains(.isSymbolicLink)
    file.device = status.identity.device
    return file
  }

  /// Returns the asset with a name in a folder.
  func asset(_ name: FileName, in folder: Folder, _ clocks: LibraryClocks) -> Asset {
    (metadata ?? KnownMetadata(PhotoMetadata())).asset(
      name, in: folder, status, isSymbolicLink: flags.contains(.isSymbolicLink), clocks)
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isSettled = Flags(rawValue: 1)
    static let isSymbolicLink = Flags(rawValue: 2)
    static let hasBirth = Flags(rawValue: 4)
    static let hasMetadata = Flags(rawValue: 8)
    static let hasSidecars = Flags(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ file: KnownFile) {
      self = []
      if file.isSettled { insert(.isSettled) }
      if file.isSymbolicLink { insert(.isSymbolicLink) }
      if file.birth != nil { insert(.hasBirth) }
      if file.metadata != nil { insert(.hasMetadata) }
      if !file.sidecars.isEmpty { insert(.hasSidecars) }
    }
  }
}
