import PhotoFormats
import PhotoImaging
import PhotoLibrary
import Terminal

package struct PictureRequest: Sendable, Hashable {
  package enum Detail: Sendable, Hashable {
    /// The complete photo, from the thumbnail cache.
    case thumbnail
    /// The complete photo, as large as possible; not cached.
    case fit
    case region(Region)
  }

  package struct Region: Sendable, Hashable {
    package let x: Int, y: Int
    package let width: Int, height: Int
    package let factor: Double
  }

  /// The photo. Editing its file makes another asset.
  package let asset: Asset
  package let columns: Int
  package let rows: Int
  package let detail: Detail
  /// The crop to frame, in pixels with orientation applied. The rest of the picture is darkened.
  package let crop: PixelRectangle?
  package let aids: ViewingAids

  package init(
    _ asset: Asset, columns: Int, rows: Int, _ detail: Detail = .thumbnail, crop: PixelRectangle? = nil,
    aids: ViewingAids = []
  ) {
    self.asset = asset
    self.columns = columns
    self.rows = rows
    self.detail = detail
    self.crop = crop
    self.aids = aids
  }
}

extension PictureRequest {
  /// The same picture without overlays.
  var withoutAids: PictureRequest {
    PictureRequest(asset, columns: columns, rows: rows, detail, crop: crop)
  }
}

/// The picture of a photo on the terminal.
public enum PhotoPicture: Sendable, Hashable {
  /// The loader hasn't finished it.
  case waiting
  /// The rendered picture.
  case ready(TerminalPicture)
  /// No picture is available, for a reason in one line.
  case missing(String)
}

extension CellSize {
  /// The pixels of a picture in one cell of symbol graphics.
  package static let symbols = CellSize(width: 4, height: 8) ?? .usual
}
