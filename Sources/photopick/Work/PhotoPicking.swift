import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// Picks photos by a selection, for the commands that take one.
struct PhotoPicking {
  /// The name of the command, for advice.
  let command: String
  let selection: String
  let paths: PathArguments
  let view: ViewOptions
  let lists: ListOptions
  /// True for the order shown, false for the order written.
  var inShownOrder = false
  /// Photos of the last view that may be gone, such as those that were moved already.
  var expectedGone: Set<FilePath> = []

  /// The photos that the selection picks, and the exit status that follows from problems on the way.
  ///
  /// - Throws: `SelectionSyntaxError`, `SelectionError`; `CommandFailure` if a photo of the last view is gone.
  func pick() async throws -> LibraryLoading.Loaded<[PickedAsset]> { try await pickWithRoots().photos }

  /// What `pick` returns, and the folders and files that were named to find it.
  func pickWithRoots() async throws -> (photos: LibraryLoading.Loaded<[PickedAsset]>, roots: [FilePath]) {
    let expression = try self.expression()
    let shown = try await shownPhotos()
    let positions = try expression.resolve(in: shown.selectable, copies: shown.copies)
    let picked = try shown.read(inShownOrder ? positions.sorted() : positions)
    return (LibraryLoading.Loaded(value: picked, status: shown.status), shown.roots)
  }

  /// Changes a draft by the selection and returns all of it, numbered from 1 in its order.
  ///
  /// - Parameters:
  ///   - check: returns the photos that pass, and throws if the draft may not become so; it then stays as it was.
  ///   - verify: a check that takes long, made before the draft is locked.
  /// - Throws: as `pick`, and `DraftError`.
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
      // What the draft held before stays in it.
      let refused = Self.keys(read.picked).subtracting(Self.keys(picked)).map(\.asset.pathBytes)
      let dropped = Set(refused).subtracting(paths)
      return result.filter { !dropped.contains($0) }
    }
    return LibraryLoading.Loaded(value: picked, status: status)
  }

  private static func keys(_ picked: [PickedAsset]) -> Set<PhotoKey> {
    Set(picked.lazy.map { PhotoKey($0.asset) })
  }

  /// The selection.
  ///
  /// - Throws: `SelectionSyntaxError`; `CommandFailure` if a path was written in its place.
  private func expression() throws -> SelectionExpression {
    do throws(SelectionSyntaxError) {
      return try SelectionExpression(selection)
    } catch {
      let isPath = !selection.isEmpty && (try? FileStatus(RawArguments.path(selection))) != nil
      guard isPath || selection.first?.isLetter ?? false else { throw error }
      throw CommandFailure(
        .usage,
        (isPath ? "\(selection) is a path" : "selection \(error)")
          + "; the selection comes first, as in photopick \(command) all \(isPath ? selection : "FOLDER")")
    }
  }

  /// The paths of a draft after the selection, and their photos.
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

  /// Throws a failure that says how to write the selection if the paths after it read like more of it, as in
  /// `select 1 2 3`, and are no paths that exist.
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

  /// The photos that the selection picks from: the view of the options or, without any, the one browsed last.
  private func shownPhotos() async throws -> ShownPhotos {
    try checkWords()
    let scanner = LibraryScanner(options: view.scanOptions)
    let earlier = try await lists.earlierPicks(paths, scanner)
    if paths.areDefault, view.areDefault, let remembered = try rememberedView() {
      guard earlier.preselected == nil else {
        throw CommandFailure(
          .usage,
          "--preselected makes a view of its own, with other numbers than those shown last; name the folder, "
            + "or give --preselected to photopick browse")
      }
      return ShownPhotos(
        photos: .remembered(remembered, earlier), roots: remembered.roots, scanner: scanner,
        status: .success, expectedGone: expectedGone, namesAll: view.links.verbose)
    }
    let (query, roots) = (try view.query(), try await paths.roots(view))
    if paths.areDefault { try tellFolder(roots) }
    let loaded = try await LibraryLoading.loadView(roots, view, query, earlier)
    return ShownPhotos(
      photos: .view(loaded.value), roots: roots, scanner: scanner, status: loaded.status, expectedGone: [],
      namesAll: view.links.verbose)
  }

  /// Names the folder whose numbers count, unless it was browsed last.
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

  /// The view that this shell, or one that runs it, browsed last; `nil` if none did.
  ///
  /// - Throws: `CommandFailure` if its numbers could not be kept: others must not stand in for them.
  private func rememberedView() throws -> RememberedView? {
    switch try ViewStore.ofUser.load() {
    case .view(let view): return view
    case .none: return nil
    case .lost(let file):
      throw CommandFailure(
        .problems,
        "the numbers of the last browse could not be kept in \(file.string); "
          + "name the folder, as in photopick \(command) \(selection) .")
    }
  }
}

/// The photos that a selection picks from.
private struct ShownPhotos {
  /// The source of the photos.
  enum Photos {
    case view(NumberedView)
    /// The view browsed last, whose numbers stay, and what is left out of what is picked.
    case remembered(RememberedView, EarlierPicks)
  }

  let photos: Photos
  /// What was named to find them.
  let roots: [FilePath]
  let scanner: LibraryScanner
  let status: ExitStatus
  let expectedGone: Set<FilePath>
  let namesAll: Bool

  var selectable: SelectableView {
    switch photos {
    case .view(let view): view.selectable
    case .remembered(let view, _): view.selectable
    }
  }

  /// For positions, the others at which the same photo stands.
  func copies(of positions: Set<Int>) -> [Int: [Int]] {
    switch photos {
    case .view(let view): view.copies(of: positions)
    case .remembered(let view, _): view.copies(of: positions)
    }
  }

  /// The photos at positions, each once: one that stands in several groups has the number by which it was picked first.
  ///
  /// - Throws: `CommandFailure` if one that was shown is gone.
  func read(_ positions: [Int]) throws -> [PickedAsset] {
    var seen = Set<PhotoKey>()
    return try all(positions).filter { seen.insert(PhotoKey($0.asset)).inserted }
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

  /// The positions of those paths that are shown, in the order of the paths.
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
