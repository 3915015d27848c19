import ArgumentParser
import PhotoFormats
import PhotoPicker

struct CheckOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of picks.", valueName: "n"),
    transform: NumberArgument.whole)
  var max: Int?

  @Flag(help: "Pick one.")
  var single = false

  @Flag(help: "Return a single pick immediately; select always does.")
  var immediate = false

  @Option(help: "The order of the result: as shown, or as picked; for select, the order of the selection.")
  var order: Order?

  @Option(
    help: ArgumentHelp("Refuse photos smaller than this, in pixels.", valueName: "WxH"),
    transform: PixelSize.read)
  var minSize: PixelSize?

  @Option(
    help: ArgumentHelp("Refuse photos larger than this, in pixels.", valueName: "WxH"),
    transform: PixelSize.read)
  var maxSize: PixelSize?

  @Flag(
    help: """
      Decode every photo and refuse those that are damaged or cut off; of RAW its preview, of video its cover.
      """)
  var verify = false

  @OptionGroup var damage: DamageOptions

  @Option(
    help: ArgumentHelp(
      "Add to this draft, an unfinished selection, and print all of it; !… takes away from it.",
      valueName: "name"),
    completion: Completions.draft)
  var draft: String?

  enum Order: String, ExpressibleByArgument, CaseIterable {
    case shown, picked
  }

  func validate() throws {
    if let max, max < 1 { throw ValidationError("--max takes a number from 1 on, not \(max).") }
    if verify, damage.allowDamaged {
      throw ValidationError("--verify refuses damaged photos; it excludes --allow-damaged.")
    }
  }

  /// The name of the draft; `nil` if `--draft` isn't used.
  ///
  /// - Throws: `DraftError` when the name is invalid.
  func draftName() throws(DraftError) -> DraftName? {
    guard let draft else { return nil }
    return try DraftName(draft)
  }

  var checks: SelectionChecks {
    SelectionChecks(
      maximumCount: single ? 1 : max, minimumSize: minSize, maximumSize: maxSize,
      allowsDamaged: damage.allowDamaged)
  }
}

/// The options for damaged photos, which are refused by default.
struct DamageOptions: ParsableArguments {
  @Flag(help: "Accept damaged photos, which are refused by default.")
  var allowDamaged = false

  @Flag(help: "Skip damaged photos.")
  var skipDamaged = false

  func validate() throws {
    if allowDamaged, skipDamaged {
      throw ValidationError("--skip-damaged leaves damaged photos out; it excludes --allow-damaged.")
    }
  }

  var checks: SelectionChecks { SelectionChecks(allowsDamaged: allowDamaged) }
}

extension PixelSize: DescribedOptionValue {
  static let form = "a width and a height above 0, such as 800x600"

  /// Parses `800x600`.
  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map {
      UInt32($0)
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }
}
