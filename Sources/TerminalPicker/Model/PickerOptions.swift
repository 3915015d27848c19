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
  /// Photos that were picked earlier: they are picked, and stand in a first section of their own.
  public var preselected: [Asset] = []
  /// Photos that are not shown.
  public var excluded: [Asset] = []
  /// How cells and headings are drawn.
  public var renderers = GridRenderers()

  /// A picker of everything, by month, without limits.
  public init() {}
}
