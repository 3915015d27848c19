import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The paths of the files that an earlier result names, in its order, each once.
///
///     let list = try PathList(contentsOf: "earlier.json")
///     list.paths.count
///
/// It reads the results of this program that are for programs: JSON arrays and JSON lines, among them those of `watch`,
/// XML property lists and CSV, in the keys of UIKit or in plain ones, and paths or `file://` URLs that are separated by
/// NUL or, if there is none, by newlines.
public struct PathList: Sendable, Hashable {
  /// The bytes of the paths as they were written, absolute or from the current folder; never empty, free of NUL.
  public let paths: [[UInt8]]

  /// The most bytes of a path. No system has longer ones: `PATH_MAX` of Linux is 4096, that of macOS 1024.
  public static let longestPath = 64 * 1024

  /// The memory that the paths of a list may take, in bytes: that of two million paths.
  public static let memoryLimit = 256 << 20
  private static let pathOverhead = 64

  /// Reads a list.
  ///
  /// - Parameter bytes: the whole list.
  /// - Throws: `PathListError` if the bytes begin like JSON or a property list and are none, or are those of a
  ///   picture or of a text for people, such as the table of `browse`.
  public init(_ bytes: [UInt8]) throws(PathListError) { try self.init(of: ByteWindow(bytes)) }

  init(of bytes: ByteWindow, memoryLimit: Int = memoryLimit) throws(PathListError) {
    paths = try Self.paths(in: bytes, areRepeated: false, memoryLimit: memoryLimit)
  }

  /// Reads a list from a file or pipe.
  ///
  /// - Throws: `PathListError` also if the file cannot be read.
  public init(contentsOf file: FilePath) throws(PathListError) {
    let opened: OpenFile
    do throws(Errno) {
      opened = try OpenFile(file, waits: true)
    } catch {
      throw PathListError(.unreadable("\(error)"), line: nil)
    }
    try self.init(reading: opened.descriptor)
  }

  /// Reads a list from an open file or pipe.
  public init(reading file: FileDescriptor) throws(PathListError) { try self.init(of: ByteWindow(file)) }

  /// The paths of a list from an open file or pipe as they are given there, also those that are given again.
  public static func given(reading file: FileDescriptor) throws(PathListError) -> [[UInt8]] {
    try paths(in: ByteWindow(file), areRepeated: true)
  }

  /// The list of the photos that the entries mean: those in a folder, and those to which a sidecar belongs.
  ///
  /// - Returns: the list, and a problem for each folder that cannot be read.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func photos(
    with scanner: LibraryScanner
  ) async throws -> (list: PathList, problems: [ScanProblem]) {
    let photos = try await scanner.photos(of: paths.map { FilePath(fileSystemBytes: $0) })
    return (PathList(paths: photos.paths.map(\.fileSystemBytes)), photos.problems)
  }

  private init(paths: [[UInt8]]) { self.paths = paths }

  private static func paths(
    in bytes: ByteWindow, areRepeated: Bool, memoryLimit: Int = memoryLimit
  ) throws(PathListError) -> [[UInt8]] {
    var reader = try PathListForm.reader(of: bytes)
    var paths = [[UInt8]]()
    var seen = Set<[UInt8]>()
    /// How many paths there were when one was removed last.
    var removals: [[UInt8]: Int] = [:]
    var memory = 0
    var namesAllPhotos = false
    try reader.readAll { entry in
      let path: [UInt8]
      switch entry {
      case .path(let given), .removed(let given): path = given
      case .allPhotos:
        namesAllPhotos = true
        return
      }
      guard !path.isEmpty, !path.contains(0) else { throw PathListError(.noPath, line: nil) }
      guard path.count <= longestPath else { throw PathListError(.tooLong(longestPath), line: nil) }
      if case .removed = entry {
        seen.remove(path)
      } else if !areRepeated, !seen.insert(path).inserted {
        return
      }
      memory += path.count + pathOverhead
      guard memory <= memoryLimit else { throw PathListError(.tooMany(memoryLimit), line: nil) }
      if case .removed = entry { removals[path] = paths.count } else { paths.append(path) }
    }
    guard !namesAllPhotos || !paths.isEmpty else { throw PathListError(.allPhotos, line: nil) }
    guard !removals.isEmpty else { return paths }
    return paths.enumerated().filter { $0.offset >= removals[$0.element] ?? 0 }.map(\.element)
  }
}
