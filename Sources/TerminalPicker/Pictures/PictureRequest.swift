import PhotoFormats
import PhotoLibrary
import Terminal

/// A request for a picture of some cells.
package struct PictureRequest: Sendable, Hashable {
  package enum Detail: Sendable, Hashable {
    /// The whole photo, small, as the thumbnail cache keeps it.
    case thumbnail
    /// The whole photo, as large as there is room for; not kept.
    case fit
    case region(Region)
  }

  package struct Region: Sendable, Hashable {
    package let x: Int, y: Int
    package let width: Int, height: Int
    package let factor: Double
  }

  /// The photo; an edited one has another picture.
  package let asset: Asset
  package let columns: Int
  package let rows: Int
  package let detail: Detail
  /// The part that is framed, in pixels of the upright photo, while the rest is darkened; `nil` for none.
  package let crop: PixelRectangle?

  package init(
    _ asset: Asset, columns: Int, rows: Int, _ detail: Detail = .thumbnail, crop: PixelRectangle? = nil
  ) {
    self.asset = asset
    self.columns = columns
    self.rows = rows
    self.detail = detail
    self.crop = crop
  }
}

/// The picture of a photo on the terminal.
public enum PhotoPicture: Sendable, Hashable {
  /// It is being made.
  case waiting
  /// It is there.
  case ready(TerminalPicture)
  /// None can be made, for a reason in one line.
  case missing(String)
}

extension CellSize {
  /// What a cell of symbols shows of a picture.
  package static let symbols = CellSize(width: 4, height: 8) ?? .usual
}
