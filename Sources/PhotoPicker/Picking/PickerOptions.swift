import PhotoActions
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import SystemPackage

/// The configuration of a picker.
public struct PickerOptions: Sendable {
  public var query = AssetQuery()
  /// The rules for picking, including invalid photos.
  public var policy: any SelectionPolicy = SelectionChecks()
  /// A Boolean value indicating whether a new pick replaces the previous one.
  public var isSingle = false
  /// A Boolean value indicating whether the first pick ends the picker.
  public var isImmediate = false
  /// A Boolean value indicating whether numbers in picking order replace check marks.
  public var showsNumbers = false
  /// Pass `true` to return original files, which the user may change.
  public var usesOriginal = false
  /// The aspect ratio for crops, centered unless the user moves them; `nil` returns complete photos.
  public var crop: AspectRatio?
  public var startsWithAlbums = false
  /// The folder whose photos are shown first; `nil` for all photos.
  public var folder: Folder?
  /// The chosen covers of stacks; `nil` if covers can't be chosen.
  public var covers: StackCovers?
  /// The initial album order.
  public var albumOrder = AlbumOrder.count
  /// The initial direction of the album order, `nil` for the default.
  public var albumDirection: SortDirection?
  /// The initial picks, in order. They may be outside the query.
  public var picks: [Asset] = []
  /// Moves preselected photos into a first section and excludes photos, for each view. Also returns problems with
  /// reading them.
  public var arrange: (@Sendable (NumberedView) throws -> (view: NumberedView, problems: [ScanProblem]))?
  /// The key of the section that is picked initially.
  public var pickedSection: String?
  /// Inspects picks completely before they are returned; invalid ones are dropped.
  public var inspect: Inspection?
  /// `true` to return the remaining picks if inspection drops some. Otherwise the picker continues.
  public var skipsDamaged = false
  /// The queries that searches may use as `@name`.
  public var savedQueries = SavedQueries()
  /// The request of an app that the picker answers, if any.
  public var dialog: PickerDialog?
  /// The settings for marking, `nil` to disable it.
  public var marks: PickerMarks?
  /// Custom commands; `nil` disables commands, opening and the trash.
  public var actions: UserActions?
  /// Called with the picks in picking order after each change. Photos deleted from storage remain, since the user
  /// didn't unpick them.
  public var onChange: (@Sendable ([Asset]) -> Void)?

  /// Reads photos completely, calls back with the number done, and returns the invalid ones.
  public typealias Inspection =
    @Sendable (_ photos: [Asset], _ onProgress: @escaping @Sendable (Int) -> Void) async throws -> [Finding]

  /// An invalid photo found by inspection.
  public struct Finding: Sendable, Hashable {
    public var asset: Asset
    /// A short reason why the photo can't be picked.
    public var reason: String

    public init(_ asset: Asset, reason: String) {
      self.asset = asset
      self.reason = reason
    }
  }

  /// Returns the reason why a photo can't be picked, regardless of the number of picks.
  public func refusal(of asset: Asset) -> String? {
    policy.refusalOfDamage(in: asset) ?? policy.refusal(of: asset, picked: 0)
  }

  /// Creates a picker that shows all photos by month and allows any number of picks.
  public init() {}
}

/// Settings for marking photos.
public struct PickerMarks: Sendable {
  /// The names of new sidecars.
  public var naming: SidecarNaming
  /// The folder for undo data.
  public var journals: FilePath
  /// The scanner for marked photos.
  public var scanner: LibraryScanner

  public init(naming: SidecarNaming = SidecarNaming(), journals: FilePath, scanner: LibraryScanner) {
    self.naming = naming
    self.journals = journals
    self.scanner = scanner
  }
}
