import ArgumentParser
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// `photopick info`: what is read from files.
struct Info: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what is read from photos and videos.",
    discussion: """
      One record a file, in the order given, also for a file that is damaged.

      Examples:
        photopick info IMG_0012.JPG
        photopick info --jsonl *.heic | jq .date
        photopick info *.heic --format '{date:%F} {name}'
        photopick info --preview IMG_0012.JPG
      """)

  @Argument(help: "Photos and videos; - reads a list of paths from stdin.", completion: .file())
  var files: [String]
  @OptionGroup(title: "Output Options") var output: OutputOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions
  @Flag(help: "Draw each photo above its record; on a terminal only.") var preview = false

  func validate() throws {
    if preview, !output.areDefault {
      throw ValidationError(
        "--preview draws on the terminal; it excludes --output and other forms of output.")
    }
    if files.isEmpty { throw ValidationError("Name at least one file.") }
  }

  func run() async throws {
    let paths = try PathArguments.paths(files)
    let status: ExitStatus
    if preview {
      try PictureTerminal.check(for: "--preview")
      status = try await PictureTerminal.using { try await printRecords(of: paths, Self.drawer($0)) }
    } else {
      status = try await printRecords(of: paths, nil)
    }
    if status != .success { throw CommandFailure(status) }
  }

  /// Prints a record for each path.
  private func printRecords(of paths: [FilePath], _ drawer: PhotoDrawer?) async throws -> ExitStatus {
    var status = ExitStatus.success
    var count = 0
    try await output.destination.writeEach(with: try encoder(drawer)) { write in
      try await LibraryScanner().read(paths) { reading in
        switch reading {
        case .success(let asset):
          try write(PrintedPhoto(asset, at: count))
          count += 1
        case .failure(let problem):
          Diagnostics.problem(problem)
          status = .problems
        }
      }
    }
    return status
  }

  /// What turns photos into the form that was asked for; without one, into their records as text.
  private func encoder(_ drawer: PhotoDrawer?) throws -> any OutputEncoder<PrintedPhoto> {
    let (form, isForTerminal) = (try output.form(), output.destination.isTerminal)
    guard case .text = form else { return form.encoder(output.keys ?? .plain, isForTerminal: isForTerminal) }
    return TextEncoder<PrintedPhoto>(isForTerminal: isForTerminal) { photo, text in
      let asset = photo.picked.asset
      if photo.picked.number > 1 { text.end() }
      if let drawer {
        text.append(made: DrawingRow([drawer.drawing(of: asset.path, isVideo: asset.isVideo)]).bytes)
      }
      InfoText(asset: asset).append(to: &text)
    }
  }

  /// Draws over two thirds of the screen at most, so that the record stands below.
  private static func drawer(_ terminal: PictureTerminal) -> PhotoDrawer {
    PhotoDrawer(
      terminal, columns: min(terminal.size.columns, 80), rows: max(1, min(terminal.size.rows * 2 / 3, 30)))
  }
}

/// The record of a photo as text: a key and its value a line.
struct InfoText {
  /// The photo.
  let asset: Asset

  /// Appends the lines.
  func append(to text: inout ResultText) {
    for field in AssetField.all {
      guard let value = field.value(asset) else { continue }
      text.append(TerminalText.padded(field.name, to: 15))
      text.append(" ")
      text.append(shown: value.bytes)
      text.end()
    }
  }
}
