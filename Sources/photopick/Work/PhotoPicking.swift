import PhotoCatalog
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// Picks photos by a selection.
struct PhotoPicking<Zone: ViewZoneArguments> {
  /// The name of the command, for messages.
  let command: String
  let selection: String
  let paths: PathArguments
  let view: LibraryViewOptions<CatalogOptions, Zone>
  let lists: ListOptions
  /// `true` for display order; `false` for the order of the selection.
  var inShownOrder = false
  /// Photos of the last view that may be missing, such as moved photos.
  var expectedGone: Set<FilePath> = []
  /// Whether to group the files by shot, even if the view shows each file.
  var findsShots = false

  /// Returns the selected photos and the exit status.
  ///
  /// - Throws: `SelectionSyntaxError`; `SelectionError`; `CommandFailure` for a photo deleted since the last view.
  func pick() async throws -> LibraryLoading.Loaded<[PickedAsset]> {
    let expression = try self.expression()
    return try await picked(by: expression, in: shownPhotos()).photos
  }

  struct Picked {
    var photos: LibraryLoading.Loaded<[PickedAsset]>
    let roots: [FilePath]
    /// Whether the folders were scanned, with the catalog of `photos`.
    let isScanned: Bool
    /// Whether each photo has its shot, found among all files of its folder.
    let hasShots: Bool
  }

  /// Returns the photos that the command will change, and names their view on stderr.
  ///
  /// - Throws: The errors of `pick`; `CommandFailure` if the last view showed another folder, or if a number is not in
  ///   the view.
  func pickForChange() async throws -> Picked {
    let expression = try self.expression()
    let shown = try await shownPhotos(changing: expression)
    let picked = try await picked(by: expression, in: shown)
    shown.scope.note(count: picked.photos.value.count)
    return picked
  }

  private func picked(by expression: SelectionExpression, in shown: ShownPhotos) async throws -> Picked {
    let positions = try expression.resolve(in: shown.selectable, copies: shown.copies)
    var picked = try shown.read(inShownOrder ? positions.sorted() : positions)
    var hasShots = shown.hasShots
    if case .remembered(let view, _) = shown.photos, view.showsStacks {
      hasShots = true
      picked = try await picked.stacked(with: shown.scanner, by: StackCovers.ofUser().finder)
    }
    return Picked(
      photos: LibraryLoading.Loaded(value: picked, status: shown.status, catalog: shown.catalog),
      roots: shown.scope.roots, isScanned: shown.isScanned,
      hasShots: hasShots)
  }

  /// Applies the selection to a draft and returns all photos, numbered from 1.
  ///
  /// - Parameters:
  ///   - check: Returns the valid photos; if it throws, the draft isn't modified.
  ///   - verify: A slow check, which runs before the draft is locked.
  /// - Throws: The errors of the other `pick`; `DraftError`.
  func pick(
    into name: DraftName, of store: DraftStore, _ check: ([PickedAsset]) throws -> [PickedAsset],
    verify: (([PickedAsset]) async throws -> [PickedAsset])?
  ) async throws -> LibraryLoading.Loaded<[PickedAsset]> {
    let expression = try self.expression()
    let shown = try await shownPhotos()
    var (picked, status) = ([PickedAsset](), shown.status)
    var leftOut = Set<PhotoKey>()
    if let verify {
      let paths = try store.draft(name)?.paths ?? []
      let expected = try changed(paths, by: expression, in: shown).read.picked
      leftOut = Self.keys(expected).subtracting(Self.keys(try await verify(try check(expected))))
    }
    try store.update(name) { paths in
      let (result, read) = try changed(paths, by: expression, in: shown)
      picked = try check(read.picked.filter { !leftOut.contains(PhotoKey($0.asset)) })
      if Diagnostics.report(read.problems, namesAll: view.links.verbose) != .success { status = .problems }
      // Previous photos remain in the draft.
      let refused = Self.keys(read.picked).subtracting(Self.keys(picked)).map(\.asset.pathBytes)
      let dropped = Set(refused).subtracting(paths)
      return result.filter { !dropped.contains($0) }
    }
    return LibraryLoading.Loaded(value: picked, status: status)
  }

  private static func keys(_ picked: [PickedAsset]) -> Set<PhotoKey> {
    Set(picked.lazy.map { PhotoKey($0.asset) })
  }

  /// - Throws: `SelectionSyntaxError`; `CommandFailure` when the argument is a path.
  private func expression() throws -> SelectionExpression {
    do throws(SelectionSyntaxError) {
      return try SelectionExpression(selection)
    } catch {
      let isPath = !selection.isEmpty && (try? FileStatus(RawArguments.path(selection))) != nil
      guard isPath || selection.first?.isLetter ?? false else { throw error }
      let folder = isPath ? WrittenOptions.quoted(selection) : "FOLDER"
      throw CommandFailure(
        .usage,
        (isPath ? "\(selection) is a path" : "selection \(error)")
          + "; the selection comes first, as in photopick \(command) all \(folder)")
    }
  }

  /// Returns the paths of a draft after the selection, and their photos.
  private func changed(
    _ paths: [[UInt8]], by expression: SelectionExpression, in shown: ShownPhotos
  ) throws -> (paths: [[UInt8]], read: (picked: [PickedAsset], problems: [ScanProblem])) {
    let before = shown.positions(of: paths)
    let after = try expression.resolve(in: shown.selectable, startingWith: before, copies: shown.copies)
    let known = Set(before)
    let added = try shown.read(after.filter { !known.contains($0) }).map(\.asset)
    let removed = Set(shown.paths(of: before)).subtracting(shown.paths(of: after))
    let result = DraftChange(adding: added.map(\.pathBytes), removing: removed).applied(to: paths)
    return (result, DraftReader(scanner: shown.scanner, known: added).read(result))
  }

  /// Fails with a hint if the following paths look like more of the selection, as in `select 1 2 3`, and don't exist.
  private func checkWords() throws(CommandFailure) {
    let more = paths.paths.prefix { text in
      (try? SelectionExpression(RawArguments.written(text))) != nil
        && (try? FileStatus(RawArguments.path(text))) == nil
    }
    guard let first = more.first else { return }
    let whole = ([selection] + more.map(RawArguments.written)).joined(separator: ",")
    let word = RawArguments.written(first)
    throw CommandFailure(
      .usage, "\(word) is no folder or photo; if it is part of the selection, write \(whole)")
  }

  /// Returns the photos to select from: the last view, unless options request another.
  ///
  /// - Parameter expression: The selection of photos that the command will change, or `nil` if it changes none.
  private func shownPhotos(changing expression: SelectionExpression? = nil) async throws -> ShownPhotos {
    try checkWords()
    let scanner = LibraryScanner(options: view.scanOptions)
    let earlier = try await lists.earlierPicks(paths, scanner, readsInput: view.readsInput)
    if paths.areDefault, view.areDefault, let remembered = try rememberedView() {
      if expression != nil { try requireView(remembered) }
      guard earlier.preselected == nil else {
        throw CommandFailure(
          .usage,
          "--preselected makes a view of its own, with other numbers than those shown last; name the folder, "
            + "or give --preselected to photopick browse")
      }
      return shown(remembered, earlier, scanner)
    }
    var query = try view.query()
    if findsShots, query.stacks == .ignored {
      query.stacks = .found
      query.stackFinder = StackCovers.ofUser().finder
    }
    let roots = try await paths.roots(view)
    let scope = ViewScope(roots: roots, view, lists)
    if let number = expression?.firstNumber, let last = try displayedView(of: scope, for: number) {
      return shown(last, earlier, scanner)
    }
    let hasNumbers = expression.map { $0.firstNumber != nil } ?? true
    if hasNumbers, paths.areDefault, view.from == nil { try tellFolder(roots) }
    let loaded = try await LibraryLoading.loadView(roots, view, query, earlier)
    loaded.catalog?.leaveOpen()
    return ShownPhotos(
      photos: .view(loaded.value), catalog: loaded.catalog, scope: scope, scanner: scanner,
      status: loaded.status, expectedGone: [],
      namesAll: view.links.verbose,
      // A photo that was named, or that a list contains, was scanned without the other files of its folder.
      hasShots: findsShots && view.from == nil && earlier.preselected == nil
        && roots.allSatisfy { !$0.isRemote && (try? FileStatus($0))?.kind == .directory })
  }

  private func shown(
    _ view: RememberedView, _ earlier: EarlierPicks, _ scanner: LibraryScanner
  ) -> ShownPhotos {
    ShownPhotos(
      photos: .remembered(view, earlier), catalog: nil, scope: ViewScope(view), scanner: scanner,
      status: .success,
      expectedGone: expectedGone, namesAll: self.view.links.verbose,
      hasShots: false)
  }

  /// Checks that the current folder is one for whose photos the last view was displayed.
  private func requireView(_ last: RememberedView) throws(CommandFailure) {
    guard let folder = FilePath.currentFolder else { return }
    guard !last.belongs(to: folder, library: LibraryFolder.named) else { return }
    let scope = ViewScope(last)
    var example = WrittenOptions()
    example.add("photopick \(command) \(WrittenOptions.quoted(selection))")
    if let root = scope.roots.first { example.add(WrittenOptions.quoted(path: root)) }
    if scope.options.hasPrefix("-") { example.add(WrittenOptions.quoted(options: scope.options)) }
    throw CommandFailure(
      .usage,
      "the last view is of \(scope.folders), and the current folder is \(PhotoFacts.path(folder.fileSystemBytes)); "
        + "browse here, or name the folder, as in \(example.text)")
  }

  /// Returns the last view if it displayed the photos to change. Returns `nil` if none did, so that the path determines
  /// the numbers.
  ///
  /// - Throws: `CommandFailure` if the number belongs to another view.
  private func displayedView(of scope: ViewScope, for number: String) throws -> RememberedView? {
    let last: RememberedView?
    switch try ViewStore.ofUser.load() {
    case .view(let view): last = view
    case .none, .lost: last = nil
    }
    if let last, last.roots == scope.roots {
      if last.options == scope.options { return last }
    } else if view.areDefault, lists.preselected == nil {
      return nil
    }
    throw CommandFailure(
      .usage, "\(number) is a photo of another view; browse with these options first")
  }

  /// Prints the folder whose numbers apply, unless it was browsed last.
  private func tellFolder(_ roots: [FilePath]) throws {
    guard let folder = roots.first else { return }
    let reason: String
    switch try ViewStore.ofUser.load() {
    case .none: reason = "nothing was browsed in this shell"
    case .view(let last) where last.roots == roots: return
    case .view, .lost: reason = "these options make a new list"
    }
    Diagnostics.error("\(reason); the numbers are those of \(folder.string)")
  }

  /// Returns the last view of this shell or of a parent shell, or `nil`.
  ///
  /// - Throws: `CommandFailure` unless the numbers were saved, since other numbers must not replace them.
  private func rememberedView() throws -> RememberedView? {
    switch try ViewStore.ofUser.load() {
    case .view(let view): return view
    case .none: return nil
    case .lost(let file):
      throw CommandFailure(
        .problems,
        "the numbers of the last browse could not be kept in \(file.string); "
          + "name the folder, as in photopick \(command) \(WrittenOptions.quoted(selection)) .")
    }
  }
}

/// The photos to select from.
private struct ShownPhotos {
  enum Photos {
    case view(NumberedView)
    /// The last view with the original numbers, and the photos to exclude.
    case remembered(RememberedView, EarlierPicks)
  }

  let photos: Photos
  let catalog: Catalog?
  let scope: ViewScope
  let scanner: LibraryScanner
  let status: ExitStatus
  let expectedGone: Set<FilePath>
  let namesAll: Bool
  /// Whether each photo has its shot, found among all files of its folder.
  let hasShots: Bool

  var isScanned: Bool { if case .view = photos { true } else { false } }

  var selectable: SelectableView {
    switch photos {
    case .view(let view): view.selectable
    case .remembered(let view, _): view.selectable
    }
  }

  /// Returns the other positions of the same photos.
  func copies(of positions: Set<Int>) -> [Int: [Int]] {
    switch photos {
    case .view(let view): view.copies(of: positions)
    case .remembered(let view, _): view.copies(of: positions)
    }
  }

  /// Returns the unique photos at positions; a photo in several groups has the number of the first
  /// position.
  ///
  /// - Throws: `CommandFailure` when a photo was deleted.
  func read(_ positions: [Int]) throws -> [PickedAsset] {
    try all(positions).uniqued { PhotoKey($0.asset) }
  }

  private func all(_ positions: [Int]) throws -> [PickedAsset] {
    switch photos {
    case .view(let view): return view.picked(positions)
    case .remembered(let view, let earlier):
      let found = view.read(positions, with: scanner)
      let problems = found.problems.filter { !expectedGone.contains($0.path) }
      guard problems.isEmpty else { throw CommandFailure(Diagnostics.report(problems, namesAll: namesAll)) }
      return earlier.included(found.picked)
    }
  }

  /// Returns the positions of paths, in the order of `paths`; other paths are ignored.
  func positions(of paths: [[UInt8]]) -> [Int] {
    let wanted = Set(paths)
    guard !wanted.isEmpty else { return [] }
    var known: [[UInt8]: Int] = [:]
    for (position, path) in allPaths.enumerated() where wanted.contains(path) && known[path] == nil {
      known[path] = position
    }
    return paths.compactMap { known[$0] }
  }

  func paths(of positions: [Int]) -> [[UInt8]] {
    switch photos {
    case .view(let view): view.picked(positions).map(\.asset.pathBytes)
    case .remembered(let view, _): positions.compactMap { view.path(at: $0)?.fileSystemBytes }
    }
  }

  private var allPaths: [[UInt8]] {
    switch photos {
    case .view(let view): view.groups.flatMap { $0.assets.map(\.pathBytes) }
    case .remembered(let view, _): paths(of: Array(0..<view.count))
    }
  }
}
