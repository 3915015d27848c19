import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TerminalPicker

/// Work on the pixels of picked photos: in parallel, with progress, and with a few photos in memory at a time.
enum PictureWork {
  /// Reads every photo to its end.
  ///
  /// - Throws: `CommandFailure` if one is damaged; each of those is named.
  static func verify(_ picked: [PickedAsset]) async throws {
    let progress = ProgressDisplay()
    let count = picked.count
    let isSound = try await Interruption.cancelling(progress) {
      var done = 0
      var isSound = true
      try await WorkerPool.using { pool in
        try await pool.map(picked, damage) { picked, reason in
          done += 1
          progress.show("Verifying… \(done) of \(count) (Ctrl-C cancels)")
          guard let reason else { return }
          progress.clear()
          Diagnostics.problem(
            ScanProblem(
              path: picked.asset.path, reason: "photo \(picked.number) cannot be picked: \(reason)"))
          isSound = false
        }
      }
      return isSound
    }
    if !isSound { throw CommandFailure(.usage) }
  }

  /// Reads photos to their ends and returns the faults of those that are damaged.
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

  /// The fault of a photo; `nil` if it is sound.
  @Sendable private static func damage(of picked: PickedAsset) -> String? {
    if let damage = picked.asset.damage { return "it is damaged: \(damage)" }
    guard let error = PhotoImage.damage(of: picked.asset.path) else { return nil }
    return "\(ImagingError(error.reason))"
  }

  /// The pictures that options ask for, by the numbers of their photos.
  ///
  /// If none can be made of a photo, it is named on stderr, and the command ends with the status of problems.
  ///
  /// - Parameter kind: another kind than that of the options.
  static func images(
    _ options: PictureOptions, _ kind: PictureOptions.ReturnImage? = nil, of picked: [PickedAsset]
  ) async throws -> LibraryLoading.Loaded<[Int: PickerDictionary.Image]> {
    switch kind ?? options.kind {
    case .none: return LibraryLoading.Loaded(value: [:], status: .success)
    case .original:
      let images = picked.map { ($0.number, PickerDictionary.Image(original: $0.asset)) }
      return LibraryLoading.Loaded(value: Dictionary(images) { first, _ in first }, status: .success)
    case .screen: return try await render(picked, crop: options.crop, into: try options.folder)
    }
  }

  /// Makes the renderings of photos, by the photos' numbers.
  private static func render(
    _ picked: [PickedAsset], crop: AspectRatio?, into folder: RenderingFolder
  ) async throws -> LibraryLoading.Loaded<[Int: PickerDictionary.Image]> {
    let progress = ProgressDisplay()
    return try await Interruption.cancelling(progress) {
      var images = [Int: PickerDictionary.Image]()
      var status = ExitStatus.success
      try await WorkerPool.using { pool in
        try await pool.map(picked) { picked in
          Result { () throws(ImagingError) in
            try folder.rendering(of: picked.asset.path, .screen, crop: crop)
          }
        } _: { photo, result in
          progress.show("Rendering… \(images.count) of \(picked.count) (Ctrl-C cancels)")
          switch result {
          case .success(let kept):
            images[photo.number] = PickerDictionary.Image(
              path: kept.path.fileSystemBytes, pixelSize: kept.size, orientation: .up)
          case .failure(let error):
            progress.clear()
            Diagnostics.error("\(error)")
            status = .problems
          }
        }
      }
      return LibraryLoading.Loaded(value: images, status: status)
    }
  }
}
