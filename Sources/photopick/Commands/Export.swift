import ArgumentParser
import PhotoCatalog
import PhotoExport
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct Export: AsyncParsableCommand, SelectionCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copy, move or link photos to a folder, and undo that.",
    discussion: """
      SELECTION has the syntax of photopick select; without it, or with -, a list is read from stdin: any earlier \
      output, or paths.

      photopick exports all files of a shot: RAW and JPEG, the video of a Live Photo, edited copies and sidecars. With \
      --fit, --quality or --crop, it makes one JPEG of each shot. It prints the path of each file, including existing \
      files with the same content, and never overwrites a file: if a name is taken, it adds a number.

      If an export is killed or cancelled, no file is lost or incomplete; run the same command to continue. --undo \
      reverts the last export with changes, another --undo the previous one: it removes copies and links that are \
      unchanged, if their originals are unchanged too, and moves files back. If the home folder isn't writable, the \
      journal is stored in the destination, and --undo --to DIR reverts the export.

      Damaged photos are refused unless --allow-damaged accepts or --skip-damaged skips them. A photo outside of the \
      given folders that a link leads to is copied, but not moved.

      Examples:
        photopick export 1-4,9 --to /backup
        photopick export all ~/DCIM --to album --move --name '{date:%Y/%m}/{name}'
        photopick select @2014-05 --json | photopick export --to may --fit 1600x1200
        photopick export all ~/DCIM --to /backup --name '{folder}/{name}' --dry-run
        photopick export all --where 'rating:>=3' --to client --pictures jpeg
        photopick export --undo
      """)

  @Argument(
    help: "The photos to export, such as 1-4,9 or @2014-05; without it, or with -, reads a list from stdin.",
    completion: Completions.selection)
  var selection: String?
  @OptionGroup var paths: PathArguments

  @Option(
    help: ArgumentHelp("The destination folder, created if it is missing.", valueName: "dir"),
    completion: .directory)
  var to: String?

  @Flag(help: "The action on the files; a copy shares the original's blocks if the file system supports it.")
  var action = ExportAction.copy

  @OptionGroup(title: "File Options") var files: ExportFileOptions
  @OptionGroup(title: "Picture Options") var pictures: ExportPictureOptions
  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup var damage: DamageOptions

  @Flag(help: "Don't verify the checksums of copies.")
  var noVerify = false

  @Option(
    name: .short, parsing: .unconditional,
    help: ArgumentHelp(
      "Files at the same time, \(NumberArgument.text(of: NumberArgument.jobs)) "
        + "(default: \(ExportOptions().concurrency)).", valueName: "n"),
    transform: NumberArgument.whole)
  var jobs = ExportOptions().concurrency

  @Flag(help: "Print the planned changes and make none.")
  var dryRun = false

  @Flag(help: "Undo the last export, or with --to the last export to that folder.")
  var undo = false

  @OptionGroup(title: "Output Options") var output: ListOutputOptions<ExportRecord>
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  var selectionText: String? { selection }

  func validate() throws {
    try NumberArgument.check(jobs: jobs)
    if undo {
      guard selection == nil, to?.isEmpty != true, !dryRun, action == .copy else {
        throw ValidationError("--undo takes no other option than --to.")
      }
      return
    }
    guard let to, !to.isEmpty else {
      throw ValidationError("Name the folder to export to, as in --to /backup.")
    }
    if action != .copy, pictures.encoding != nil {
      throw ValidationError("--fit, --quality and --crop make other files, so they go with --copy alone.")
    }
    let readsInput = selection == nil || selection == "-"
    if readsInput, !paths.areDefault {
      throw ValidationError("Give the selection before the folder, as in photopick export all ~/Pictures.")
    }
    if readsInput, isatty(STDIN_FILENO) == 1 {
      throw ValidationError("Give a selection, as in photopick export 1-4, or a list on stdin.")
    }
  }

  func run() async throws {
    if output.output != nil { try output.destination.check() }
    if undo { return try takeBack() }
    let line = ExportProgressLine()
    let (result, status) = try await Interruption.cancelling(line.line) {
      let exporter = try exporter(nil)
      exporter.restoreNames()
      let picked = try await picked(expectedGone: exporter.movedBefore())
      let shots = try await shots(of: picked)
      let naming = try ExportNaming(files, encoding: pictures.encoding, base: picked.base)
      let plan = try await ExportPlan(shots.map(naming.item))
      return (try await self.exporter(picked.roots).run(plan) { line.show($0) }, picked.photos.status)
    }
    if let journal = result.journalAtDestination {
      Diagnostics.note(
        "the journal is \(journal), as the user's folders cannot be written; take this export back with --undo --to "
          + "\(journal.removingLastComponent())")
    }
    try output.write(result.files.map(ExportRecord.init))
    var failures = FailureCount()
    for problem in result.problems { failures.report(problem) }
    let outcome = failures.finish()
    if let stop = result.stop { throw CommandFailure(.problems, CommandFailure.line(stop)) }
    try outcome.check()
    try status.check()
  }

  /// - Parameter roots: The folders and files on the command line; photos elsewhere aren't moved. `nil` if each photo
  ///   was named explicitly.
  private func exporter(_ roots: [FilePath]?) throws -> Exporter {
    try Exporter(
      to: try RawArguments.place(to ?? ".").absolute(),
      options: ExportOptions(
        action: action, verifies: !noVerify, isDryRun: dryRun, concurrency: jobs, movableRoots: roots))
  }

  /// Returns the files to export of each shot.
  private func shots(of picked: Picked) async throws -> [ExportShots.Shot] {
    let catalog = picked.isScanned ? picked.photos.catalog : try view.catalog.openForFolders()
    var options = view.scanOptions
    options.searchesFolders = true
    var shots = try await ExportShots(
      picked.photos.value, hasShots: picked.hasShots,
      with: LibraryScanner(options: options, catalog: catalog), taking: files.pictures)
    catalog?.leaveOpen()
    if pictures.encoding != nil { try shots.keepBestPictures(pictures) }
    shots.keep(damage.remaining(of: shots.files))
    try damage.checks.check(shots.files, doing: "exported")
    return shots.shots
  }

  private struct Picked {
    let photos: LibraryLoading.Loaded<[PickedAsset]>
    /// The folders that contain the photos; `nil` for a list of photos.
    let roots: [FilePath]?
    let isScanned: Bool
    /// Whether the photos are in their shots already.
    let hasShots: Bool
    /// The folder that all photos are in.
    let base: Folder
  }

  /// Returns the photos to export.
  private func picked(expectedGone: [FilePath: FilePath]) async throws -> Picked {
    if let selection, selection != "-" {
      var picking = self.picking(selection, expectedGone: Set(expectedGone.keys))
      picking.findsShots = true
      let picked = try await picking.pickForChange()
      // Preselected photos come from a list.
      let listed = picked.photos.value.filter { $0.groupKey == EarlierPicks.groupKey }.map(\.asset.path)
      return Picked(
        photos: picked.photos, roots: picked.roots + listed, isScanned: picked.isScanned,
        hasShots: picked.hasShots, base: RootPath.base(of: picked.roots))
    }
    let scanner = LibraryScanner(options: view.scanOptions)
    let named = RootPath.resolve(try PathArguments.readList()).map(\.path)
    let list = try await view.photos(in: named)
    let files = try await scanner.files(of: list)
    let read = DraftReader(scanner: scanner, known: files.found, list: "the list").read(
      files.paths.map(\.fileSystemBytes))
    let problems = files.problems + read.problems.filter { expectedGone[$0.path] == nil }
    let included = try await lists.earlierPicks(paths, scanner, readsInput: true).included(read.picked)
    let status = Diagnostics.report(problems, namesAll: view.links.verbose)
    // If no folder is given, the list names each photo explicitly.
    return Picked(
      photos: LibraryLoading.Loaded(value: included, status: status), roots: files.found.isEmpty ? nil : list,
      isScanned: false, hasShots: false,
      base: RootPath.base(of: list))
  }

  private func takeBack() throws {
    let destination = try to.map { try RawArguments.place($0).absolute() }
    guard let result = try Exporter.undoLast(destination: destination) else {
      let hint =
        Exporter.keepsJournalsForUser
        ? ""
        : "; the user's folders cannot be written, so name the folder that was exported to: --undo --to DIR"
      throw CommandFailure(
        .problems, "there is no export to undo" + (destination.map { " in \($0)" } ?? hint))
    }
    let records = ExportRecord.records(of: result)
    try output.write(records) { try $0.writeUndone(records) }
    var failures = FailureCount()
    for problem in result.problems { failures.report(problem) }
    let outcome = failures.finish()
    if let journal = result.journal {
      Diagnostics.note("nothing was undone; to undo an earlier export instead, remove \(journal)")
    }
    try outcome.check()
    if result.removed.isEmpty, result.restored.isEmpty {
      Diagnostics.error("nothing that was exported to \(result.destination.string) could be undone")
    }
  }
}

extension ExportAction: EnumerableFlag {
  public static func help(for action: ExportAction) -> ArgumentHelp? {
    switch action {
    case .copy: "Copy the files (the default)."
    case .move: "Move the files, also to other file systems."
    case .link: "Make symbolic links to the files."
    case .hardlink: "Give the files further names, on the same file system."
    }
  }
}
