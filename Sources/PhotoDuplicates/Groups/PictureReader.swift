import PhotoCatalog
import PhotoFiles
import PhotoImaging
import PhotoLibrary

/// Reads the small pictures of photos: from the catalog if the files are unchanged, else from their thumbnails.
struct PictureReader: Sendable {
  private let thumbnails: ThumbnailCache
  private let catalog: Catalog?

  /// The number of pictures that are stored at once: the work that a crash can lose.
  private static let batchCount = 1024

  init(_ thumbnails: ThumbnailCache, _ catalog: Catalog?) {
    (self.thumbnails, self.catalog) = (thumbnails, catalog)
  }

  /// Returns the small pictures of photos, or the reasons why there are none.
  ///
  /// - Parameter onProgress: Called with the number of completed photos, on any thread.
  /// - Throws: `CancellationError` if the task is cancelled. Pictures read until then are stored.
  func pictures(
    of assets: [Asset], onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Result<SmallPicture, ImagingError>?] {
    var pictures: [Result<SmallPicture, ImagingError>?] = known(assets)
    let missing = pictures.indices.filter { pictures[$0] == nil }
    var (done, batch) = (assets.count - missing.count, [CatalogPicture]())
    let thumbnails = thumbnails
    do {
      try await WorkerPool.using { pool in
        try await pool.map(missing) {
          Self.picture(of: assets[$0], thumbnails)
        } _: { index, result in
          done += 1
          onProgress(done)
          pictures[index] = result.picture
          if let stored = result.stored { batch.append(stored) }
          guard batch.count >= Self.batchCount else { return }
          await catalog?.store(batch)
          batch = []
        }
      }
    } catch {
      await store(batch)
      throw error
    }
    await store(batch)
    return pictures
  }

  /// Stores the last pictures, also after the task was cancelled.
  private func store(_ batch: [CatalogPicture]) async {
    guard let catalog, !batch.isEmpty else { return }
    await Task.detached { await catalog.store(batch) }.value
  }

  private typealias Reading = (picture: Result<SmallPicture, ImagingError>?, stored: CatalogPicture?)

  private static func picture(of asset: Asset, _ thumbnails: ThumbnailCache) -> Reading {
    let state = CatalogPicture.State(asset)
    do throws(ImagingError) {
      let thumbnail = try thumbnails.thumbnail(of: asset.path, size: .large)
      // A part of a picture is no version of the entire one.
      guard !thumbnail.isTruncated, let picture = try SmallPicture(thumbnail.pixels) else {
        return (nil, nil)
      }
      let stored = CatalogPicture(
        folder: asset.folder, name: asset.name, state: state, bytes: picture.encoded)
      return (.success(picture), state.isSettled && !asset.isSymbolicLink ? stored : nil)
    } catch {
      return (.failure(error), nil)
    }
  }

  private func known(_ assets: [Asset]) -> [Result<SmallPicture, ImagingError>?] {
    var pictures: [Result<SmallPicture, ImagingError>?] = Array(repeating: nil, count: assets.count)
    guard let catalog else { return pictures }
    for (folder, indices) in Dictionary(grouping: assets.indices, by: { assets[$0].folder }) {
      let stored = catalog.pictures(in: folder)
      guard !stored.isEmpty else { continue }
      for index in indices {
        guard let found = stored[assets[index].name], found.state == CatalogPicture.State(assets[index]),
          let picture = SmallPicture(encoded: found.bytes)
        else { continue }
        pictures[index] = .success(picture)
      }
    }
    return pictures
  }
}
