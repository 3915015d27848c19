import PhotoActions
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import SystemPackage

/// What a picker shows and how people may pick.
public struct PickerOptions: Sendable {
  /// What is shown at first.
  public var query = AssetQuery()
  /// Which photos may be picked, damaged ones among them or not.
  public var policy: any SelectionPolicy = SelectionChecks()
  /// Another pick takes the place of the one before.
  public var isSingle = false
  /// The first pick is returned at once.
  public var isImmediate = false
  /// Picked photos show their place in the order of picking instead of a check mark.
  public var showsNumbers = false
  /// The original files are returned as pictures; people may change it.
  public var usesOriginal = false
  /// The shape to which photos are cropped, from the middle unless people move it; `nil` if they are returned whole.
  public var crop: AspectRatio?
  public var startsWithAlbums = false
  /// The order of the albums at first.
  public var albumOrder = AlbumOrder.count
  /// Which way the order of the albums runs at first; `nil` is the usual way.
  public var albumDirection: SortDirection?
  /// What is picked at the start, in order: an unfinished selection. It need not be shown.
  public var picks: [Asset] = []
  /// Puts photos that were picked earlier into a first section, and leaves others out; each view is arranged so.
  /// The problems tell what could not be read.
  public var arrange: (@Sendable (NumberedView) throws -> (view: NumberedView, problems: [ScanProblem]))?
  /// The key of the section whose photos are picked at the start.
  public var pickedSection: String?
  /// Reads picked photos to their ends before they are returned; those with damage are let go.
  public var inspect: Inspection?
  /// The other picks are returned if an inspection lets some go; otherwise the picker stays open.
  public var skipsDamaged = false
  /// How photos are marked; `nil` if they cannot be.
  public var marks: PickerMarks?
  /// The commands of the user's own; `nil` if photos can be neither opened nor moved to the trash nor given to commands.
  public var actions: UserActions?
  /// Called with the picks, in the order of picking, whenever they changed; photos that are gone by now stay in it,
  /// since nobody let them go.
  public var onChange: (@Sendable ([Asset]) -> Void)?

  /// Reads photos to their ends, says how many are done, and returns what is wrong with those that are damaged.
  public typealias Inspection =
    @Sendable (_ photos: [Asset], _ onProgress: @escaping @Sendable (Int) -> Void) async throws -> [Finding]

  /// A photo that an inspection found damaged.
  public struct Finding: Sendable, Hashable {
    public var asset: Asset
    /// Why it may not be picked, in a few words.
    public var reason: String

    public init(_ asset: Asset, reason: String) {
      self.asset = asset
      self.reason = reason
    }
  }

  /// Why a photo may not be picked, however many others are; `nil` if it may.
  public func refusal(of asset: Asset) -> String? {
    policy.refusalOfDamage(in: asset) ?? policy.refusal(of: asset, picked: 0)
  }

  /// A picker of everything, by month, without limits.
  public init() {}
}

/// How a picker marks photos.
public struct PickerMarks: Sendable {
  /// The name of new sidecars.
  public var form: SidecarForm
  /// The folder that keeps what was done, so that it can be taken back.
  public var journals: FilePath
  /// What reads marked photos anew.
  public var scanner: LibraryScanner

  public init(form: SidecarForm = .full, journals: FilePath, scanner: LibraryScanner) {
    self.form = form
    self.journals = journals
    self.scanner = scanner
  }
}
