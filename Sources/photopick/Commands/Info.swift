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
      status = try await PictureTerminal.using { try printRecords(of: paths, Self.drawer($0)) }
    } else {
      status = try printRecords(of: paths, nil)
    }
    if status != .success { throw CommandFailure(status) }
  }

  /// Prints a record for each path until the task is cancelled.
  private func printRecords(of paths: [FilePath], _ drawer: PhotoDrawer?) throws -> ExitStatus {
    var status = ExitStatus.success
    let scanner = LibraryScanner()
    let assets = paths.lazy.prefix { _ in !Task.isCancelled }.compactMap { path -> Asset? in
      do throws(ScanProblem) {
        return try scanner.read(path)
      } catch {
        Diagnostics.problem(error)
        status = .problems
        return nil
      }
    }
    let photos = assets.enumerated().lazy.map { PrintedPhoto($0.element, at: $0.offset) }
    try output.write(photos) { destination in
      var isFirst = true
      try destination.writeText(assets) { asset, text in
        if !isFirst { text.end() }
        isFirst = false
        if let drawer {
          text.append(made: DrawingRow([drawer.drawing(of: asset.path, isVideo: asset.isVideo)]).bytes)
        }
        InfoText(asset: asset).append(to: &text)
      }
    }
    return status
  }

  /// Draws over two thirds of the screen at most, so that the record stands below.
  private static func drawer(_ terminal: PictureTerminal) -> PhotoDrawer {
    PhotoDrawer(
      terminal, columns: min(terminal.size.columns, 80), rows: max(1, min(terminal.size.rows * 2 / 3, 30)))
  }
}
