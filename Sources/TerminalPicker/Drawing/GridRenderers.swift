import PhotoLibrary
import Terminal

/// What a cell of the grid shows.
public struct PhotoCell: Sendable {
  /// The photo.
  public let asset: Asset
  /// Its picture.
  public let picture: PhotoPicture
  /// True if it is picked.
  public let isPicked: Bool
  /// Its place in the order of picking, from 1, if that is shown.
  public let number: Int?
  /// True if the cursor is on it.
  public let isAtCursor: Bool
  /// True in the run that is being chosen.
  public let isInRun: Bool
  /// Why it cannot be picked; `nil` if it can.
  public let refusal: String?
  /// True if a frame around the cell shows that it is picked or at the cursor; else the cell itself must.
  public let isFramed: Bool
}

/// Draws cells of the grid.
public protocol CellRenderer: Sendable {
  /// Draws a cell into a rectangle of a frame. What would stand outside of the grid is left out.
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame)
}

/// Draws the headings of sections.
public protocol HeadingRenderer: Sendable {
  /// Draws a heading into one line of a frame.
  func draw(_ section: AssetGroup, isAtCursor: Bool, in area: CellArea, of frame: inout Frame)
}

/// Which renderer draws which cell and heading.
///
///     var renderers = GridRenderers()
///     renderers.registerCell(RAWCell()) { _, asset in asset.format == .raw }
///
/// The renderer that was registered last for a cell draws it.
public struct GridRenderers: Sendable {
  /// Tells whether a renderer draws the photo of a section.
  public typealias CellPredicate = @Sendable (AssetGroup, Asset) -> Bool
  /// Tells whether a renderer draws the heading of a section.
  public typealias HeadingPredicate = @Sendable (AssetGroup) -> Bool

  private var cells: [(renderer: any CellRenderer, draws: CellPredicate)] = []
  private var headings: [(renderer: any HeadingRenderer, draws: HeadingPredicate)] = []

  /// The usual renderers: photos, videos, damaged photos, and headings with counts.
  public init() {
    registerCell(PhotoCellRenderer()) { _, _ in true }
    registerCell(VideoCellRenderer()) { _, asset in asset.isVideo }
    registerCell(DamagedCellRenderer()) { _, asset in asset.damage != nil }
    registerHeading(CountHeadingRenderer()) { _ in true }
  }

  /// Registers a renderer of cells.
  public mutating func registerCell(_ renderer: any CellRenderer, where draws: @escaping CellPredicate) {
    cells.append((renderer, draws))
  }

  /// Registers a renderer of headings.
  public mutating func registerHeading(
    _ renderer: any HeadingRenderer, where draws: @escaping HeadingPredicate
  ) {
    headings.append((renderer, draws))
  }

  /// The renderer of a cell.
  func cell(_ asset: Asset, in section: AssetGroup) -> (any CellRenderer)? {
    cells.last { $0.draws(section, asset) }?.renderer
  }

  /// The renderer of a heading.
  func heading(_ section: AssetGroup) -> (any HeadingRenderer)? {
    headings.last { $0.draws(section) }?.renderer
  }
}
