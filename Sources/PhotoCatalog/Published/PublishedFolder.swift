import PhotoFiles
import SystemPackage

/// A folder of immutable catalogs, and an index that lists them.
///
/// A catalog is named by the checksum of its bytes (XXH64), so writers of equal catalogs write equal files, and a reader never
/// sees a file change. The index is replaced atomically after the catalogs are complete.
package struct PublishedFolder {
  private static let lockName = FileName(unchecked: Array(".index.lock".utf8))
  private static let patience = Duration.seconds(60)
  /// The number of attempts while other programs change the index on a server.
  private static let tries = 20
  private static let indexName = FileName(unchecked: Array(PublishedIndex.name.utf8))

  private let path: FilePath
  private let folder: OpenFolder

  /// Creates the folder if it is missing.
  package init(_ path: FilePath) throws(Errno) {
    try OpenFolder.make(path, mode: 0o777)
    (self.path, folder) = (path, try OpenFolder(path))
  }

  /// The result of publishing.
  package struct Result: Sendable {
    /// The numbers of published catalogs and of those that the folder lacked.
    package var (count, new) = (0, 0)
    package var photos = 0
  }

  /// Publishes each catalog as a file, and adds all of them to the index.
  ///
  /// - Throws: `CatalogUnavailable` or `Errno`. The index then doesn't change.
  package func publish(_ sources: [CatalogSource]) async throws -> Result {
    // Fails before the work.
    _ = try index()
    var (entries, result) = ([PublishedIndex.Entry](), Result())
    for source in sources {
      let entry = try await put(source)
      entries.append(entry)
      result.photos += Int(entry.photos)
    }
    // A server has no locks; it refuses to replace an index that another program has changed since.
    let lock =
      folder.isRemote ? nil : try folder.lock(Self.lockName, mode: 0o666, within: Self.patience)
    defer { withExtendedLifetime(lock) {} }
    result.count = entries.count
    for _ in 0..<Self.tries {
      let known = try index()
      var index = known ?? PublishedIndex()
      result.new = entries.count { index.add($0) }
      guard index.entries.count <= PublishedIndex.entryLimit else {
        throw CatalogUnavailable("\(path.string) contains too many catalogs; merge them")
      }
      guard result.new > 0 else { return result }
      do {
        try put(index.bytes, as: Self.indexName, known == nil && folder.isRemote ? .exclusively : .replacing)
        return result
      } catch let error as Errno where [.staleNFSFileHandle, .fileExists].contains(error) && folder.isRemote {
      }
    }
    throw Errno.resourceBusy
  }

  private func index() throws -> PublishedIndex? {
    do {
      return try PublishedIndex(OpenFile(Self.indexName, in: folder), path.appending(PublishedIndex.name))
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  /// Writes a catalog whose bytes only depend on its photos.
  private func put(_ source: CatalogSource) async throws -> PublishedIndex.Entry {
    let file = try PendingFile(in: folder, purpose: .database)
    guard let hidden = file.hiddenPath(in: path) else { throw Errno.invalidArgument }
    let contents = try await CatalogMerge.write(try Catalog(reading: [source]), to: hidden)
    let (checksum, size) = try Self.checksum(of: file.descriptor)
    let name = PublishedIndex.name(checksum)
    try put(file, size: size, as: FileName(unchecked: Array(name.utf8)))
    return PublishedIndex.Entry(
      name: name, size: size, photos: Int64(contents.count), checksum: checksum, residue: contents.residue)
  }

  /// Gives a complete file its name, unless the folder contains it.
  private func put(_ file: PendingFile, size: Int64, as name: FileName) throws(Errno) {
    guard try folder.status(of: name)?.size != size else { return }
    try file.descriptor.setPermissions(try FileStatus(file.descriptor).permissions & 0o444)
    try file.finish(as: name, .replacing, durability: .contentAndName)
  }

  /// Replaces a file by bytes.
  private func put(_ bytes: [UInt8], as name: FileName, _ placement: PendingFile.Placement) throws {
    let file = try PendingFile(in: folder)
    try file.write(bytes)
    try file.finish(as: name, placement, durability: .contentAndName)
  }

  private static func checksum(of file: FileDescriptor) throws -> (value: UInt64, size: Int64) {
    var (checksum, size) = (Checksum(), Int64(0))
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { room.deallocate() }
    while case let count = try file.read(fromAbsoluteOffset: size, into: room), count > 0 {
      checksum.add(UnsafeRawBufferPointer(rebasing: room[..<count]))
      size += Int64(count)
    }
    return (checksum.value, size)
  }
}
