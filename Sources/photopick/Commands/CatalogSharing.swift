import ArgumentParser
import PhotoCatalog
import PhotoFiles
import PhotoPicker
import SystemPackage
import Terminal

struct MergeCatalogs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Write the photos of several catalogs to one, as of the shards of extract.",
    discussion: """
      If several catalogs contain a photo, the entry counts whose file or sidecars changed last, and that of the last \
      catalog if the times are equal. FILE changes in one step, and only if all catalogs are valid.

      Examples:
        photopick catalog merge --to all.sqlite parts/*.sqlite
        photopick browse ~/Pictures --catalog all.sqlite --no-refresh
      """)
  @Option(
    help: ArgumentHelp("The file to write; a catalog is replaced.", valueName: "file"), completion: .file())
  var to: String
  @OptionGroup var catalogs: CatalogArguments

  func validate() throws {
    if to.isEmpty { throw ValidationError("--to takes the name of a file.") }
    if catalogs.catalogs.isEmpty { throw ValidationError("Name the catalogs to merge.") }
  }

  func run() async throws {
    let (file, sources) = (try RawArguments.place(to), try catalogs.sources())
    let count = try await CatalogWriting.perform(to: to) { try await CatalogMerge.write(sources, as: file) }
    Diagnostics.note("photopick: \(count) photos of \(sources.count) catalogs")
  }
}

struct PublishCatalogs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write catalogs to a folder that many machines read.",
    discussion: """
      Each catalog becomes a file that never changes, catalog-CHECKSUM.sqlite, where the checksum is the XXH64 hash of its \
      bytes. index.json lists the files; it is replaced in one step when they are complete. Publishing a catalog again \
      changes nothing, and concurrent publishers keep each other's files.

      Examples:
        photopick catalog publish --to /shared/catalogs parts/*.sqlite
        photopick browse ~/Pictures --catalog /shared/catalogs
      """)
  @Option(help: ArgumentHelp("The folder for the catalogs.", valueName: "folder"), completion: .directory)
  var to: String
  @OptionGroup var catalogs: CatalogArguments

  func validate() throws {
    if to.isEmpty { throw ValidationError("--to takes the name of a folder.") }
  }

  func run() async throws {
    let sources = catalogs.catalogs.isEmpty ? [CatalogSource(try .ofUser)] : try catalogs.sources()
    let folder = try RawArguments.place(to)
    let result = try await CatalogWriting.perform(to: to) {
      try await PublishedFolder(folder).publish(sources)
    }
    Diagnostics.note("photopick: \(result.photos) photos of \(result.count) catalogs, \(result.new) new")
  }
}

private enum CatalogWriting {
  /// Writes catalogs, with Ctrl-C, and adds the name to errors of the file system.
  static func perform<Value: Sendable>(
    to name: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await Interruption.cancelling(ProgressDisplay()) { try await body() }
    } catch let error as Errno {
      throw CommandFailure(.problems, "\(name): cannot be written: \(error)")
    }
  }
}
