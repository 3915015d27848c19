import ArgumentParser
import Foundation
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The folders and files that a command looks at.
struct PathArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, which are searched through, or files; - reads a list of paths from stdin. None means "
        + "$PHOTOPICK_LIBRARY where set, else the current folder.", valueName: "path"))
  var paths: [String] = []

  /// True where nothing was named.
  var areDefault: Bool { paths.isEmpty }

  /// The paths to scan.
  ///
  /// - Throws: `CommandFailure` where stdin cannot be read.
  func roots() throws -> [FilePath] {
    paths.isEmpty ? [Self.libraryFolder] : try Self.paths(paths)
  }

  /// The paths that arguments name, `-` replaced by the list on stdin.
  ///
  /// - Throws: `CommandFailure` where stdin cannot be read.
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

  private static var libraryFolder: FilePath {
    let library = ProcessInfo.processInfo.environment["PHOTOPICK_LIBRARY"] ?? ""
    return library.isEmpty ? RootPath.currentFolder : FilePath(library)
  }

  /// Paths from stdin, separated by NUL where there is one, else by newlines.
  private static func readList() throws -> [FilePath] {
    let bytes: Data
    do {
      bytes = try FileHandle.standardInput.readToEnd() ?? Data()
    } catch {
      throw CommandFailure(.problems, "standard input cannot be read: \(error.localizedDescription)")
    }
    let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: separator).map { FilePath(fileSystemBytes: $0) }
  }
}
