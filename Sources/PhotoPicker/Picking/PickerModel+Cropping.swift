import PhotoLibrary

/// Moves the crops of photos. Nothing is written: crops belong to the picker and to its result.
extension PickerModel {
  /// The part of a photo that the crop keeps; `nil` if photos are not cropped, or if this one is always cropped from the
  /// middle.
  package func crop(of asset: Asset) -> CropFrame? {
    guard let shape = options.crop, !asset.isVideo, asset.damage == nil, let size = asset.shownSize else {
      return nil
    }
    // A photo that got another size since is another picture.
    if let moved = crops[PhotoKey(asset)], moved.photo == size { return moved }
    return CropFrame(of: size, shape)
  }

  /// The same, or `nil` if the original files are returned, which are not cropped.
  package func shownCrop(of asset: Asset) -> CropFrame? { usesOriginal ? nil : crop(of: asset) }

  /// Why the crop of a photo cannot be moved; `nil` if it can.
  package func cropRefusal(of asset: Asset) -> String? {
    if options.crop == nil { return "Photos are not cropped here." }
    if usesOriginal { return "The original files are returned, which are not cropped: o changes that." }
    if crop(of: asset) != nil { return nil }
    let isKnown = asset.shownSize != nil
    let reason = asset.isVideo ? "a video" : isKnown ? "a damaged photo" : "a photo of unknown size"
    return "The crop of \(reason) stays in the middle."
  }

  /// Changes the crop of a photo; says why if that is not possible.
  package mutating func changeCrop(of asset: Asset, _ change: (inout CropFrame) -> Void) {
    guard cropRefusal(of: asset) == nil, let before = crop(of: asset) else {
      message = cropRefusal(of: asset)
      return
    }
    var frame = before
    change(&frame)
    guard frame != before else { return }
    crops[PhotoKey(asset)] = frame.isMoved ? frame : nil
    cropRevision += 1
  }
}
