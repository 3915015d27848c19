import ArgumentParser
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// `photopick info`: prints the metadata of files.
struct Info: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the metadata of photos and videos.",
    discussion: """
      One record a file, in the order given, also for a file that is damaged. With --jsonl, a file that can't be read \
      has a record with the key problem.

      A list on stdin may be endless: each record is printed as soon as it and those before it are read.

      Examples:
        photopick info IMG_0012.JPG
        photopick info --jsonl *.heic | jq .date
        photopick info *.heic --format '{date:%F} {name}'
        photopick info --preview IMG_0012.JPG
        find ~/Pictures -name '*.dng' -print0 | photopick info - --jsonl
      """)

  @Argument(help: "The photos and videos; - reads a list of paths from stdin.", completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read the files of this list: paths, or an earlier result; - reads stdin.", valueName: "file"),
    completion: .file())
  var from: String?

  @OptionGroup var bucket: BucketOption

  @OptionGroup(title: "Output Options") var output: OutputOptions
  @OptionGroup(title: "Servers") var servers: ServerOptions
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions
  @Flag(help: "Draw each photo above its record; requires a terminal.") var preview = false

  func validate() throws {
    if preview, !output.areDefault {
      throw ValidationError(
        "--preview draws on the terminal; it excludes --output and other forms of output.")
    }
    if files.isEmpty, from == nil { throw ValidationError("Name at least one file.") }
    if !files.isEmpty, from != nil { throw ValidationError("--from names the files; leave out other files.") }
  }

  func run() async throws {
    let sources =
      try from.map { [try PathArguments.source(list: $0, bucket: bucket.bucket)] }
      ?? (try PathArguments.sources(files))
    let records = InfoOutput(
      form: try output.form(), keys: output.keys ?? .plain, destination: output.destination)
    guard preview else { return try await records.print(sources) }
    try PictureTerminal.check(for: "--preview")
    try await PictureTerminal.using { terminal in
      // Use two thirds of the window, so that the record fits below the picture.
      let rows = max(1, min(terminal.size.rows * 2 / 3, 30))
      try await records.print(
        sources, below: PhotoDrawer(terminal, columns: min(terminal.size.columns, 80), rows: rows))
    }
  }

  /// Returns the files of `photopick info FILE ...` with no options; `nil` for any other arguments.
  ///
  /// Scripts run this command once per file. It bypasses the argument parser, which takes two thirds of the
  /// instructions of such a run to search 8,000 protocol conformances for the types of all options.
  static func plainFiles(in arguments: [String]) -> [String]? {
    guard arguments.first == "info", arguments.count > 1, !arguments.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    return Array(arguments.dropFirst())
  }
}

/// Prints a record for each file, in the given order, as soon as the file is parsed.
struct InfoOutput: Sendable {
  var form = ResultForm.text
  var keys = RecordKeys.plain
  var destination = ResultOutput()

  /// - Parameter drawer: Renders each photo above the record.
  /// - Throws: `CommandFailure` after printing the records, if some files can't be read; `PathStream.Failure` after
  ///   printing the records before an invalid entry of a list.
  func print(_ sources: [PathStream.Source], below drawer: PhotoDrawer? = nil) async throws {
    var failures = FailureCount()
    var count = 0
    let hasProblems = if case .records(.jsonl) = form { true } else { false }
    try await destination.writeEach(with: encoder(drawer)) { append, flush in
      func add(_ reading: FileReading) throws {
        switch reading.asset {
        case .success(let asset):
          let place = ItemIndexPath(section: 0, item: count)
          let picked = PickedAsset(asset: asset, number: count + 1, indexPath: place, groupKey: "")
          try append(.photo(PrintedPhoto(picked: picked, standsInView: false)))
          count += 1
        case .failure(let error):
          let problem = FileProblem(reading, error)
          failures.report(
            "\(String(decoding: problem.path, as: UTF8.self)): \(problem.reason)",
            server: FailureCount.server(error))
          if hasProblems { try append(.problem(problem)) }
        }
      }
      // A single file is read faster without threads.
      if sources.count == 1, case .path(let path)? = sources.first {
        return try add(LibraryScanner().reading(path))
      }
      let paths = PathStream(sources, note: PathArguments.note)
      try await LibraryScanner().read(arriving: { try await paths.next() }, add, whenWaiting: flush)
    }
    try failures.exit()
  }

  private func encoder(_ drawer: PhotoDrawer?) -> any OutputEncoder<PrintedFile> {
    guard case .text = form else { return form.encoder(keys, isForTerminal: destination.isTerminal) }
    return TextEncoder<PrintedFile>(isForTerminal: destination.isTerminal) { file, text in
      guard case .photo(let photo) = file else { return }
      let asset = photo.picked.asset
      if photo.picked.number > 1 { text.end() }
      if let drawer {
        text.append(made: DrawingRow([drawer.drawing(of: asset.path, isVideo: asset.isVideo)]).bytes)
      }
      for field in AssetField.all {
        guard let value = field.value(asset) else { continue }
        text.append(TerminalText.padded(field.name, to: 15))
        text.append(" ")
        text.append(shown: value.bytes)
        text.end()
      }
    }
  }
}
