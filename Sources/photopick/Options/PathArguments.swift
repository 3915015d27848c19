import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The folders and files to scan.
struct PathArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, which are searched through, or files; - reads a list from stdin: paths, or an earlier result such as "
        + "that of --json. None means $PHOTOPICK_LIBRARY if set, else the current folder.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  func validate() throws {
    if paths.contains("") { throw ValidationError("An empty path names nothing; . is the current folder.") }
  }

  var areDefault: Bool { paths.isEmpty }

  /// Whether standard input contains a list of paths.
  var readsInput: Bool { paths.contains("-") }

  /// Returns the paths to scan, after `--save` has stored the query of the view. As in a scan, entries of a list other
  /// than folders, photos and videos are skipped.
  ///
  /// - Parameter view: Controls whether other files are included, and whether skipped files are reported.
  /// - Throws: `CommandFailure` when reading standard input fails.
  func roots(
    _ view: LibraryViewOptions<some ParsableArguments & Sendable, some ViewZoneArguments>
  ) async throws -> [FilePath] {
    try view.saveQuery()
    guard readsInput else { return try roots() }
    let list = try await view.photos(in: try Self.readList(each: .once))
    return try Self.paths(paths) { list }
  }

  /// Returns the named paths, including all entries of a list on standard input.
  ///
  /// - Throws: `CommandFailure` when reading standard input fails.
  func roots() throws -> [FilePath] {
    if paths.isEmpty { return [try Self.libraryFolder()] }
    return try Self.paths(paths) { try Self.readList(each: .once) }
  }

  /// Returns the paths of the arguments, with `-` replaced by the list on standard input.
  ///
  /// - Throws: `CommandFailure` when reading standard input fails.
  static func paths(
    _ arguments: [String], list: () throws -> [FilePath] = { try readList(each: .asGiven) }
  ) throws -> [FilePath] {
    var paths = [FilePath]()
    var hasReadInput = false
    for argument in arguments {
      if argument != "-" {
        paths.append(RawArguments.path(argument))
      } else if !hasReadInput {
        paths += try list()
        hasReadInput = true
      }
    }
    return paths
  }

  private static func libraryFolder() throws -> FilePath {
    guard let folder = LibraryFolder.path else {
      throw CommandFailure(.problems, "the current folder was deleted; go to another one, or name a path")
    }
    return folder
  }

  /// How to treat duplicates in a list.
  enum Repeats {
    case once, asGiven
  }

  /// Returns the paths of a list on standard input.
  ///
  /// - Throws: `CommandFailure` when reading fails.
  static func readList(each repeats: Repeats) throws -> [FilePath] {
    do throws(PathListError) {
      let paths =
        switch repeats {
        case .once: try PathList(reading: .standardInput).paths
        case .asGiven: try PathList.paths(reading: .standardInput)
        }
      return paths.map { FilePath(fileSystemBytes: $0) }
    } catch {
      throw CommandFailure(.problems, "standard input: \(error)")
    }
  }
}

/// The options for symbolic links and skipped files.
struct LinkOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: """
      Follow symbolic links wherever they lead, or not at all; without either, links to files, and to folders below \
      those that are searched.
      """)
  var follow: Bool?

  @Flag(help: "Report skipped files on stderr, such as broken links.")
  var verbose = false

  var policy: LinkPolicy { follow.map { $0 ? .all : .none } ?? .belowRoots }
}
