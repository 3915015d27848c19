import PhotoFiles
import PhotoLibrary
import Synchronization
import SystemPackage

/// The covers of stacks that the user chose, in a file of the state folder. Photos and sidecars don't contain them.
public final class StackCovers: Sendable {
  private let file: OwnFile?
  private let paths: Mutex<[FilePath]>

  /// The maximum number of covers; the oldest choices are dropped.
  private static let limit = 10_000

  /// Reads the covers, unless the file is missing or corrupt.
  ///
  /// - Parameter path: The file; if `nil`, choices are forgotten when the process ends.
  public init(_ path: FilePath?) {
    file = path.map(OwnFile.init)
    paths = Mutex(Self.read(file))
  }

  /// Returns the covers of the user, in `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static func ofUser() -> StackCovers {
    StackCovers(try? UserFolders.current.state.appending("covers"))
  }

  private static func read(_ file: OwnFile?) -> [FilePath] {
    guard let bytes = try? file?.contents() else { return [] }
    return RecordFile<StoredCovers>.onlyRecord(bytes)?.paths ?? []
  }

  /// Finds stacks with these covers.
  public var finder: StackFinder {
    let chosen = Set(paths.withLock(\.self))
    return chosen.isEmpty ? StackFinder() : StackFinder { chosen.contains($0.path) }
  }

  /// Makes a member the cover of its stack.
  ///
  /// - Throws: The error of writing the file. The choice remains valid for this process.
  package func choose(_ asset: Asset, in stack: AssetStack) throws {
    let others = Set(stack.unfiltered.members.map(\.asset.path))
    try paths.withLock { paths in
      // Another process may have written the file.
      if file != nil { paths = Self.read(file) }
      paths = (paths.filter { !others.contains($0) } + [asset.path]).suffix(Self.limit)
      try file?.write(RecordFile.bytes([StoredCovers(paths: paths)]))
    }
  }
}

private struct StoredCovers: StoredRecord {
  static let signature = "photopick covers 1"

  let paths: [FilePath]

  init(paths: [FilePath]) { self.paths = paths }

  func encode(to output: inout RecordEncoder) { output.append(each: paths) }

  init(from input: inout RecordDecoder) throws(RecordDamage) { paths = try input.array() }
}
