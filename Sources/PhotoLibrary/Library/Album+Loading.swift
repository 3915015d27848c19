import PhotoFiles

extension Album {
  /// Reads the assets unless they are there.
  ///
  ///     for var album in try await library.albums() {
  ///       try await album.load(in: library)
  ///       show(album.assets)
  ///       album.unload()
  ///     }
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the album then stays as it was.
  public mutating func load(in library: PhotoLibrary) async throws {
    if !isLoaded { try await reload(in: library) }
  }

  /// Reads the assets anew: of a folder its own files and nothing else, whatever the library has loaded.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the album then stays as it was.
  public mutating func reload(in library: PhotoLibrary) async throws {
    self =
      switch kind {
      case .all: Album(.all, assets: try await library.scanner.scan(library.roots).assets)
      case .folder(let folder): try await library.album(folder)
      }
  }
}
