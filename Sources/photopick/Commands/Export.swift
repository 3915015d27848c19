import ArgumentParser
import PhotoExport
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct Export: AsyncParsableCommand, SelectionCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copy, move or link photos to a folder, and take that back.",
    discussion: """
      SELECTION is written as for photopick select; without one, or with -, a list is read from stdin: any earlier \
      output, or paths. The path of each file is printed, that of an equal file that was there too. Nothing is \
      overwritten: a name that another file has gets a number.

      An export that is killed or cancelled leaves no half file and loses nothing; the same command goes on from there. \
      --undo takes back the last export that did anything, a further --undo the one before: it removes copies and links that were not \
      changed since, as long as their originals are what they were, and moves files back. An export to a disk keeps its \
      journal there if the home folder cannot be written; --undo --to DIR then takes it back.

      Damaged photos are refused unless --allow-damaged takes them or --skip-damaged leaves them out. What a link \
      shows that lies outside of the folders that were named is copied, but not moved.

      Examples:
        photopick export 1-4,9 --to /backup
        photopick export all ~/DCIM --to album --move --name '{date:%Y/%m}/{name}'
        photopick select @2014-05 --json | photopick export --to may --fit 1600x1200
        photopick export all --to /backup --with-sidecars --with-pairs --dry-run
        photopick export --undo
      """)

  @Argument(
    help: "What to export, such as 1-4,9 or @2014-05; none or - reads a list from stdin.",
    completion: Completions.selection)
  var selection: String?
  @OptionGroup var paths: PathArguments

  @Option(
    help: ArgumentHelp("The folder to export to; it is made if it is missing.", valueName: "dir"),
    completion: .directory)
  var to: String?

  @Flag(help: "The action done with the files; a copy shares the original's blocks if the file system can.")
  var action = ExportAction.copy

  @OptionGroup(title: "File Options") var files: ExportFileOptions
  @OptionGroup(title: "Picture Options") var pictures: ExportPictureOptions
  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup var damage: DamageOptions

  @Flag(help: "Do not read copies again to compare checksums.")
  var noVerify = false

  @Option(
    name: .short, parsing: .unconditional,
    help: ArgumentHelp(
      "Files at the same time, \(NumberArgument.text(of: NumberArgument.jobs)) "
        + "(default: \(ExportOptions().concurrency)).", valueName: "n"),
    transform: NumberArgument.whole)
  var jobs = ExportOptions().concurrency

  @Flag(help: "Print what would be done and change nothing.")
  var dryRun = false

  @Flag(help: "Take back the last export; with --to the last one to that folder.")
  var undo = false

  @OptionGroup(title: "Output Options") var output: ListOutputOptions<ExportRecord>
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  var selectionText: String? { selection }

  func validate() throws {
    try NumberArgument.check(jobs: jobs)
    if undo {
      guard selection == nil, to?.isEmpty != true, !dryRun, action == .copy else {
        throw ValidationError("--undo stands alone, or with --to; it knows what the export did.")
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
      throw ValidationError("Write what to export before the folder, as in photopick export all ~/Pictures.")
    }
    if readsInput, isatty(STDIN_FILENO) == 1 {
      throw ValidationError("Write what to export, as in photopick export 1-4, or give a list on stdin.")
    }
  }

  func run() async throws {
    if output.output != nil { try output.destination.check() }
    if undo { return try takeBack() }
    let line = ExportProgressLine()
    let (result, status) = try await Interruption.cancelling(line.line) {
      let exporter = try exporter(nil)
      exporter.restoreNames()
      var picked = try await picked(expectedGone: exporter.movedBefore())
      picked.photos.value = damage.remaining(of: picked.photos.value)
      try damage.checks.check(picked.photos.value, doing: "exported")
      let naming = try files.naming(encoding: pictures.encoding)
      let plan = try await ExportPlan(
        picked.photos.value.map { naming.item($0) }, companions: files.companions)
      return (try await self.exporter(picked.roots).run(plan) { line.show($0) }, picked.photos.status)
    }
    if let journal = result.journalAtDestination {
      Diagnostics.note(
        "the journal is \(journal), as the user's folders cannot be written; take this export back with --undo --to "
          + "\(journal.removingLastComponent())")
    }
    try print(result.files.map(ExportRecord.init))
    for problem in result.problems { Diagnostics.error(problem) }
    if let stop = result.stop { throw CommandFailure(.problems, CommandFailure.line(stop)) }
    if !result.problems.isEmpty { throw CommandFailure(.problems) }
    try status.check()
  }

  /// - Parameter roots: The folders and files on the command line; photos elsewhere aren't moved. `nil` if each photo
  ///   was named explicitly.
  private func exporter(_ roots: [FilePath]?) throws -> Exporter {
    try Exporter(
      to: try RawArguments.path(to ?? ".").absolute(),
      options: ExportOptions(
        action: action, verifies: !noVerify, isDryRun: dryRun, concurrency: jobs, movableRoots: roots))
  }

  /// Returns the photos to export and the roots that contain them; `nil` for a list of photos.
  private func picked(
    expectedGone: [FilePath: FilePath]
  ) async throws -> (photos: LibraryLoading.Loaded<[PickedAsset]>, roots: [FilePath]?) {
    if let selection, selection != "-" {
      let picking = self.picking(selection, expectedGone: Set(expectedGone.keys))
      let (photos, roots) = try await picking.pickWithRoots()
      // Earlier picks come from a list.
      let listed = photos.value.filter { $0.groupKey == EarlierPicks.groupKey }.map(\.asset.path)
      return (photos, roots + listed)
    }
    let scanner = LibraryScanner(options: view.scanOptions)
    let named = RootPath.resolve(try PathArguments.readList(each: .once)).map(\.path)
    let list = try await view.photos(in: named)
    let files = try await scanner.files(of: list)
    let read = DraftReader(scanner: scanner, known: files.found, list: "the list").read(
      files.paths.map(\.fileSystemBytes))
    let problems = files.problems + read.problems.filter { expectedGone[$0.path] == nil }
    let included = try await lists.earlierPicks(paths, scanner, readsInput: true).included(read.picked)
    let status = Diagnostics.report(problems, namesAll: view.links.verbose)
    // Without folders, the list names each photo explicitly.
    return (LibraryLoading.Loaded(value: included, status: status), files.found.isEmpty ? nil : list)
  }

  private func takeBack() throws {
    let destination = try to.map { try RawArguments.path($0).absolute() }
    guard let result = try Exporter.undoLast(destination: destination) else {
      let hint =
        Exporter.keepsJournalsForUser
        ? ""
        : "; the user's folders cannot be written, so name the folder that was exported to: --undo --to DIR"
      throw CommandFailure(
        .problems, "there is no export to take back" + (destination.map { " in \($0)" } ?? hint))
    }
    try print(ExportRecord.records(of: result))
    for problem in result.problems { Diagnostics.error(problem) }
    if !result.problems.isEmpty { throw CommandFailure(.problems) }
    if result.removed.isEmpty, result.restored.isEmpty {
      Diagnostics.error(
        "nothing that was exported to \(result.destination.string) was left to take back")
    }
  }

  private func print(_ files: [ExportRecord]) throws {
    try output.destination.write(files, in: try output.form(), output.keys ?? .plain)
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
