import ArgumentParser
import PhotoActions
import PhotoCatalog
import PhotoDuplicates
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import Synchronization
import SystemPackage
import Terminal
import TerminalPicker

struct Pick: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Pick photos on the screen: a grid of pictures in the terminal, or a page in the browser.",
    discussion: """
      The picker draws on the terminal, so stdout contains only the result.

      Space or a click picks a photo, Enter enlarges it, d returns the picks, q cancels, ? shows all keys. The last line \
      lists the available keys. Stars (1 to 5), rejections (x), colors (6 to 9) and keywords (t) are written to XMP \
      sidecars, as by photopick mark; u undoes the last one.

      --web shows the photos on a page in the browser, which photopick serves on this machine until you click Done or \
      Cancel. Only that browser has access. Over SSH, photopick prints how to connect.

      Examples:
        photopick pick -0 | xargs -0 cp -t /backup
        photopick pick ~/Pictures --group day --max 10 --json
        photopick pick --draft album --preselected earlier.json
        photopick pick --filter photo -0 | xargs -0 -I{} cp {} /backup
        photopick pick --web --max 20 -0 | xargs -0 -I{} cp {} /backup
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup(title: "Checks") var checks: CheckOptions
  @OptionGroup var stacks: StackOptions
  @Option(help: "The name of new sidecars: full for IMG.EXT.xmp, adobe for IMG.xmp.")
  var sidecar: SidecarForm?

  @OptionGroup(title: "Output Options") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Write the paths to this file, one per line, as for file managers; - is stdout.", valueName: "file"),
    completion: .file())
  var chooserFile: String?

  @OptionGroup(title: "Web Options") var web: WebOptions

  /// A file with the request of an app.
  @Option(help: .private)
  var dialog: String?

  @OptionGroup(title: "Picture Options") var pictures: PictureOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  func validate() throws {
    try pictures.check(against: output)
    if chooserFile != nil, !output.areDefault {
      throw ValidationError("--chooser-file excludes other output options.")
    }
    if chooserFile?.isEmpty == true { throw ValidationError("--chooser-file takes the name of a file.") }
  }

  private var destination: ResultOutput {
    guard let chooserFile else { return output.destination }
    return ResultOutput(file: chooserFile == "-" ? nil : RawArguments.path(chooserFile))
  }

  func run() async throws {
    let form = try output.form()
    var options = try await options()
    let draft = try openDraft(&options)
    let dialog = try dialog.map { try PortalDialog($0) }
    dialog?.apply(to: &options)
    let roots = try await paths.roots(view)
    options.savedQueries = .ofUser()
    try destination.check()
    try checkRoots(roots)
    let source = try view.catalog.source()
    options.query.prepare(roots, source.catalog)
    try await view.asking.tell(source, view.catalogQuery(roots))
    let library = PickerLibrary(
      roots: roots, view: view, source: source,
      beginsWithPart: options.arrange == nil && !options.startsWithAlbums)
    let skipped = Mutex(RefusedPhotos())
    if checks.damage.skipDamaged, let inspect = options.inspect {
      options.inspect = { photos, onProgress in
        let findings = try await inspect(photos, onProgress)
        skipped.withLock { for finding in findings { $0.add(finding.asset, nil, finding.reason) } }
        return findings
      }
    }
    let result = try await show(library, options)
    library.finish()
    for notice in library.takeNotices() { Diagnostics.error(notice) }
    let failure = await draft?.finish()
    if let failure { Diagnostics.error(failure) }
    guard let result else { throw cancellation(of: library) }
    skipped.withLock { $0.reportLeftOut() }
    if view.links.verbose { result.remarks.forEach(Diagnostics.problem) }
    var status = Diagnostics.report(result.problems, namesAll: view.links.verbose)
    if failure != nil { status = .problems }
    var picked = checks.order == .picked ? result.picked : result.picked.sorted { $0.number < $1.number }
    if stacks.stackMembers == .all { picked = picked.withStackMembers }
    try checkPresence(of: picked)
    if removeRefusedMembers(from: &picked) { status = .problems }
    if let dialog { return try dialog.answer(result, picked) }
    let kind = kind(of: result)
    let images = try await PictureWork.images(pictures, kind, of: picked, crops: result.crops)
    var printed = PickedOutput(form: form, keys: output.keys ?? .uikit, destination: destination)
    if kind != .none { printed.image = { images.value[PhotoKey($0.asset)] } }
    try await printed.write(picked)
    try status.check()
    try images.status.check()
  }

  /// If no root exists, prints errors before the picker takes over the terminal.
  private func checkRoots(_ roots: [FilePath]) throws {
    var problems = [ScanProblem]()
    for root in roots {
      do throws(Errno) {
        _ = try FileStatus(root)
        return
      } catch {
        problems.append(ScanProblem(path: root, error))
      }
    }
    if !problems.isEmpty {
      throw CommandFailure(Diagnostics.report(problems, namesAll: view.links.verbose))
    }
  }

  /// Fails before printing if a picked photo was deleted.
  private func checkPresence(of picked: [PickedAsset]) throws {
    let gone = picked.filter(\.asset.isDeleted).map {
      ScanProblem(path: $0.asset.path, reason: "photo \($0.number) was deleted after it was picked")
    }
    guard gone.isEmpty else { throw CommandFailure(Diagnostics.report(gone, namesAll: true)) }
  }

  /// Removes members of picked stacks whose paths can't be lines of the chooser's file; the picker refuses such photos.
  /// Returns whether there were any.
  private func removeRefusedMembers(from picked: inout [PickedAsset]) -> Bool {
    let policy = policy
    var problems: [ScanProblem] = []
    picked.removeAll { photo in
      guard let reason = policy.refusalOfLineBreak(in: photo.asset) else { return false }
      problems.append(ScanProblem(path: photo.asset.path, reason: reason))
      return true
    }
    return Diagnostics.report(problems, namesAll: true) != .success
  }

  private var policy: SelectionChecks {
    var policy = checks.checks
    policy.requiresLines = chooserFile != nil
    return policy
  }

  /// Returns the error for a picker that closed with no result. If it couldn't show any photo, the error isn't a
  /// cancellation.
  private func cancellation(of library: PickerLibrary) -> any Error {
    let status = Diagnostics.report(library.problems, namesAll: view.links.verbose)
    return library.isUnreadable ? CommandFailure(status) : CancellationError()
  }

  private func show(_ library: PickerLibrary, _ options: PickerOptions) async throws -> PickerResult? {
    do {
      if web.isOn { return try await WebPicking(web: web).pick(options) { try await library.show($0, $1) } }
      return try await TerminalPicker(options, cache: .ofUser) { try await library.show($0, $1) }.run()
    } catch {
      // Read errors may be the cause, for example of a missing album.
      _ = Diagnostics.report(library.problems, namesAll: view.links.verbose)
      throw error
    }
  }

  /// The kind of picture to return; the picker can switch "original image" on and off.
  private func kind(of result: PickerResult) -> PictureOptions.ReturnImage {
    if result.usesOriginal { return .original }
    return pictures.kind == .original ? .none : pictures.kind
  }

  private func options() async throws -> PickerOptions {
    var options = PickerOptions()
    options.query = try view.query()
    let covers = StackCovers.ofUser()
    options.query.stacks = view.stack == false || view.files ? .found : .shots
    options.query.stackFinder = covers.finder
    options.covers = covers
    options.policy = policy
    options.isSingle = checks.single
    options.isImmediate = checks.immediate
    options.showsNumbers = checks.order == .picked
    options.usesOriginal = pictures.kind == .original
    options.crop = pictures.crop
    if checks.verify { options.inspect = PictureWork.findings }
    options.skipsDamaged = checks.damage.skipDamaged
    options.startsWithAlbums = paths.areDefault && view.album == nil && view.from == nil
    // Albums can't be sorted by a field of photos.
    if let order = view.sort.flatMap({ try? $0.ofAlbums() }) {
      (options.albumOrder, options.albumDirection) = (order, view.direction)
    }
    let scanner = LibraryScanner(options: view.scanOptions)
    options.marks = PickerMarks(
      naming: try UserSettings.sidecarNaming(sidecar), journals: try PhotoMarker.journalsOfUser,
      scanner: scanner)
    options.actions = .ofUser()
    let earlier = try await lists.earlierPicks(paths, scanner, readsInput: view.readsInput)
    if !earlier.isEmpty {
      options.arrange = { try earlier.arranged($0, with: scanner) }
      options.pickedSection = EarlierPicks.groupKey
    }
    return options
  }

  /// Loads the draft as the initial selection and saves every change to it. Returns `nil` if `--draft` isn't used.
  private func openDraft(_ options: inout PickerOptions) throws -> DraftKeeper? {
    guard let name = try checks.draftName() else { return nil }
    let paths = try DraftStore.ofUser.draft(name)?.paths ?? []
    let found = DraftReader(scanner: LibraryScanner(options: view.scanOptions)).read(paths)
    _ = Diagnostics.report(found.problems, namesAll: view.links.verbose)
    options.picks = found.picked.map(\.asset)
    // Photos that fail the checks remain in the draft.
    let accepted = options.picks.filter { [options] in options.refusal(of: $0) == nil }
    let keeper = try DraftKeeper(name, in: .ofUser, holding: accepted.map(\.pathBytes))
    options.onChange = { keeper.keep($0.map(\.pathBytes)) }
    return keeper
  }
}
