import ArgumentParser
import PhotoCatalog
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

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
        photopick list-albums --posters
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Output Options") var output: ListOutputOptions<AlbumRecord>
  @Flag(help: "Draw the newest photo of each album beside it; on a terminal only.") var posters = false

  func validate() throws {
    if posters, !output.areDefault {
      throw ValidationError(
        "--posters draws on the terminal; it excludes --output and other forms of output.")
    }
    if view.sort == .size {
      throw ValidationError("--sort size orders photos; albums are ordered by name, date or count.")
    }
    if view.group != nil { throw ValidationError("--group is for browse; list-albums lists folders.") }
  }

  func run() async throws {
    let order = AlbumOrder(rawValue: (view.sort ?? .count).rawValue) ?? .count
    if posters { try PictureTerminal.check(for: "--posters") }
    let loaded = try await summaries(try paths.roots())
    let sorted = order.sorted(loaded.value, view.direction)
    let albums = Array(sorted.dropFirst(view.offset ?? 0).prefix(view.limit ?? .max))
    if posters {
      try await PictureTerminal.using { try await PosterTable(albums, on: $0).print() }
      if albums.isEmpty { Diagnostics.error("no photos found") }
    } else {
      try output.write(albums.lazy.map(AlbumRecord.init)) { destination in
        let style = TerminalStyle.standardOutput(isTerminal: destination.isTerminal)
        try AlbumTable(albums, style: style).write(to: destination)
        if albums.isEmpty { Diagnostics.error("no photos found") }
      }
    }
    try loaded.finish()
  }

  /// The albums, counted by the database if it can count them.
  private func summaries(_ roots: [FilePath]) async throws -> LibraryLoading.Loaded<[AlbumSummary]> {
    let query = view.albumQuery
    if view.catalog.noRefresh, query.isPlain, case .catalogAlone(let catalog) = try view.catalog.source() {
      let albums = try view.catalogQuery(roots).albums(
        of: catalog, withPosters: output.choosesForm || posters)
      if let albums { return LibraryLoading.Loaded(value: albums, status: .success) }
    }
    return try await LibraryLoading.load(roots, view, query) {
      try await query.albums(of: $0).map(AlbumSummary.init)
    }
  }
}
