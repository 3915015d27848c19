import ArgumentParser
import PhotoActions
import PhotoDuplicates
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage
import Terminal

struct Duplicates: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "duplicates",
    abstract: "Find copies, versions and edits of photos, the best one first.",
    discussion: """
      A copy has the same bytes. A version shows the same picture: resized, compressed again, converted, rotated, or \
      with other metadata. An edit is the same photo, changed by a person: black and white, toned, retouched, or \
      cropped. Photos of a burst, and photos of similar scenes, are none of these.

      The best photo of a group is the camera's file, with its Exif and untouched by a later program. Then it has the \
      most pixels, is in the folder of --prefer, is RAW or the least compressed, is rated, is in the PATH named first, \
      or is the oldest. The first property that differs is printed. The photos are numbered for `photopick select` and \
      other commands.

      --trash moves all copies but the best one to the trash, with the sidecars that belong only to them; with \
      --versions, versions too, and with --edits, edits. It first shows them and asks. Immediately before a photo is \
      moved, it is compared with the best one: a copy byte by byte, a version or edit in all its pixels, for which both \
      are decoded. A version that differs in any part stays, and so do all versions of a photo whose decoder reports \
      an error. The best photo's sidecar gets the metadata that it lacks, and what differs is printed. --undo restores \
      the photos of the last --trash, and the sidecars.

      Links, and files in trashes and other system folders, are never duplicates.

      Members of a stack, such as a RAW photo and its JPEG, are listed as versions only with --in-stacks.

      Examples:
        photopick duplicates ~/Pictures
        photopick duplicates ~/Pictures ~/Phone --exact --prefer ~/Pictures
        photopick duplicates --similar --since 2014 --json
        photopick duplicates --exact -0 | xargs -0 ls -l
        photopick duplicates ~/Phone --trash --keep-metadata no
        photopick duplicates ~/Phone --similar --trash --versions
        photopick duplicates --undo
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @Flag(help: "Only copies: files with the same bytes.") var exact = false
  @Flag(help: "Only versions and edits: the same picture in other files.") var similar = false
  @Option(
    help: ArgumentHelp(
      "Prefer photos in this folder and below it to all but the camera's file and more pixels.",
      valueName: "dir"),
    completion: .directory)
  var prefer: String?
  @Flag(help: "List members of a stack too.") var inStacks = false
  @Flag(help: "Move all copies but the best one of each group to the trash.") var trash = false
  @Flag(help: "Move versions too, if all their pixels prove to show the same picture.") var versions = false
  @Flag(help: "Move edits too, if all their pixels prove to show the same photo.") var edits = false
  @Flag(help: "Move them without asking, for scripts.") var yes = false
  @Option(
    help: ArgumentHelp(
      """
      Before that, add rating, label, keywords, title, caption and place to the best photo's sidecar, unless it is no.
      """,
      valueName: "choice"))
  var keepMetadata: KeepMetadata?
  @Flag(
    help:
      "Restore the photos of the last --trash, and the sidecars; another --undo those of the previous one.")
  var undo = false
  @OptionGroup(title: "Output Options") var output: DuplicateOutputOptions
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  enum KeepMetadata: String, ExpressibleByArgument, CaseIterable {
    case yes, no
  }

  func validate() throws {
    if exact, similar { throw ValidationError("--exact and --similar exclude each other.") }
    if view.unique { throw ValidationError("--unique leaves no copies to find.") }
    if !trash, yes || keepMetadata != nil || versions || edits {
      throw ValidationError("--yes, --versions, --edits and --keep-metadata go with --trash.")
    }
    if exact, versions || edits { throw ValidationError("--exact lists neither versions nor edits.") }
    if trash, similar, !versions, !edits {
      throw ValidationError("--similar lists no copies; --versions and --edits move photos to the trash.")
    }
    if undo, trash || exact || similar || inStacks || prefer != nil || !paths.areDefault || !view.areDefault {
      throw ValidationError("--undo takes no other option.")
    }
    if prefer?.isEmpty == true { throw ValidationError("--prefer takes the name of a folder.") }
  }

  func run() async throws {
    if undo { return try restore() }
    let roots = try await paths.roots(view)
    if trash, !roots.isEmpty, roots.allSatisfy(\.isRemote) {
      throw CommandFailure(
        .usage, "servers have no trash; leave --trash out, or name folders of this machine")
    }
    if trash, !yes { try Confirmation.check(for: "--trash") }
    var query = try view.query()
    query.grouping = .all
    // Members of stacks are known by their stack.
    if !inStacks, query.stacks == .ignored { query.stacks = .found }
    var loaded = try await LibraryLoading.load(roots, view, query) { try await $0.groups(of: $1) }
    let found = try await find(loaded.value.flatMap(\.assets), roots, loaded)
    try show(found.groups, roots)
    for notice in loaded.catalog?.takeNotices() ?? [] { Diagnostics.error(notice) }
    if found.systemCount > 0 {
      Diagnostics.note("photos in trashes and other system folders are not compared: \(found.systemCount)")
    }
    if trash {
      scope(roots).note(count: loaded.value.reduce(0) { $0 + $1.assets.count })
      try await remove(found.groups)
    }
    let status = FailureCount.report(found.failures, namesAll: view.links.verbose)
    if status != .success, loaded.status == .success { throw CommandFailure(status) }
    loaded.end()
  }

  private func find(
    _ assets: [Asset], _ roots: [FilePath], _ loaded: LibraryLoading.Loaded<[AssetGroup]>
  ) async throws -> DuplicateFinder.Result {
    var finder = DuplicateFinder(cache: .ofUser, catalog: loaded.catalog)
    finder.kinds = exact ? [.copy] : similar ? [.version, .edit] : Set(DuplicateGroup.Kind.allCases)
    finder.ranking = DuplicateRanking(preferring: try prefer.map { try RawArguments.place($0) }, roots: roots)
    let progress = ProgressDisplay()
    return try await Interruption.cancelling(progress) { [finder] in
      try await finder.groups(of: assets) { step in
        progress.show("\(step.text) (Ctrl-C cancels)")
      }
    }
  }

  private func show(_ groups: [DuplicateGroup], _ roots: [FilePath]) throws {
    let view = NumberedView(groups)
    let destination = output.destination
    if output.form == .text {
      // As with browse, an empty result doesn't replace the numbers.
      if view.count > 0 { remember(RememberedView(view, roots: roots, options: scope(roots).options)) }
      let style = TerminalStyle.standardOutput(isTerminal: destination.isTerminal)
      try DuplicateTable(groups, view, base: RootPath.base(of: roots), style: style).write(to: destination)
    } else {
      try output.write(DuplicateRecord.records(of: groups, view))
    }
  }

  private func scope(_ roots: [FilePath]) -> ViewScope { ViewScope(roots: roots, view, of: "duplicates") }

  private func remember(_ view: RememberedView) {
    do { try ViewStore.ofUser.save(view) } catch { Diagnostics.error(error) }
  }
}

// MARK: - Trash

extension Duplicates {
  private func remove(_ found: [DuplicateGroup]) async throws {
    let groups = found.filter { moves($0.kind) }.compactMap(Self.movable)
    for (kind, name) in [(DuplicateGroup.Kind.version, "versions"), (.edit, "edits")] where !moves(kind) {
      let left = found.lazy.filter { $0.kind == kind }.reduce(0) { $0 + $1.assets.count - 1 }
      if left > 0 { Diagnostics.note("\(name) stay: \(left); --\(name) compares and moves them too") }
    }
    let remote = found.lazy.flatMap { $0.assets.dropFirst() }.count { $0.path.isRemote }
    if remote > 0 { Diagnostics.note("photos on servers stay: \(remote); servers have no trash") }
    guard !groups.isEmpty else { return }
    let photos = groups.reduce(0) { $0 + $1.assets.count - 1 }
    let bytes = groups.reduce(Int64(0)) { $0.addingReportingOverflow($1.superfluousByteCount).partialValue }
    let question =
      "Move \(photos == 1 ? "1 photo" : "\(photos) photos"), \(ByteText.size(bytes)), to the trash?"
    guard try yes || Confirmation.ask(question) else { throw CommandFailure(.cancelled) }
    let progress = ProgressDisplay()
    let keepsMetadata = keepMetadata != .no
    let (count, problems, differences, isCancelled, stopped) = try await Interruption.cancelling(progress) {
      var removal = DuplicateRemoval(
        try Trash.ofUser(), journal: try TrashJournals.ofUser().begin(),
        keepingMetadataWith: keepsMetadata ? try PhotoMarker.ofUser() : nil)
      var stopped: (any Error)?
      for group in groups where !Task.isCancelled {
        do {
          try removal.remove(Array(group.assets.dropFirst()), keeping: group.assets[0], group.kind)
        } catch is CancellationError {
          break
        } catch {
          stopped = error
          break
        }
        progress.show("Moving to the trash… \(removal.removed.count) of \(photos) (Ctrl-C stops)")
      }
      do { try removal.finish() } catch { stopped = stopped ?? error }
      return (
        removal.removed.count, removal.problems.map(CommandFailure.line), removal.differences,
        Task.isCancelled, stopped
      )
    }
    for difference in differences { Diagnostics.note("\(difference)") }
    for problem in problems { Diagnostics.error(problem) }
    Diagnostics.note("\(count) of \(photos) moved to the trash; photopick duplicates --undo restores them")
    if let stopped { throw stopped }
    if isCancelled { throw CommandFailure(.cancelled) }
    if !problems.isEmpty { throw CommandFailure(.problems) }
  }

  private func moves(_ kind: DuplicateGroup.Kind) -> Bool {
    switch kind {
    case .copy: true
    case .version: versions
    case .edit: edits
    }
  }

  /// Returns a group without the duplicates on servers, which have no trash; `nil` if no other remains.
  private static func movable(_ group: DuplicateGroup) -> DuplicateGroup? {
    let duplicates = group.assets.dropFirst().filter { !$0.path.isRemote }
    if duplicates.isEmpty { return nil }
    return DuplicateGroup(group.kind, group.assets.prefix(1) + duplicates, reason: group.reason)
  }

  private func restore() throws {
    guard let undone = try TrashJournals.ofUser().undoLast(Trash.ofUser()) else {
      throw CommandFailure(.problems, "there is nothing to restore")
    }
    try output.destination.writeNames(
      undone.restored.lazy.map(\.fileSystemBytes), output.form == .print0 ? .null : .newline)
    for problem in undone.problems { Diagnostics.error(problem) }
    var isComplete = undone.problems.isEmpty
    for marks in undone.marks {
      // Marks may have been undone by `mark --undo`.
      let problems = try PhotoMarker.undo(marks, journals: PhotoMarker.journalsOfUser)?.problems ?? []
      for problem in problems { Diagnostics.error(problem) }
      isComplete = isComplete && problems.isEmpty
    }
    if !isComplete { throw CommandFailure(.problems) }
  }
}

extension NumberedView {
  /// Duplicates as groups, numbered from 1.
  init(_ groups: [DuplicateGroup]) {
    self.init(
      groups.enumerated().map { index, group in
        AssetGroup(key: "\(index + 1)", title: group.kindName, assets: group.assets)
      })
  }
}
