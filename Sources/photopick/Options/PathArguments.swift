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
    paths.isEmpty ? [try Self.libraryFolder()] : try Self.paths(paths)
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

  private static func libraryFolder() throws -> FilePath {
    let library = ProcessInfo.processInfo.environment["PHOTOPICK_LIBRARY"] ?? ""
    if !library.isEmpty { return FilePath(library) }
    guard let current = RootPath.currentFolder else {
      throw CommandFailure(.problems, "the current folder is gone; go to another one, or name a path")
    }
    return current
  }

  /// Paths from stdin, separated by NUL where there is one, else by newlines.
  private static func readList() throws -> [FilePath] {
    var bytes = [UInt8]()
    do {
      var isAtEnd = false
      while !isAtEnd {
        let chunk = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          count = try FileDescriptor.standardInput.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        bytes += chunk
        isAtEnd = chunk.isEmpty
      }
    } catch {
      throw CommandFailure(.problems, "standard input cannot be read: \(FileErrors.reason(error))")
    }
    let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    var lines = bytes.split(separator: separator)
    // Lists from Windows and from spreadsheets end each line in CR LF.
    if separator != 0, lines.allSatisfy({ $0.last == UInt8(ascii: "\r") }) {
      lines = lines.map { $0.dropLast() }
    }
    return lines.filter { !$0.isEmpty }.map { FilePath(fileSystemBytes: $0) }
  }
}
