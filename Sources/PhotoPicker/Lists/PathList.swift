import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The unique paths in a previous result, in order.
///
///     let list = try PathList(contentsOf: "earlier.json")
///     list.paths.count
///
/// Reads photopick's machine-readable output: JSON arrays and JSON lines (including `watch`), XML property lists and
/// CSV, with UIKit's keys or plain keys; also paths or `file://` URLs separated by NUL or newlines.
public struct PathList: Sendable, Hashable {
  /// The paths as written, absolute or relative; never empty; contains no NUL.
  public let paths: [[UInt8]]
  /// The first entries that name the root, the current folder, or a folder above it.
  package let wideEntries: [WideEntry]
  /// The objects of a list with their status, by folder: a listing of the server.
  package let listings: [FilePath: [FileName: RemoteStatus]]

  /// The maximum length of a path in bytes. Systems allow less: `PATH_MAX` is 4096 on Linux and 1024 on macOS.
  public static let longestPath = FilePath.longestCount

  /// The memory limit for the paths of a list, in bytes, enough for two million paths.
  public static let memoryLimit = 256 << 20
  private static let pathOverhead = 64

  /// Parses a complete list.
  ///
  /// - Throws: `PathListError` if the bytes are malformed JSON or a malformed property list, a picture, or output for
  ///   users, such as the table of `browse`.
  public init(_ bytes: [UInt8]) throws(PathListError) { try self.init(of: ByteWindow(bytes)) }

  init(
    of bytes: ByteWindow, from origin: ListOrigin = ListOrigin(), memoryLimit: Int = memoryLimit
  ) throws(PathListError) {
    (paths, listings, wideEntries) = try Self.contents(of: bytes, origin, memoryLimit: memoryLimit)
  }

  /// Reads a list from a file or pipe.
  ///
  /// - Parameters:
  ///   - file: The path of the list.
  ///   - bucket: The bucket of a list of objects that lacks its name.
  /// - Throws: `PathListError`, also if reading fails.
  public init(contentsOf file: FilePath, bucket: String? = nil) throws(PathListError) {
    let opened: OpenFile
    do throws(Errno) {
      opened = try OpenFile(file, waits: true)
    } catch {
      throw PathListError(.unreadable(RemoteFiles.reason(for: file) ?? "\(error)"), line: nil)
    }
    try self.init(
      of: ByteWindow(opened.descriptor), from: ListOrigin(bucket: bucket, folder: file.containingFolder))
    withExtendedLifetime(opened) {}
  }

  /// Reads a list from an open file or pipe.
  public init(reading file: FileDescriptor, bucket: String? = nil) throws(PathListError) {
    try self.init(of: ByteWindow(file), from: ListOrigin(bucket: bucket))
  }

  /// Resolves folders and sidecars in the list to photos.
  ///
  /// - Returns: The resolved list, and a problem for each folder that can't be read.
  public func photos(
    with scanner: LibraryScanner
  ) async throws -> (list: PathList, problems: [ScanProblem]) {
    let photos = try await scanner.photos(of: paths.map { FilePath(fileSystemBytes: $0) })
    return (PathList(paths: photos.paths.map(\.fileSystemBytes)), photos.problems)
  }

  private init(paths: [[UInt8]]) { (self.paths, listings, wideEntries) = (paths, [:], []) }

  /// The maximum number of objects whose status is kept.
  private static let objectLimit = 1_000_000

  private static func contents(
    of bytes: ByteWindow, _ origin: ListOrigin, memoryLimit: Int
  ) throws(PathListError) -> ([[UInt8]], [FilePath: [FileName: RemoteStatus]], [WideEntry]) {
    var reader = try PathListForm.reader(of: bytes, from: origin)
    var paths = [[UInt8]]()
    var seen = Set<[UInt8]>()
    /// For each removed path, the number of paths before the last removal.
    var removals: [[UInt8]: Int] = [:]
    var memory = 0
    var namesAllPhotos = false
    var wideEntries = WideEntries()
    var (listings, objectCount) = ([FilePath: [FileName: RemoteStatus]](), 0)
    try reader.readAll { entry in
      guard let path = try checkedPath(of: entry) else {
        namesAllPhotos = true
        return
      }
      if case .removed = entry {
        seen.remove(path)
      } else if !seen.insert(path).inserted {
        return
      }
      memory += path.count + pathOverhead
      guard memory <= memoryLimit else { throw PathListError(.tooMany(memoryLimit), line: nil) }
      if case .removed = entry {
        removals[path] = paths.count
      } else {
        paths.append(path)
        _ = wideEntries.add(path)
      }
      if case .object(_, let status) = entry, objectCount < objectLimit {
        let url = FilePath(fileSystemBytes: path)
        if let name = url.lastComponent {
          listings[url.containingFolder, default: [:]][FileName(name)] = status
        }
        objectCount += 1
      }
    }
    guard !namesAllPhotos || !paths.isEmpty else { throw PathListError(.allPhotos, line: nil) }
    // Folders of which some objects are unknown aren't listed completely.
    if objectCount < paths.count { listings = [:] }
    guard !removals.isEmpty else { return (paths, listings, wideEntries.found) }
    let left = paths.enumerated().filter { $0.offset >= removals[$0.element] ?? 0 }.map(\.element)
    return (left, listings, wideEntries.found)
  }

  /// Returns the path of an entry, or `nil` for "All Photos".
  ///
  /// - Throws: `PathListError` if it is empty, too long, or contains NUL.
  private static func checkedPath(of entry: PathListEntry) throws -> [UInt8]? {
    switch entry {
    case .path(let path), .object(let path, _), .removed(let path):
      guard !path.isEmpty, !path.contains(0) else { throw PathListError(.noPath, line: nil) }
      guard path.count <= longestPath else { throw PathListError(.tooLong(longestPath), line: nil) }
      return path
    case .allPhotos: return nil
    }
  }

  /// Passes the paths of an open file or pipe to `take` as they arrive, including duplicates.
  ///
  /// Takes constant memory, and any number of paths. Skips paths that left the list in the output of `watch`.
  ///
  /// - Parameters:
  ///   - willWait: Called before a read that waits for the writer.
  ///   - note: Called with the first entries that name the root, the current folder, or a folder above it.
  static func read(
    _ file: FileDescriptor, from origin: ListOrigin, willWait: @escaping () -> Void,
    note: (WideEntry) -> Void, _ take: ([UInt8]) throws -> Void
  ) throws(PathListError) {
    let bytes = ByteWindow(following: file, willWait: willWait)
    var reader = try PathListForm.reader(of: bytes, from: origin) { file.isReadyToRead }
    var (namesAllPhotos, hasPaths, wideEntries) = (false, false, WideEntries())
    try reader.readAll { entry in
      guard let path = try checkedPath(of: entry) else {
        namesAllPhotos = true
        return
      }
      hasPaths = true
      if case .removed = entry { return }
      if let wide = wideEntries.add(path) { note(wide) }
      try take(path)
    }
    guard !namesAllPhotos || hasPaths else { throw PathListError(.allPhotos, line: nil) }
  }
}
