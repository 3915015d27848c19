import ArgumentParser
import PhotoExport
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// `photopick export`: copies, moves or links photos to a folder, and takes that back.
struct Export: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    abstract: "Copy, move or link photos to a folder, and take that back.",
    discussion: """
      SELECTION is written as for photopick select; without one, or with -, a list is read from stdin: any earlier \
      output, or paths. The path of each file is printed, that of an equal file that was there too. Nothing is \
      overwritten: a name that another file has gets a number.

      An export that is killed or cancelled leaves no half file and loses nothing; the same command goes on from there. \
      --undo takes back the last export that did anything, a further --undo the one before: it removes copies and links that were not \
      changed since, as long as their originals are what they were, and moves files back.

      Examples:
        photopick export 1-4,9 --to /backup
        photopick export all ~/DCIM --to album --move --name '{date:%Y/%m}/{name}'
        photopick select @2014-05 --json | photopick export --to may --fit 1600x1200
        photopick export all --to /backup --with-sidecars --with-pairs --dry-run
        photopick export --undo
      """)

  @Argument(help: "What to export, such as 1-4,9 or @2014-05; none or - reads a list from stdin.")
  var selection: String?
  @OptionGroup var paths: PathArguments

  @Option(help: ArgumentHelp("The folder to export to; it is made if it is missing.", valueName: "dir"))
  var to: String?

  @Flag(help: "The action done with the files; a copy shares the original's blocks if the file system can.")
  var action = Action.copy

  @OptionGroup(title: "File Options") var files: ExportFileOptions
  @OptionGroup(title: "Picture Options") var pictures: ExportPictureOptions
  @OptionGroup(title: "Earlier Picks") var lists: ListOptions

  @Flag(help: "Do not read copies again to compare checksums.")
  var noVerify = false

  @Option(name: .short, help: ArgumentHelp("Files at the same time, 1 to 64.", valueName: "n"))
  var jobs = 4

  @Flag(help: "Print what would be done and change nothing.")
  var dryRun = false

  @Flag(help: "Take back the last export.")
  var undo = false

  @OptionGroup(title: "Output Options") var output: ListOutputOptions<ExportRecord>
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  /// The action done with the files.
  enum Action: String, EnumerableFlag {
    case copy, move, link, hardlink

    static func help(for value: Action) -> ArgumentHelp? {
      switch value {
      case .copy: "Copy the files (the default)."
      case .move: "Move the files, also to other file systems."
      case .link: "Make symbolic links to the files."
      case .hardlink: "Give the files further names, on the same file system."
      }
    }

    var action: ExportAction {
      switch self {
      case .copy: .copy
      case .move: .move
      case .link: .link
      case .hardlink: .hardlink
      }
    }
  }

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("-j takes 1 to 64, not \(jobs).") }
    if undo {
      guard selection == nil, to == nil, !dryRun, action == .copy else {
        throw ValidationError("--undo stands alone; it knows what the last export did.")
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
    let options = ExportOptions(
      action: action.action, verifies: !noVerify, isDryRun: dryRun, concurrency: jobs)
    let exporter = try Exporter(to: try RawArguments.path(to ?? ".").absolute(), options: options)
    let line = ExportProgressLine()
    let (result, status) = try await Interruption.cancelling(line.line) {
      let picked = try await picked(expectedGone: exporter.movedBefore())
      let naming = try files.naming(encoding: pictures.encoding)
      let plan = ExportPlan(picked.value.map { naming.item($0) }, companions: files.companions)
      return (try await exporter.run(plan) { line.show($0) }, picked.status)
    }
    try print(result.files.map(ExportRecord.init))
    for problem in result.problems { Diagnostics.error("\(problem)") }
    if let stop = result.stop { throw CommandFailure(.problems, "\(stop)") }
    if !result.problems.isEmpty { throw CommandFailure(.problems) }
    if status != .success { throw CommandFailure(status) }
  }

  /// The photos that are exported, and the status that problems on the way ask for.
  private func picked(
    expectedGone: [FilePath: FilePath]
  ) async throws -> LibraryLoading.Loaded<[PickedAsset]> {
    if let selection, selection != "-" {
      let picking = PhotoPicking(
        command: "export", selection: SelectionArguments.written(selection), paths: paths, view: view,
        lists: lists, expectedGone: Set(expectedGone.keys))
      return try await picking.pick()
    }
    let list: PathList
    do throws(PathListError) {
      list = try PathList(reading: .standardInput)
    } catch {
      throw CommandFailure(.problems, "standard input: \(error)")
    }
    let read = DraftReader(scanner: LibraryScanner(options: view.scanOptions), list: "the list").read(
      list.paths)
    let problems = read.problems.filter { expectedGone[$0.path] == nil }
    let included = try lists.earlierPicks().included(read.picked)
    return LibraryLoading.Loaded(value: included, status: Diagnostics.report(problems))
  }

  private func takeBack() throws {
    guard let result = try Exporter.undoLast() else {
      throw CommandFailure(.problems, "there is no export to take back")
    }
    try print(ExportRecord.records(of: result))
    for problem in result.problems { Diagnostics.error("\(problem)") }
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
