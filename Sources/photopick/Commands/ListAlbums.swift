import ArgumentParser
import PhotoCatalog
import PhotoFormats
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct ListAlbums: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list-albums",
    abstract: "List the folders that contain photos: name, number, first and last date, folder.",
    discussion: """
      "All Photos" is first, then the albums, sorted by number of photos (--sort name, date, count or size). With \
      --group, the albums of each group's photos follow its heading.

      Examples:
        photopick list-albums ~/Pictures
        photopick list-albums --sort name --filter video
        photopick list-albums --since 2014 --until 2014 --json
        photopick list-albums --group year --sort size
        photopick list-albums --format '{count:6} {path}'
        photopick list-albums --posters
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Output Options") var output: ListOutputOptions<AlbumRecord>
  @Flag(help: "Draw the newest photo of each album next to it; requires a terminal.") var posters = false

  func validate() throws {
    _ = try view.sort?.ofAlbums()
    if posters, !output.areDefault {
      throw ValidationError(
        "--posters draws on the terminal; it excludes --output and other forms of output.")
    }
  }

  func run() async throws {
    if posters { try PictureTerminal.check(for: "--posters") }
    var loaded = try await albums(try await paths.roots(view))
    var list = loaded.value
    list.sort(by: try (view.sort ?? .count).ofAlbums(), view.direction)
    list.cut(offset: view.offset ?? 0, limit: view.limit)
    if posters {
      try await PictureTerminal.using { [list] in try await PosterTable(list, on: $0).print() }
      reportNothing(list)
    } else {
      try output.write(list.records) { destination in
        let style = TerminalStyle.standardOutput(isTerminal: destination.isTerminal)
        try AlbumTable(list, showsSizes: view.sort == .photos(.size), style: style).write(to: destination)
        reportNothing(list)
      }
    }
    loaded.end()
  }

  private func reportNothing(_ list: AlbumList) {
    if list.isEmpty { Diagnostics.error("no photos found") }
  }

  /// Loads the albums; the database counts their photos if possible.
  private func albums(_ roots: [FilePath]) async throws -> LibraryLoading.Loaded<AlbumList> {
    var query = view.albumQuery
    guard let grouping = view.group else { return try await ungrouped(roots, query) }
    query.grouping = grouping
    query.direction = view.direction
    return try await LibraryLoading.load(roots, view, query) {
      AlbumList(try await $0.groups(of: $1))
    }
  }

  private func ungrouped(
    _ roots: [FilePath], _ query: AssetQuery
  ) async throws -> LibraryLoading.Loaded<AlbumList> {
    if view.catalog.isCatalogAlone, query.isPlain, case .catalogAlone(let catalog) = try view.catalog.source()
    {
      let isComplete = output.choosesForm || posters || view.sort == .photos(.size)
      let albums = try await view.catalogQuery(roots).albums(of: catalog, isComplete: isComplete)
      if let albums { return LibraryLoading.Loaded(value: AlbumList(albums), status: .success) }
    }
    return try await LibraryLoading.load(roots, view, query) {
      AlbumList(try await $0.albums(of: $1).map(AlbumSummary.init))
    }
  }
}
