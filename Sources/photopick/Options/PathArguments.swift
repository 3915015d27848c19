import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The folders and files that a command looks at.
struct PathArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, which are searched through, or files; - reads a list from stdin: any earlier output, or paths. None "
        + "means $PHOTOPICK_LIBRARY if set, else the current folder.", valueName: "path"))
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
  func roots(_ view: ViewOptions? = nil) throws -> [FilePath] {
    if paths.isEmpty { return [try Self.libraryFolder()] }
    return try Self.paths(paths) { list in view.map { $0.photos(in: list) } ?? list }
  }

  /// The paths that arguments name, `-` replaced by what is kept of the list on stdin.
  ///
  /// - Throws: `CommandFailure` if stdin cannot be read.
  static func paths(
    _ arguments: [String], keep: ([FilePath]) -> [FilePath] = { $0 }
  ) throws -> [FilePath] {
    var paths = [FilePath]()
    var hasReadInput = false
    for argument in arguments {
      if argument != "-" {
        paths.append(RawArguments.path(argument))
      } else if !hasReadInput {
        paths += keep(try readList())
        hasReadInput = true
      }
    }
    return paths
  }

  private static func libraryFolder() throws -> FilePath {
    if let library = getenv("PHOTOPICK_LIBRARY"), library.pointee != 0 {
      return FilePath(platformString: library)
    }
    guard let current = FilePath.currentFolder else {
      throw CommandFailure(.problems, "the current folder is gone; go to another one, or name a path")
    }
    return current
  }

  /// The paths of a list on stdin, as often as it names them.
  ///
  /// - Throws: `CommandFailure` if it cannot be read.
  static func readList() throws -> [FilePath] {
    do throws(PathListError) {
      let shown = ShownPaths(view: ViewStore.lastViewOfUser)
      return try PathList.given(reading: .standardInput, shown: shown).map { FilePath(fileSystemBytes: $0) }
    } catch {
      throw CommandFailure(.problems, "standard input: \(error)")
    }
  }
}

extension ViewStore {
  /// The view that was browsed last; `nil` if there is none, or it is lost.
  static func lastViewOfUser() -> RememberedView? {
    guard case .view(let view)? = try? ofUser.load() else { return nil }
    return view
  }
}

extension PathArguments {
  /// The folder from which the paths of a view are shown: what all its roots have in common.
  static func base(of roots: [FilePath]) -> Folder {
    let folders = roots.map { root in
      let path = RootPath(root)
      return (try? FileStatus(path.path).kind) == .directory ? path.path : path.folder.path
    }
    guard var common = folders.first else { return Folder("/") }
    for folder in folders.dropFirst() {
      while !folder.starts(with: common), !common.components.isEmpty { common.removeLastComponent() }
    }
    return Folder(common)
  }
}
