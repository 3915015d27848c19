import ArgumentParser
import PhotoPicker

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what photopick finds on this system, for bug reports.",
    discussion: """
      Shows versions of libraries, what the terminal can do, and the sizes of the catalog and of the thumbnails. \
      Names of photos and folders of photos do not appear, and ~ replaces the home folder.

      Exits with 1 if a library or the catalog can't be used.

      Examples:
        photopick doctor
        photopick doctor --json
      """)

  @OptionGroup var catalog: CatalogFile
  @Flag(help: "One JSON dictionary.") var json = false

  func run() throws {
    let report = try SystemReport(catalog: catalog.location)
    if json {
      let encoder = WriterEncoder<SystemReport, JSONWriter>(
        JSONWriter(layout: .recordPerLine), isArray: false
      ) {
        $0.write(to: &$1)
      }
      try ResultOutput().write(CollectionOfOne(report), with: encoder)
    } else {
      try ResultOutput().writeText(CollectionOfOne(report)) { $0.write(to: &$1) }
    }
    if report.hasProblem { throw CommandFailure(.problems) }
  }
}
