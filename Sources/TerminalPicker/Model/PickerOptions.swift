import PhotoLibrary
import PhotoPicker

/// What a picker shows and how people may pick.
public struct PickerOptions: Sendable {
  /// What is shown at first.
  public var query = ViewQuery()
  /// Which photos may be picked. Damaged photos never may.
  public var policy: any SelectionPolicy = SelectionChecks()
  /// Another pick takes the place of the one before.
  public var isSingle = false
  /// The first pick is handed over at once.
  public var isImmediate = false
  /// Picked photos show their place in the order of picking instead of a check mark.
  public var showsNumbers = false
  /// The original files are handed over as pictures; people may change it.
  public var usesOriginal = false
  /// People choose an album first.
  public var startsWithAlbums = false
  /// What is picked at the start, in order: an unfinished selection. It need not be shown.
  public var picks: [Asset] = []
  /// Puts photos that were picked earlier into a first section, and leaves others out; each view is arranged so.
  public var arrange: (@Sendable (NumberedView) throws -> NumberedView)?
  /// The key of the section whose photos are picked at the start.
  public var pickedSection: String?
  /// Told what is picked, in the order of picking, whenever that changed.
  public var onChange: (@Sendable ([Asset]) -> Void)?
  /// How cells and headings are drawn.
  public var renderers = GridRenderers()

  /// A picker of everything, by month, without limits.
  public init() {}
}
