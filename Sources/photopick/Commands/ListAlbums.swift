import ArgumentParser
import PhotoFormats
import PhotoLibrary
import PhotoPicker

/// `photopick list-albums`: the folders that hold photos.
struct ListAlbums: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list-albums",
    abstract: "List the folders that hold photos: name, number, first and last date, folder.",
    discussion: """
      "All Photos" comes first, then the albums, those with most photos first (--sort name, date or count).

      Examples:
        photopick list-albums ~/Pictures
        photopick list-albums --sort name --filter video
        photopick list-albums --since 2014 --until 2014 --json
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "View Options") var view: ViewOptions
  @Flag(help: "One JSON array.") var json = false
  @Flag(help: "One JSON dictionary a line.") var jsonl = false
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file, whole or not at all.", valueName: "file"))
  var output: String?

  func validate() throws {
    if json, jsonl { throw ValidationError("Choose one of --json and --jsonl.") }
    if view.sort == .size {
      throw ValidationError("--sort size orders photos; albums are ordered by name, date or count.")
    }
    if view.group != nil { throw ValidationError("--group is for browse; list-albums lists folders.") }
  }

  func run() async throws {
    let order = AlbumOrder(rawValue: (view.sort ?? .count).rawValue) ?? .count
    let query = view.albumQuery
    let (direction, limit, offset) = (view.direction, view.limit, view.offset)
    let loaded = try await LibraryLoading.load(try paths.roots(), options: view.scanOptions) { library in
      let shown = try await query.albums(of: library)
      let sorted = order.sorted(shown, direction)
      return Array(sorted.dropFirst(offset ?? 0).prefix(limit ?? .max))
    }
    let destination = ResultOutput(file: output.map(RawArguments.path))
    if json || jsonl {
      try destination.writeRecords(JSONWriter(layout: .recordPerLine), isArray: json, loaded.result) {
        AlbumRecord($0).write(to: &$1)
      }
    } else {
      try AlbumTable(loaded.result, style: .standardOutput(isTerminal: destination.isTerminal)).write(
        to: destination)
      if loaded.result.isEmpty { Diagnostics.error("no photos found") }
    }
    let status = Diagnostics.report(loaded.problems)
    if status != .success { throw CommandFailure(status) }
  }
}
