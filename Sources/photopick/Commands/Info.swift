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
      One record a file, in the order given, also for a file that is damaged.

      Examples:
        photopick info IMG_0012.JPG
        photopick info --jsonl *.heic | jq .date
        photopick info *.heic --format '{date:%F} {name}'
        photopick info --preview IMG_0012.JPG
      """)

  @Argument(help: "The photos and videos; - reads a list of paths from stdin.", completion: .file())
  var files: [String]
  @OptionGroup(title: "Output Options") var output: OutputOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions
  @Flag(help: "Draw each photo above its record; requires a terminal.") var preview = false

  func validate() throws {
    if preview, !output.areDefault {
      throw ValidationError(
        "--preview draws on the terminal; it excludes --output and other forms of output.")
    }
    if files.isEmpty { throw ValidationError("Name at least one file.") }
  }

  func run() async throws {
    let paths = try PathArguments.paths(files)
    let records = InfoOutput(
      form: try output.form(), keys: output.keys ?? .plain, destination: output.destination)
    guard preview else { return try await records.print(paths) }
    try PictureTerminal.check(for: "--preview")
    try await PictureTerminal.using { terminal in
      // Use two thirds of the window, so that the record fits below the picture.
      let rows = max(1, min(terminal.size.rows * 2 / 3, 30))
      try await records.print(
        paths, below: PhotoDrawer(terminal, columns: min(terminal.size.columns, 80), rows: rows))
    }
  }

  /// Returns the files of `photopick info FILE ...` with no options; `nil` for any other arguments.
  ///
  /// Scripts run this command once per file. It bypasses the argument parser, which takes two thirds of the
  /// instructions of such a run to search 8,000 protocol conformances for the types of all options.
  static func plainFiles(in arguments: [String]) -> [FilePath]? {
    guard arguments.first == "info", arguments.count > 1, !arguments.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    return arguments.dropFirst().map { RawArguments.path($0) }
  }
}

/// Prints a record for each file, in the given order, as soon as the file is parsed.
struct InfoOutput: Sendable {
  var form = ResultForm.text
  var keys = RecordKeys.plain
  var destination = ResultOutput()

  /// - Parameter drawer: Renders each photo above the record.
  /// - Throws: `CommandFailure` after printing the records, if some files can't be read.
  func print(_ paths: [FilePath], below drawer: PhotoDrawer? = nil) async throws {
    var status = ExitStatus.success
    var count = 0
    try await destination.writeEach(with: encoder(drawer)) { write in
      try await LibraryScanner().read(paths) { reading in
        switch reading {
        case .success(let asset):
          let place = ItemIndexPath(section: 0, item: count)
          let picked = PickedAsset(asset: asset, number: count + 1, indexPath: place, groupKey: "")
          try write(PrintedPhoto(picked: picked, standsInView: false))
          count += 1
        case .failure(let problem):
          Diagnostics.problem(problem)
          status = .problems
        }
      }
    }
    try status.check()
  }

  private func encoder(_ drawer: PhotoDrawer?) -> any OutputEncoder<PrintedPhoto> {
    guard case .text = form else { return form.encoder(keys, isForTerminal: destination.isTerminal) }
    return TextEncoder<PrintedPhoto>(isForTerminal: destination.isTerminal) { photo, text in
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
