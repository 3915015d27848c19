import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The folders and files that a command looks at.
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

  /// True if nothing was named.
  var areDefault: Bool { paths.isEmpty }

  /// True if a list is read from stdin.
  var readsInput: Bool { paths.contains("-") }

  /// The paths to scan. What a list on stdin holds besides folders, photos and videos is left out, as a scan does.
  ///
  /// - Parameter view: says whether other files are kept, and whether those that are left out are named.
  /// - Throws: `CommandFailure` if stdin cannot be read.
  func roots(_ view: LibraryViewOptions<some ParsableArguments & Sendable>) async throws -> [FilePath] {
    guard readsInput else { return try roots() }
    let list = try await view.photos(in: try Self.readList(each: .once))
    return try Self.paths(paths) { list }
  }

  /// The paths that were named, all of a list on stdin among them.
  ///
  /// - Throws: `CommandFailure` if stdin cannot be read.
  func roots() throws -> [FilePath] {
    if paths.isEmpty { return [try Self.libraryFolder()] }
    return try Self.paths(paths) { try Self.readList(each: .once) }
  }

  /// The paths that arguments name, `-` replaced by the list on stdin.
  ///
  /// - Throws: `CommandFailure` if stdin cannot be read.
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
      throw CommandFailure(.problems, "the current folder is gone; go to another one, or name a path")
    }
    return folder
  }

  /// How often a path of a list counts.
  enum Repeats {
    case once, asGiven
  }

  /// The paths of a list on stdin.
  ///
  /// - Throws: `CommandFailure` if it cannot be read.
  static func readList(each repeats: Repeats) throws -> [FilePath] {
    do throws(PathListError) {
      let paths =
        switch repeats {
        case .once: try PathList(reading: .standardInput).paths
        case .asGiven: try PathList.given(reading: .standardInput)
        }
      return paths.map { FilePath(fileSystemBytes: $0) }
    } catch {
      throw CommandFailure(.problems, "standard input: \(error)")
    }
  }
}

/// The folder that commands search if no path is named.
enum LibraryFolder {
  /// `$PHOTOPICK_LIBRARY` if it is set, otherwise the current folder; `nil` if the latter was deleted.
  static var path: FilePath? {
    if let library = getenv("PHOTOPICK_LIBRARY"), library.pointee != 0 {
      return FilePath(platformString: library)
    }
    return FilePath.currentFolder
  }
}

/// The options that say which links a search follows, and what is told of those that it passes over.
struct LinkOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: """
      Follow symbolic links wherever they lead, or not at all; without either, links to files, and to folders below \
      those that are searched.
      """)
  var follow: Bool?

  @Flag(help: "Say on stderr what is passed over, such as links that lead nowhere.")
  var verbose = false

  /// Which links are followed.
  var policy: LinkPolicy { follow.map { $0 ? .all : .none } ?? .belowRoots }
}
