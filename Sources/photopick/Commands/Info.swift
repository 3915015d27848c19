import ArgumentParser
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// `photopick info`: what is read from files.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is read from photos and videos.",
    discussion: """
      One record a file, in the order given, also for a file that is damaged.

      Examples:
        photopick info IMG_0012.JPG
        photopick info --jsonl *.heic | jq .date
      """)

  @Argument(help: "Photos and videos; - reads a list of paths from stdin.") var files: [String]
  @Flag(help: "One JSON array.") var json = false
  @Flag(help: "One JSON dictionary a line.") var jsonl = false
  @Option(
    help: ArgumentHelp("The time zone for videos' UTC dates, such as Europe/Berlin.", valueName: "zone"))
  var timeZone: String?

  func validate() throws {
    if json, jsonl { throw ValidationError("Choose one of --json and --jsonl.") }
    if files.isEmpty { throw ValidationError("Name at least one file.") }
  }

  func run() throws {
    var status = ExitStatus.success
    let scanner = LibraryScanner(options: ScanOptions(clocks: ViewOptions.clocks(timeZone)))
    let destination = ResultOutput()
    let assets = try PathArguments.paths(files).lazy.compactMap { path -> Asset? in
      do throws(ScanProblem) {
        return try scanner.read(path)
      } catch {
        Diagnostics.problem(error)
        status = .problems
        return nil
      }
    }
    if json || jsonl {
      try destination.writeRecords(JSONWriter(layout: .recordPerLine), isArray: json, assets) {
        AssetRecord($0).write(to: &$1)
      }
    } else {
      var isFirst = true
      try destination.writeLines(assets) { asset, buffer in
        if !isFirst { buffer.append(UInt8(ascii: "\n")) }
        isFirst = false
        InfoText(AssetRecord(asset)).append(to: &buffer)
      }
    }
    if status != .success { throw CommandFailure(status) }
  }
}
