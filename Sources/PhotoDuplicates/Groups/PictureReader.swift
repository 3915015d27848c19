import PhotoCatalog
import PhotoFiles
import PhotoImaging
import PhotoLibrary

/// Reads the small pictures of photos: from the catalog if the files are unchanged, else from their thumbnails.
struct PictureReader: Sendable {
  private let thumbnails: ThumbnailCache
  private let catalog: Catalog?
  private let now: @Sendable () -> FileStatus.Time

  /// The number of pictures that are stored at once: the work that a crash can lose.
  private static let batchCount = 1024

  /// - Parameter now: Returns the current time.
  init(
    _ thumbnails: ThumbnailCache, _ catalog: Catalog?,
    now: @escaping @Sendable () -> FileStatus.Time = { .now }
  ) {
    (self.thumbnails, self.catalog, self.now) = (thumbnails, catalog, now)
  }

  /// Returns the small pictures of photos, or the reasons why there are none.
  ///
  /// - Parameter onProgress: Called with the number of completed photos, on any thread.
  /// - Throws: `CancellationError` if the task is cancelled. Pictures read until then are stored.
  func pictures(
    of assets: [Asset], onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Result<SmallPicture, ImagingError>?] {
    var pictures: [Result<SmallPicture, ImagingError>?] = Array(repeating: nil, count: assets.count)
    var (done, batch) = (0, [CatalogPicture]())
    let stored = stored(of: assets)
    do {
      try await WorkerPool.using { pool in
        try await pool.map(assets.indices) {
          picture(of: assets[$0], stored[$0])
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

  /// A picture, and what to store of it.
  private typealias Reading = (picture: Result<SmallPicture, ImagingError>?, stored: CatalogPicture?)

  private func picture(of asset: Asset, _ known: CatalogPicture?) -> Reading {
    if let known, known.state == asset.state, let picture = SmallPicture(encoded: known.bytes) {
      return (.success(picture), nil)
    }
    do throws(ImagingError) {
      // A file manager's thumbnail may show a placeholder.
      let thumbnail = try thumbnails.thumbnail(of: asset.path, size: .large, acceptingForeign: false)
      // A part of a picture is no version of the entire one.
      guard !thumbnail.isTruncated, let picture = try SmallPicture(thumbnail.pixels) else {
        return (nil, nil)
      }
      // If the file was changed since the scan, the next scan finds another state.
      let stored = CatalogPicture(
        folder: asset.folder, name: asset.name, state: asset.state, bytes: picture.encoded)
      return (.success(picture), asset.state.isSettled(at: now()) ? stored : nil)
    } catch {
      return (.failure(error), nil)
    }
  }

  /// Returns the stored picture of each photo, in any state of the file.
  private func stored(of assets: [Asset]) -> [CatalogPicture?] {
    var pictures: [CatalogPicture?] = Array(repeating: nil, count: assets.count)
    guard let catalog else { return pictures }
    for (folder, indices) in Dictionary(grouping: assets.indices, by: { assets[$0].folder }) {
      let stored = catalog.pictures(in: folder)
      for index in indices { pictures[index] = stored[assets[index].name] }
    }
    return pictures
  }
}
