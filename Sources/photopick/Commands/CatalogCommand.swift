import ArgumentParser
import PhotoCatalog
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Manage the catalog, the cache of metadata.",
    discussion: """
      The catalog accelerates all commands after the first scan. It is only a cache, which you can remove at any time.

      Examples:
        photopick catalog status
        photopick catalog refresh ~/Pictures
        photopick catalog verify ~/Pictures
        photopick catalog merge --to all.sqlite parts/*.sqlite
        photopick catalog publish --to /shared/catalogs parts/*.sqlite
        photopick catalog clear
      """,
    subcommands: [
      Status.self, Refresh.self, Verify.self, MergeCatalogs.self, PublishCatalogs.self, Clear.self,
    ])

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show the location and the size of the catalog.",
      discussion: """
        Examples:
          photopick catalog status
          photopick catalog status --json
        """)
    @OptionGroup var file: CatalogFile
    @Flag(help: "One JSON dictionary.") var json = false

    func run() throws {
      // A typo in the name must not create an empty catalog.
      let path = try file.location.file
      if file.catalog != nil, CatalogCommand.isMissing(path) {
        throw CommandFailure(
          .problems, "\(path.string): there is no catalog; photopick catalog refresh makes one")
      }
      let catalog = try file.open()
      let status = try catalog.status()
      for notice in catalog.takeNotices() { Diagnostics.error(notice) }
      let bytes = catalog.location.file.fileSystemBytes
      if json {
        let encoder = WriterEncoder<CatalogStatus, JSONWriter>(
          JSONWriter(layout: .recordPerLine), isArray: false
        ) { status, writer in
          writer.beginDictionary()
          writer.entry("path", .bytes(bytes))
          writer.entry("folders", Int64(status.folders))
          writer.entry("photos", Int64(status.assets))
          writer.entry("otherFiles", Int64(status.otherFiles))
          writer.entry("bytes", status.bytes)
          writer.endDictionary()
        }
        try ResultOutput().write(CollectionOfOne(status), with: encoder)
      } else {
        try ResultOutput().writeText(CollectionOfOne(status)) { status, text in
          text.append("catalog      ")
          text.append(shown: bytes)
          text.append(
            """

            folders      \(status.folders)
            photos       \(status.assets)
            other files  \(status.otherFiles)
            bytes        \(status.bytes)

            """)
        }
      }
    }
  }

  /// Returns `true` if no file exists at the path; `false` on errors.
  fileprivate static func isMissing(_ file: FilePath) -> Bool {
    do throws(Errno) {
      _ = try FileStatus(file)
      return false
    } catch {
      return error == .noSuchFileOrDirectory
    }
  }

  struct Scan: ParsableArguments {
    @OptionGroup var file: CatalogFile
    @OptionGroup var paths: PathArguments
    @OptionGroup(title: "Servers") var requests: RequestOptions
    @Flag(
      help: "Include hidden files and folders, and system folders such as @eaDir.")
    var hidden = false
    @OptionGroup var links: LinkOptions

    var options: ScanOptions { ScanOptions(includesHidden: hidden, links: links.policy) }
  }

  struct Refresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refresh",
      abstract: "Read new and changed photos, and show nothing.",
      discussion: """
        Examples:
          photopick catalog refresh ~/Pictures
        """)
    @OptionGroup var scan: Scan

    func run() async throws {
      let (catalog, roots, options) = (try scan.file.open(), try scan.paths.roots(), scan.options)
      let progress = ProgressDisplay()
      let snapshot = try await Interruption.cancelling(progress) {
        try await PhotoLibrary(roots: roots, options: options, catalog: catalog)
          .snapshot { progress.show($0) }
      }
      let notices = catalog.takeNotices()
      for notice in notices { Diagnostics.error(notice) }
      let status = Diagnostics.report(snapshot, isVerbose: scan.links.verbose)
      if status != .success || !notices.isEmpty { throw CommandFailure(.problems) }
    }
  }

  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Read every photo again and compare it with the catalog.",
      discussion: """
        Prints the path of each photo whose record differs. Exits with 1 if there is one, or if the catalog \
        can't be used.

        Examples:
          photopick catalog verify ~/Pictures
        """)
    @OptionGroup var scan: Scan

    func run() async throws {
      let (catalog, roots, options) = (try scan.file.open(), try scan.paths.roots(), scan.options)
      let progress = ProgressDisplay()
      let found = try await Interruption.cancelling(progress) {
        try await catalog.differences(under: roots, options: options) { progress.show($0) }
      }
      let notices = catalog.takeNotices()
      for notice in notices { Diagnostics.error(notice) }
      try ResultOutput().writeNames(found.paths.lazy.map(\.fileSystemBytes))
      if scan.links.verbose { found.remarks.forEach(Diagnostics.problem) }
      let status = Diagnostics.report(found.problems, namesAll: scan.links.verbose)
      Diagnostics.note("\(found.checked) photos compared, \(found.paths.count) differ")
      if status != .success || !found.paths.isEmpty || !notices.isEmpty { throw CommandFailure(.problems) }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear",
      abstract: "Remove the catalog; the next command reads every photo again.",
      discussion: """
        Examples:
          photopick catalog clear
          photopick catalog clear --catalog nas.sqlite
        """)
    @OptionGroup var file: CatalogFile

    func run() throws {
      let place = try file.location
      do {
        try place.remove()
      } catch {
        if let failure = CommandFailure(error) { throw failure }
        throw CommandFailure(.problems, "\(place.file.string): cannot be removed: \(error)")
      }
    }
  }
}
