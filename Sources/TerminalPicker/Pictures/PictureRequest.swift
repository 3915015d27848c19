import PhotoLibrary
import Terminal

/// A request for a picture of some cells.
package struct PictureRequest: Sendable, Hashable {
  /// The photo; an edited one has another picture.
  package let asset: Asset
  /// The width in cells.
  package let columns: Int
  /// The height in cells.
  package let rows: Int
  /// True for a picture that fills the screen and is not kept as a thumbnail.
  package let isPreview: Bool

  /// A picture of a photo.
  package init(_ asset: Asset, columns: Int, rows: Int, isPreview: Bool = false) {
    self.asset = asset
    self.columns = columns
    self.rows = rows
    self.isPreview = isPreview
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
