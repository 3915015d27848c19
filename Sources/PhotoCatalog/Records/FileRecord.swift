import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// What was read of a file, as the catalog keeps it: a run of bytes with a checksum at its end, the truth of a row.
///
/// The checksum covers the folder and the name too, so that damage is told row by row: if one row does not fit, the
/// catalog is made anew.
struct FileRecord {
  /// The status that the file had.
  let status: FileStatus
  private let birth: FileStatus.Time?
  private let flags: Flags
  private let sidecars: [SeenSidecar]
  /// What header and sidecars say; `nil` for a file that is no photo.
  private let metadata: PhotoMetadata?
  /// What stands in for camera and values of the metadata; `nil` if these are there.
  private let shared: SharedParts?

  /// Raised whenever the meaning of the bytes or of what header readers find changes, so that rows of older
  /// versions are read anew. The declared fields and types count themselves.
  private static let version =
    8 ^ UInt8(truncatingIfNeeded: MetadataField.fingerprint)
    ^ UInt8(truncatingIfNeeded: PhotoFileType.allCases.count << 3)

  /// The bytes of the record of a file of that name in a folder.
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
    if let metadata { output.append(metadata) }
    output.append(output.bytes.withUnsafeBytes { Self.checksum(of: $0[...], folder: folder, name: name) })
    return output.bytes
  }

  /// The record of a file of that name in a folder; `nil` if the bytes are damaged or of another version.
  ///
  /// - Parameter facts: What assets of several records share; `file` does not tell camera and values then.
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
    var shared: SharedParts?
    metadata = try flags.contains(.hasMetadata) ? input.metadata(sharing: facts, &shared) : nil
    self.shared = shared
    status = FileStatus(
      identity: FileStatus.Identity(device: device, inode: inode), size: size, modified: modified,
      changed: changed, linkCount: linkCount)
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

  /// The record of a file.
  ///
  /// - Parameter linkCount: The number of names that the file has.
  init(file: KnownFile, linkCount: UInt64) {
    status = FileStatus(
      identity: FileStatus.Identity(device: file.device, inode: file.inode), size: file.size,
      modified: file.modified, changed: file.changed, linkCount: linkCount)
    (birth, sidecars, metadata, shared) = (file.birth, file.sidecars, file.metadata, nil)
    flags = Flags(file)
  }

  /// What a scan knows of the file.
  var file: KnownFile {
    var file = KnownFile(
      inode: status.identity.inode, size: status.size, modified: status.modified, changed: status.changed,
      birth: birth, isSettled: flags.contains(.isSettled), metadata: metadata)
    file.sidecars = sidecars
    file.isSymbolicLink = flags.contains(.isSymbolicLink)
    file.device = status.identity.device
    return file
  }

  /// The asset of that name in a folder.
  func asset(_ name: FileName, in folder: Folder, _ clocks: LibraryClocks) -> Asset {
    let metadata = metadata ?? PhotoMetadata()
    return Asset(
      folder: folder, name: name, status: status, isSymbolicLink: flags.contains(.isSymbolicLink),
      metadata: metadata, clocks: clocks,
      camera: shared.map(\.camera) ?? metadata.camera.map(CameraName.init),
      values: shared.map(\.values) ?? metadata.values)
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
