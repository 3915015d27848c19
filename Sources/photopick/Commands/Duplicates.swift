import ArgumentParser
import PhotoDuplicates
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct Duplicates: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "duplicates",
    abstract: "Find copies and versions of photos, the best one first.",
    discussion: """
      A copy has the same bytes. A version shows the same picture: resized, compressed again, converted, rotated, or \
      with other metadata. Photos of a burst, and photos of similar scenes, are neither.

      The best photo of a group has the most pixels; then it is RAW or the least compressed, has Exif, is rated, is in \
      the folder of --prefer, or is the oldest. The first property that differs is printed. The photos are numbered \
      for `photopick select` and other commands.

      Examples:
        photopick duplicates ~/Pictures
        photopick duplicates ~/Pictures ~/Phone --exact --prefer ~/Pictures
        photopick duplicates --similar --since 2014 --json
        photopick duplicates --exact -0 | xargs -0 ls -l
      """)

  @OptionGroup var paths: PathArguments
  @Flag(help: "Only copies: files with the same bytes.") var exact = false
  @Flag(help: "Only versions: the same picture in other files.") var similar = false
  @Option(
    help: ArgumentHelp("Prefer photos in this folder and below it, if nothing else differs.", valueName: "dir"),
    completion: .directory)
  var prefer: String?
  @OptionGroup(title: "Output Options") var output: DuplicateOutputOptions
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  func validate() throws {
    if exact, similar { throw ValidationError("--exact and --similar exclude each other.") }
    if view.unique { throw ValidationError("--unique leaves no copies to find.") }
    if prefer?.isEmpty == true { throw ValidationError("--prefer takes the name of a folder.") }
  }

  func run() async throws {
    let (roots, query) = (try await paths.roots(view), try view.query())
    var loaded = try await LibraryLoading.load(roots, view, query) { try await query.groups(of: $0) }
    let found = try await find(loaded.value.flatMap(\.assets), loaded)
    try show(found.groups, roots)
    let status = FailureCount.report(found.failures, namesAll: view.links.verbose)
    if status != .success, loaded.status == .success { throw CommandFailure(status) }
    loaded.end()
  }

  private func find(
    _ assets: [Asset], _ loaded: LibraryLoading.Loaded<[AssetGroup]>
  ) async throws -> DuplicateFinder.Result {
    var finder = DuplicateFinder(cache: .ofUser, catalog: loaded.catalog)
    finder.kinds = exact ? [.copy] : similar ? [.version] : [.copy, .version]
    finder.ranking = DuplicateRanking(preferring: prefer.map { RootPath(RawArguments.path($0)).path })
    let progress = ProgressDisplay()
    return try await Interruption.cancelling(progress) { [finder] in
      try await finder.groups(of: assets) { step in
        switch step {
        case .comparing(let done, let count):
          progress.show("Comparing files… \(done) of \(count) (Ctrl-C cancels)")
        case .hashing(let done, let count):
          progress.show("Comparing pictures… \(done) of \(count) (Ctrl-C cancels)")
        }
      }
    }
  }

  private func show(_ groups: [DuplicateGroup], _ roots: [FilePath]) throws {
    let view = NumberedView(groups)
    let destination = output.destination
    if output.form == .text {
      // As with browse, an empty result doesn't replace the numbers.
      if view.count > 0 { remember(RememberedView(view, roots: roots)) }
      let style = TerminalStyle.standardOutput(isTerminal: destination.isTerminal)
      try DuplicateTable(groups, view, base: RootPath.base(of: roots), style: style).write(to: destination)
    } else {
      try output.write(DuplicateRecord.records(of: groups, view))
    }
  }

  private func remember(_ view: RememberedView) {
    do { try ViewStore.ofUser.save(view) } catch { Diagnostics.error(error) }
  }
}

extension NumberedView {
  /// Duplicates as groups, numbered from 1.
  init(_ groups: [DuplicateGroup]) {
    self.init(
      groups.enumerated().map { index, group in
        AssetGroup(key: "\(index + 1)", title: group.title, assets: group.assets)
      })
  }
}
