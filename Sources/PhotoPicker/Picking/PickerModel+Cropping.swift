import PhotoLibrary

/// Crop frames, which only affect the picker and the result.
extension PickerModel {
  /// Returns the crop frame, or `nil` if photos aren't cropped or this one can't be adjusted.
  package func crop(of asset: Asset) -> CropFrame? {
    guard let shape = options.crop, !asset.isVideo, asset.damage == nil, let size = asset.shownSize else {
      return nil
    }
    // The frame is invalid for a photo with a new size.
    if let moved = crops[PhotoKey(asset)], moved.photo == size { return moved }
    return CropFrame(of: size, shape)
  }

  /// Returns the crop frame unless the original files are returned.
  package func shownCrop(of asset: Asset) -> CropFrame? { usesOriginal ? nil : crop(of: asset) }

  /// Returns the reason why the crop can't be moved.
  package func cropRefusal(of asset: Asset) -> String? {
    if options.crop == nil { return "Photos are not cropped here." }
    if usesOriginal { return "The original files are returned uncropped; o changes that." }
    if crop(of: asset) != nil { return nil }
    let isKnown = asset.shownSize != nil
    let reason = asset.isVideo ? "a video" : isKnown ? "a damaged photo" : "a photo of unknown size"
    return "The crop of \(reason) is always centered."
  }

  /// Adjusts a crop frame, or explains why that isn't possible.
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
