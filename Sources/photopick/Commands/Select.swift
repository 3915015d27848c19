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

      Without a path and view options the numbers are those that `photopick browse` showed last in this terminal.

      Examples:
        photopick select 1-4,9 --json
        photopick select 'all,!@2014-05' ~/Pictures --group month
        photopick select 1- -0 | xargs -0 -I{} cp {} /backup
      """)

  @Argument(help: "What to pick, such as 1-4,9 or @2014-05.") var selection: String
  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Checks") var checks: CheckOptions
  @OptionGroup(title: "Output Options") var output: OutputOptions

  @Option(help: "The picture that goes with each photo: none, or the original file.")
  var returnImage = ReturnImage.none

  /// The picture that goes with each picked photo.
  enum ReturnImage: String, ExpressibleByArgument, CaseIterable {
    case none, original
  }

  func run() async throws {
    let expression: SelectionExpression
    do throws(SelectionSyntaxError) {
      expression = try SelectionExpression(selection)
    } catch {
      throw CommandFailure(.usage, "selection \(error)")
    }
    let form = try output.form()
    let picked = try await pick(expression)
    try check(picked.photos)
    var result = PickedOutput(form: form, keys: output.keys ?? .uikit, destination: output.destination)
    if returnImage == .original { result.image = { PickerDictionary.Image(original: $0.asset) } }
    try result.write(picked.photos)
    let status = Diagnostics.report(picked.problems)
    if status != .success { throw CommandFailure(status) }
  }

  private func pick(_ expression: SelectionExpression) async throws -> (
    photos: [PickedAsset], problems: [ScanProblem]
  ) {
    if paths.areDefault, view.areDefault, let remembered = ViewStore.ofUser.load() {
      let positions = try ordered(positions(of: expression, in: remembered.selectable))
      let found = remembered.read(positions, with: LibraryScanner(options: view.scanOptions))
      guard found.problems.isEmpty else { throw CommandFailure(Diagnostics.report(found.problems)) }
      return (found.picked, [])
    }
    let query = try view.query()
    let loaded = try await LibraryLoading.load(try paths.roots(), options: view.scanOptions) {
      try await query.view(of: $0)
    }
    let positions = try ordered(positions(of: expression, in: loaded.result.selectable))
    return (loaded.result.picked(positions), loaded.problems)
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
