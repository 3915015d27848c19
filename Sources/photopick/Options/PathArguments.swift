import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The folders and files that a command looks at.
struct PathArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, which are searched through, or files; - reads a list of paths from stdin. None means "
        + "$PHOTOPICK_LIBRARY if set, else the current folder.", valueName: "path"))
  var paths: [String] = []

  func validate() throws {
    if paths.contains("") { throw ValidationError("An empty path names nothing; . is the current folder.") }
  }

  /// True if nothing was named.
  var areDefault: Bool { paths.isEmpty }

  /// The paths to scan.
  ///
  /// - Throws: `CommandFailure` if stdin cannot be read.
  func roots() throws -> [FilePath] {
    paths.isEmpty ? [try Self.libraryFolder()] : try Self.paths(paths)
  }

  /// The paths that arguments name, `-` replaced by the list on stdin.
  ///
  /// - Throws: `CommandFailure` if stdin cannot be read.
  static func paths(_ arguments: [String]) throws -> [FilePath] {
    var paths = [FilePath]()
    var hasReadInput = false
    for argument in arguments {
      if argument != "-" {
        paths.append(RawArguments.path(argument))
      } else if !hasReadInput {
        paths += try readList()
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

  /// Paths from stdin, separated by NUL if there is one, else by newlines.
  private static func readList() throws -> [FilePath] {
    do throws(Errno) {
      return PathList.separatedPaths(try FileDescriptor.standardInput.readAll()).map {
        FilePath(fileSystemBytes: $0)
      }
    } catch {
      throw CommandFailure(.problems, "standard input: cannot be read: \(error)")
    }
  }
}
