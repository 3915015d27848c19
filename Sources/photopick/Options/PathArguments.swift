import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// The folders and files to scan.
struct PathArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, which are searched through, or files, also on servers (s3://bucket/prefix, davs://host/path); - reads a list from stdin: paths, or an earlier result such as "
        + "that of --json. None means $PHOTOPICK_LIBRARY if set, else the current folder.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Servers") var servers: ServerOptions

  func validate() throws {
    if paths.contains("") { throw ValidationError("An empty path names nothing; . is the current folder.") }
    for path in paths { try PathAddress.check(path) }
  }

  var areDefault: Bool { paths.isEmpty }

  /// Whether standard input contains a list of paths.
  var readsInput: Bool { paths.contains("-") }

  /// Returns the paths to scan, after `--save` has stored the query of the view. As in a scan, entries of a list other
  /// than folders, photos and videos are skipped.
  ///
  /// - Parameter view: Controls whether other files are included, and whether skipped files are reported.
  /// - Throws: `CommandFailure` when reading a list fails.
  func roots(
    _ view: LibraryViewOptions<some ParsableArguments & Sendable, some ViewZoneArguments>
  ) async throws -> [FilePath] {
    try view.saveQuery()
    if let from = view.from {
      guard paths.isEmpty else {
        throw CommandFailure(.usage, "--from names the photos; leave out other paths")
      }
      return try await view.photos(in: try Self.readList(of: from, view.bucket.bucket))
    }
    guard readsInput else { return try roots() }
    let list = try await view.photos(in: try Self.readList())
    return try Self.paths(paths) { list }
  }

  /// Returns the named paths, including the list on standard input.
  ///
  /// - Throws: `CommandFailure` when reading standard input fails.
  func roots() throws -> [FilePath] {
    if paths.isEmpty { return [try Self.libraryFolder()] }
    return try Self.paths(paths) { try Self.readList() }
  }

  /// Returns the paths of the arguments, with `-` replaced by the list on standard input.
  ///
  /// - Throws: The error of `list`.
  private static func paths(_ arguments: [String], list: () throws -> [FilePath]) throws -> [FilePath] {
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

  /// Returns the unique paths of a list on standard input.
  ///
  /// - Throws: `CommandFailure` when reading fails.
  static func readList() throws -> [FilePath] {
    try list("-").paths.map { FilePath(fileSystemBytes: $0) }
  }

  /// Reads a list, and reports entries that name the root, the current folder, or a folder above it.
  ///
  /// - Parameters:
  ///   - file: The file of the list, or `-` for standard input.
  ///   - isSearched: Whether folders in the list are searched for photos.
  /// - Throws: `CommandFailure` when reading fails; `ValidationError` for an address with an unsupported scheme.
  static func list(
    _ file: String, bucket: String? = nil, isSearched: Bool = true
  ) throws -> PathList {
    let path = try file == "-" ? nil : RawArguments.place(file)
    let list: PathList
    do throws(PathListError) {
      list =
        if let path {
          try PathList(contentsOf: path, bucket: bucket)
        } else {
          try PathList(reading: .standardInput, bucket: bucket)
        }
    } catch {
      // Only --from has --bucket, which the line names.
      let reason = isSearched ? "\(error)" : CommandFailure.line(error)
      throw CommandFailure(.problems, "\(file == "-" ? inputName : file): \(reason)")
    }
    for entry in list.wideEntries { note(entry, isSearched ? ": all photos in it are meant" : "") }
    return list
  }

  /// Reports an entry of a list that names the root, the current folder, or a folder above it.
  @Sendable static func note(_ entry: WideEntry) { note(entry, "") }

  private static func note(_ entry: WideEntry, _ meaning: String) {
    Diagnostics.note("photopick: note: the list \(entry)\(meaning)")
  }

  /// Returns the unique paths of a list of photos.
  ///
  /// - Parameter file: The file of the list, or `-` for standard input.
  /// - Throws: `CommandFailure` when reading fails.
  private static func readList(of file: String, _ bucket: String?) throws -> [FilePath] {
    let list = try list(file, bucket: bucket, isSearched: false)
    if let url = list.paths.first(where: { RemotePath.isURL($0) && !RemotePath.isAddressable($0) }) {
      let text = String(decoding: url, as: UTF8.self)
      throw CommandFailure(.problems, "\(text): \(RemotePath.unaddressableReason)")
    }
    RemoteFiles.give(list.listings)
    return list.paths.map { FilePath(fileSystemBytes: $0) }
  }
}

extension PathArguments {
  private static let inputName = "standard input"

  /// Returns the sources of paths: files, and the list on standard input for the first `-`.
  ///
  /// - Throws: `ValidationError` for an address with an unsupported scheme.
  static func sources(_ arguments: [String]) throws -> [PathStream.Source] {
    var sources = [PathStream.Source]()
    var hasReadInput = false
    for argument in arguments {
      if argument != "-" {
        try PathAddress.check(argument)
        sources.append(.path(RawArguments.bytes(of: argument)))
      } else if !hasReadInput {
        sources.append(.list(.standardInput, name: inputName))
        hasReadInput = true
      }
    }
    return sources
  }

  /// Opens a list of paths.
  ///
  /// - Parameter file: The file of the list, or `-` for standard input.
  /// - Throws: `CommandFailure`; `ValidationError` for an address with an unsupported scheme.
  static func source(list file: String, bucket: String?) throws -> PathStream.Source {
    if file == "-" { return .list(.standardInput, name: inputName, ListOrigin(bucket: bucket)) }
    let path = try RawArguments.place(file)
    do throws(Errno) {
      let origin = ListOrigin(bucket: bucket, folder: path.containingFolder)
      return .file(try OpenFile(path, waits: true), name: file, origin)
    } catch {
      throw CommandFailure(
        .problems, "\(file): cannot be read: \(RemoteFiles.reason(for: path) ?? "\(error)")")
    }
  }
}

struct BucketOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The bucket of the objects in a list that doesn't contain its name, as of aws s3api list-objects-v2.",
      valueName: "name"))
  var bucket: String?

  func validate() throws {
    guard let bucket else { return }
    if bucket.isEmpty || bucket.contains("/") {
      throw ValidationError("--bucket takes a name, without s3://.")
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
