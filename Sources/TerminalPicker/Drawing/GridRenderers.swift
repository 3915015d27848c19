import PhotoLibrary
import Terminal

/// The contents of a grid cell.
public struct PhotoCell: Sendable {
  public let asset: Asset
  public let picture: PhotoPicture
  public let isPicked: Bool
  /// The position in the picking order, from 1, if the options ask for numbers.
  public let number: Int?
  public let isAtCursor: Bool
  /// A Boolean value indicating whether the photo is in the run being selected.
  public let isInRun: Bool
  /// Why the photo can't be picked; `nil` if it can.
  public let refusal: String?
  /// Whether a frame around the cell highlights picks and the cursor; otherwise the cell itself must.
  public let isFramed: Bool
}

/// A type that draws cells of the grid.
public protocol CellRenderer: Sendable {
  /// Draws a cell into a rectangle of a frame. The frame clips everything outside of the grid.
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame)
}

/// A kind of view that supplements the grid's cells: headings, footers, badges, or an application's own.
///
/// The layout reserves space for each kind according to the place. Several kinds may share a place:
///
///     extension SupplementaryKind {
///       static let total = SupplementaryKind("total", .footer(lines: 1))
///     }
public struct SupplementaryKind: Sendable, Hashable {
  /// The place of a kind's views.
  public enum Place: Sendable, Hashable {
    /// The line above a section's cells. It stays on top while cells scroll below it.
    case heading
    /// Separate lines below a section's cells. Several kinds follow each other.
    case footer(lines: Int)
    /// The gutter above a cell, unless the layout has no gutters or the frame of the cursor covers it.
    case badge
  }

  public let name: String
  public let place: Place

  /// Creates a kind of view.
  public init(_ name: String, _ place: Place) {
    self.name = name
    self.place = place
  }

  /// The heading of a section.
  public static let heading = SupplementaryKind("heading", .heading)
  /// The footer of a section: one line, if a renderer is registered.
  public static let footer = SupplementaryKind("footer", .footer(lines: 1))
  /// Badges above photos whose only date is the file date.
  public static let fileDate = SupplementaryKind("fileDate", .badge)
  /// Badges above photos of several files, such as `RAW+JPEG`.
  public static let stack = SupplementaryKind("stack", .badge)

  var footerLines: Int { if case .footer(let lines) = place { max(lines, 0) } else { 0 } }
}

/// The contents of a supplementary view.
public struct SupplementaryView: Sendable {
  public let kind: SupplementaryKind
  /// The section that contains the view or the photo.
  public let section: AssetGroup
  /// The photo of a badge; `nil` for headings and footers.
  public let asset: Asset?
  /// What each photo represents.
  public let unit: ViewUnit
  /// A Boolean value indicating whether the cursor is on the photo, or in the section.
  public let isAtCursor: Bool
}

/// A type that draws supplementary views.
public protocol SupplementaryRenderer: Sendable {
  /// Draws a view into a rectangle of a frame.
  func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame)
}

/// The renderers of cells and supplementary views.
///
///     var renderers = GridRenderers()
///     renderers.registerCell(RAWCell()) { _, asset in asset.format == .raw }
///     renderers.registerSupplementary(SizeFooter(), of: .footer)
///
/// The last matching registration wins.
public struct GridRenderers: Sendable {
  /// Returns `true` to use a renderer for a photo of a section.
  public typealias CellPredicate = @Sendable (AssetGroup, Asset) -> Bool
  /// Returns `true` to use a renderer for a supplementary view of a section, or of a photo in it.
  public typealias SupplementaryPredicate = @Sendable (AssetGroup, Asset?) -> Bool

  private var cells: [(renderer: any CellRenderer, draws: CellPredicate)] = []
  private var supplements:
    [(kind: SupplementaryKind, renderer: any SupplementaryRenderer, draws: SupplementaryPredicate)] = []
  private var kinds: [SupplementaryKind] = []

  /// Creates the standard renderers: cells, headings with counts, and badges for stacks and file dates.
  public init() {
    registerCell(StandardCellRenderer()) { _, _ in true }
    registerSupplementary(CountHeadingRenderer(), of: .heading)
    registerSupplementary(FileDateRenderer(), of: .fileDate) { _, asset in
      asset?.isDatedByFile == true && asset?.stack == nil
    }
    registerSupplementary(StackBadgeRenderer(), of: .stack) { _, asset in asset?.stack != nil }
  }

  /// Registers a renderer of cells.
  public mutating func registerCell(_ renderer: any CellRenderer, where draws: @escaping CellPredicate) {
    cells.append((renderer, draws))
  }

  /// Registers a renderer for a kind of supplementary view.
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
