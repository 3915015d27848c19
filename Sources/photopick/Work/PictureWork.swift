import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TerminalPicker

/// Concurrent work on the pixels of picked photos, with progress and bounded memory.
enum PictureWork {
  /// Decodes every photo completely and returns the valid ones.
  ///
  /// - Parameter skipsDamaged: Pass `true` to exclude invalid photos instead of failing.
  /// - Throws: `CommandFailure` when a photo is invalid; standard error names the first.
  static func verify(_ picked: [PickedAsset], skipsDamaged: Bool) async throws -> [PickedAsset] {
    let progress = ProgressDisplay()
    let count = picked.count
    let (sound, damaged) = try await Interruption.cancelling(progress) {
      var sound: [PickedAsset] = []
      var damaged = RefusedPhotos()
      var done = 0
      try await WorkerPool.using { pool in
        try await pool.map(picked, damage) { picked, reason in
          done += 1
          progress.show("Verifying… \(done) of \(count) (Ctrl-C cancels)")
          if let reason { damaged.add(picked, reason) } else { sound.append(picked) }
        }
      }
      return (sound, damaged)
    }
    if damaged.isEmpty { return sound }
    guard skipsDamaged else {
      damaged.reportDamage(canAllow: false)
      throw CommandFailure(.usage)
    }
    damaged.reportLeftOut()
    return sound
  }

  /// Decodes photos completely and returns the invalid ones with reasons.
  ///
  /// - Throws: `CancellationError`.
  @Sendable static func findings(
    _ photos: [Asset], _ onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> [PickerOptions.Finding] {
    var findings: [PickerOptions.Finding] = []
    var done = 0
    try await WorkerPool.using { pool in
      try await pool.map(photos, { PhotoImage.damage(of: $0.path) }) { asset, error in
        done += 1
        onProgress(done)
        if let error {
          findings.append(PickerOptions.Finding(asset, reason: "\(ImagingError(error.reason))"))
        }
      }
    }
    return findings
  }

  /// Returns the reason that a photo is invalid, or `nil`.
  @Sendable private static func damage(of picked: PickedAsset) -> String? {
    if let damage = picked.asset.damage { return "it is damaged: \(damage)" }
    guard let error = PhotoImage.damage(of: picked.asset.path) else { return nil }
    return "\(ImagingError(error.reason))"
  }

  /// Returns the requested pictures by photo. Prints failures, which result in the exit status
  /// `problems`.
  ///
  /// - Parameters:
  ///   - kind: A kind that overrides the options.
  ///   - crops: The crops that the user moved, by number, in pixels with orientation applied.
  static func images(
    _ options: PictureOptions, _ kind: PictureOptions.ReturnImage? = nil, of picked: [PickedAsset],
    crops: [Int: PixelRectangle] = [:]
  ) async throws -> LibraryLoading.Loaded<[PhotoKey: PickerDictionary.Image]> {
    switch kind ?? options.kind {
    case .none: return LibraryLoading.Loaded(value: [:], status: .success)
    case .original:
      let images = picked.map { (PhotoKey($0.asset), PickerDictionary.Image(original: $0.asset)) }
      return LibraryLoading.Loaded(value: Dictionary(images) { first, _ in first }, status: .success)
    case .screen:
      // The other files of a shot follow the one that the user cropped, and may have other sizes.
      let cropped = Dictionary(picked.map { ($0.number, PhotoKey($0.asset)) }) { first, _ in first }
      let crop: @Sendable (PickedAsset) -> Crop? = { [shape = options.crop] photo in
        let moved = cropped[photo.number] == PhotoKey(photo.asset) ? crops[photo.number] : nil
        return shape.map { shape in moved.map { .part($0) } ?? .middle(shape) }
      }
      return try await render(picked, crop: crop, options.metadata.policy, into: try options.folder)
    }
  }

  private static func image(
    _ kept: RenderingFolder.Kept, of asset: Asset, _ crop: Crop?
  ) -> PickerDictionary.Image {
    let path = kept.path.fileSystemBytes
    guard let crop else { return PickerDictionary.Image(path: path, pixelSize: kept.size, orientation: .up) }
    return PickerDictionary.Image(
      path: path, pixelSize: kept.size, croppedTo: asset.shownSize.map { crop.rectangle(in: $0) })
  }

  private static func render(
    _ picked: [PickedAsset], crop: @escaping @Sendable (PickedAsset) -> Crop?, _ policy: MetadataPolicy,
    into folder: RenderingFolder
  ) async throws -> LibraryLoading.Loaded<[PhotoKey: PickerDictionary.Image]> {
    let progress = ProgressDisplay()
    return try await Interruption.cancelling(progress) {
      var images = [PhotoKey: PickerDictionary.Image]()
      var status = ExitStatus.success
      try await WorkerPool.using { pool in
        try await pool.map(picked) { picked in
          Result { () throws(ImagingError) in
            try folder.rendering(
              of: picked.asset.path, .screen, crop: crop(picked), described: picked.asset.pictureMetadata,
              policy: policy)
          }
        } _: { photo, result in
          progress.show("Rendering… \(images.count) of \(picked.count) (Ctrl-C cancels)")
          switch result {
          case .success(let kept): images[PhotoKey(photo.asset)] = image(kept, of: photo.asset, crop(photo))
          case .failure(let error):
            progress.clear()
            Diagnostics.error(error)
            status = .problems
          }
        }
      }
      return LibraryLoading.Loaded(value: images, status: status)
    }
  }
}
