import ArgumentParser
import PhotoPicker
import SystemPackage
import Terminal

/// The options that name what was picked earlier.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show the photos of this list first, as Selected: any earlier output, or paths.", valueName: "file"))
  var preselected: String?

  @Option(help: ArgumentHelp("Leave out the photos of this list.", valueName: "file"))
  var exclude: String?

  /// The earlier picks that the options name.
  ///
  /// - Throws: `CommandFailure` if a list cannot be read.
  func earlierPicks() throws -> EarlierPicks {
    EarlierPicks(preselected: try Self.list(preselected), excluded: try Self.list(exclude))
  }

  private static func list(_ file: String?) throws -> PathList? {
    guard let file else { return nil }
    do throws(PathListError) {
      return try PathList(contentsOf: RawArguments.path(file))
    } catch {
      throw CommandFailure(.problems, "\(file): \(error)")
    }
  }
}
