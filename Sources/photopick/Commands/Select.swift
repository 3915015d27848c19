import ArgumentParser
import PhotoLibrary
import PhotoPicker

/// `photopick select`: picks photos by numbers, groups and index paths.
struct Select: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pick photos by their numbers and hand them over.",
    discussion: """
      SELECTION, in the order in which the photos are handed over:
        1-4,9      numbers and runs; 9-5 runs backwards, 7- to the end, -3 from the start
        2.1-2.3    rows 1 to 3 of group 2
        @2014-05   the groups whose key begins so: @2014, @2014-05-25, @Canon
        all, none  everything, nothing
        !5, !@2014 takes away from what stands to the left

      --return-image adds a picture to each dictionary of --json, --jsonl and --plist: the original file, or a
      rendering for the screen. Renderings are upright JPEG files of at most 2400 pixels a side that keep the Exif
      of a JPEG; they stay in $XDG_CACHE_HOME/photopick/renderings, or the folder of --image-folder, under a name
      that is the same each time. --crop cuts a shape from the middle of the rendering.

      Without a path and view options the numbers are those that `photopick browse` showed last in this terminal.

      Examples:
        photopick select 1-4,9 --json
        photopick select 'all,!@2014-05' ~/Pictures --group month
        photopick select 1- -0 | xargs -0 -I{} cp {} /backup
        photopick select 9 --return-image screen --crop 1:1 --json
        photopick select all --verify -0 > sound-photos
      """)

  @Argument(help: "What to pick, such as 1-4,9 or @2014-05.") var selection: String
  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Checks") var checks: CheckOptions
  @OptionGroup(title: "Output Options") var output: OutputOptions

  @OptionGroup(title: "Picture Options") var pictures: PictureOptions

  func run() async throws {
    let expression: SelectionExpression
    do throws(SelectionSyntaxError) {
      expression = try SelectionExpression(selection)
    } catch {
      throw CommandFailure(.usage, "selection \(error)")
    }
    let form = try output.form()
    let picked = try await pick(expression)
    try check(picked.value)
    if checks.verify { try await PictureWork.verify(picked.value) }
    let images = try await pictures.images(of: picked.value)
    var result = PickedOutput(form: form, keys: output.keys ?? .uikit, destination: output.destination)
    result.image = { images.value[$0.number] }
    try result.write(picked.value)
    try picked.finish()
    try images.finish()
  }

  private func pick(_ expression: SelectionExpression) async throws -> LibraryLoading.Loaded<[PickedAsset]> {
    if paths.areDefault, view.areDefault, let remembered = try rememberedView() {
      let positions = try ordered(positions(of: expression, in: remembered.selectable))
      let found = remembered.read(positions, with: LibraryScanner(options: view.scanOptions))
      guard found.problems.isEmpty else { throw CommandFailure(Diagnostics.report(found.problems)) }
      return LibraryLoading.Loaded(value: found.picked, status: .success)
    }
    let query = try view.query()
    let loaded = try await LibraryLoading.load(try paths.roots(), view) { try await query.view(of: $0) }
    let positions = try ordered(positions(of: expression, in: loaded.value.selectable))
    return LibraryLoading.Loaded(value: loaded.value.picked(positions), status: loaded.status)
  }

  /// The view that this terminal browsed last; `nil` where it browsed none.
  ///
  /// - Throws: `CommandFailure` where its numbers could not be kept: others must not stand in for them.
  private func rememberedView() throws -> RememberedView? {
    switch ViewStore.ofUser.load() {
    case .view(let view): return view
    case .none: return nil
    case .lost(let file):
      throw CommandFailure(
        .problems,
        "the numbers of the last browse could not be kept in \(TerminalText.safe(file.string)); "
          + "name the folder, as in photopick select \(TerminalText.safe(selection)) .")
    }
  }

  private func positions(of expression: SelectionExpression, in view: SelectableView) throws -> [Int] {
    do throws(SelectionError) {
      return try expression.resolve(in: view)
    } catch {
      throw CommandFailure(.usage, "selection \(error)")
    }
  }

  private func ordered(_ positions: [Int]) -> [Int] {
    checks.order == .shown ? positions.sorted() : positions
  }

  /// Nothing is handed over where a photo fails a check.
  private func check(_ picked: [PickedAsset]) throws {
    let checks = checks.checks
    if let message = checks.tooManyMessage(picked.count) { throw CommandFailure(.usage, message) }
    let refused = picked.compactMap { picked in
      checks.refusal(of: picked.asset).map {
        ScanProblem(path: picked.asset.path, reason: "photo \(picked.number) cannot be picked: \($0)")
      }
    }
    guard refused.isEmpty else { throw CommandFailure(Diagnostics.report(refused)) }
  }
}
