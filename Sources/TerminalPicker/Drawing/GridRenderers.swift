import PhotoLibrary
import Terminal

/// What a cell of the grid shows.
public struct PhotoCell: Sendable {
  public let asset: Asset
  public let picture: PhotoPicture
  public let isPicked: Bool
  /// Its place in the order of picking, from 1, if that is shown.
  public let number: Int?
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

/// A kind of view that supplements the cells of the grid: headings, footers, badges, or one of an app.
///
/// The layout makes room for the views of a kind by its place. Several kinds may have the same place:
///
///     extension SupplementaryKind {
///       static let total = SupplementaryKind("total", .footer(lines: 1))
///     }
public struct SupplementaryKind: Sendable, Hashable {
  /// Where the views of a kind are.
  public enum Place: Sendable, Hashable {
    /// In the line above the cells of a section, which stays in sight while they are.
    case heading
    /// In lines of their own below the cells of a section. The lines of several kinds follow each other.
    case footer(lines: Int)
    /// In the gutter above a cell, unless the screen is too small for gutters or the frame of the cursor covers it.
    case badge
  }

  public let name: String
  /// Where its views are.
  public let place: Place

  /// A kind of views.
  public init(_ name: String, _ place: Place) {
    self.name = name
    self.place = place
  }

  /// The headings of sections.
  public static let heading = SupplementaryKind("heading", .heading)
  /// The footers of sections: one line, which takes room only where a renderer is registered.
  public static let footer = SupplementaryKind("footer", .footer(lines: 1))
  /// The marks above photos whose dates are only those of their files.
  public static let fileDate = SupplementaryKind("fileDate", .badge)

  var footerLines: Int { if case .footer(let lines) = place { max(lines, 0) } else { 0 } }
}

/// What a supplementary view shows.
public struct SupplementaryView: Sendable {
  public let kind: SupplementaryKind
  /// The section that it supplements, or that contains the photo.
  public let section: AssetGroup
  /// The photo of a badge; `nil` for the view of a section.
  public let asset: Asset?
  /// Whether the cursor is on the photo, or in the section.
  public let isAtCursor: Bool
}

/// Draws supplementary views.
public protocol SupplementaryRenderer: Sendable {
  /// Draws a view into a rectangle of a frame.
  func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame)
}

/// Which renderer draws which cell and which supplementary view.
///
///     var renderers = GridRenderers()
///     renderers.registerCell(RAWCell()) { _, asset in asset.format == .raw }
///     renderers.registerSupplementary(SizeFooter(), of: .footer)
///
/// The renderer that was registered last for a cell or a view draws it.
public struct GridRenderers: Sendable {
  /// Tells whether a renderer draws the photo of a section.
  public typealias CellPredicate = @Sendable (AssetGroup, Asset) -> Bool
  /// Tells whether a renderer draws a view of a section, or of its photo.
  public typealias SupplementaryPredicate = @Sendable (AssetGroup, Asset?) -> Bool

  private var cells: [(renderer: any CellRenderer, draws: CellPredicate)] = []
  private var supplements:
    [(kind: SupplementaryKind, renderer: any SupplementaryRenderer, draws: SupplementaryPredicate)] = []
  private var kinds: [SupplementaryKind] = []

  /// The usual renderers: photos, videos, damaged photos, headings with counts, and marks of dates of files.
  public init() {
    registerCell(StandardCellRenderer()) { _, _ in true }
    registerSupplementary(CountHeadingRenderer(), of: .heading)
    registerSupplementary(FileDateRenderer(), of: .fileDate) { _, asset in asset?.isDatedByFile == true }
  }

  /// Registers a renderer of cells.
  public mutating func registerCell(_ renderer: any CellRenderer, where draws: @escaping CellPredicate) {
    cells.append((renderer, draws))
  }

  /// Registers a renderer of supplementary views of a kind.
  public mutating func registerSupplementary(
    _ renderer: any SupplementaryRenderer, of kind: SupplementaryKind,
    where draws: @escaping SupplementaryPredicate = { _, _ in true }
  ) {
    if !kinds.contains(kind) { kinds.append(kind) }
    supplements.append((kind, renderer, draws))
  }

  func cell(_ asset: Asset, in section: AssetGroup) -> (any CellRenderer)? {
    cells.last { $0.draws(section, asset) }?.renderer
  }

  func supplements(
    of section: AssetGroup, _ asset: Asset? = nil, where isWanted: (SupplementaryKind.Place) -> Bool
  ) -> [(kind: SupplementaryKind, renderer: any SupplementaryRenderer)] {
    kinds.filter { isWanted($0.place) }.compactMap { kind in
      supplements.last { $0.kind == kind && $0.draws(section, asset) }.map { (kind, $0.renderer) }
    }
  }

  func footerLines(of section: AssetGroup) -> Int {
    supplements(of: section) { if case .footer = $0 { true } else { false } }
      .reduce(0) { $0 + $1.kind.footerLines }
  }
}
