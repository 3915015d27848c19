import ArgumentParser
import PhotoLibrary
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
  /// - Parameter paths: what the command looks at; the table of `browse` may show photos below it.
  /// - Throws: `CommandFailure` if a list cannot be read.
  func earlierPicks(_ paths: PathArguments) throws -> EarlierPicks {
    var folders = [FilePath]()
    if preselected != nil || exclude != nil, !paths.areDefault, !paths.readsInput {
      folders = [PathArguments.base(of: try paths.roots()).path]
    }
    func list(_ file: String?) throws -> PathList? {
      try file.map { file in
        try Self.list(file, ShownPaths(below: folders, view: ViewStore.lastViewOfUser))
      }
    }
    return EarlierPicks(preselected: try list(preselected), excluded: try list(exclude))
  }

  private static func list(_ file: String, _ shown: ShownPaths) throws -> PathList {
    do throws(PathListError) {
      return try PathList(contentsOf: RawArguments.path(file), shown: shown)
    } catch {
      throw CommandFailure(.problems, "\(file): \(error)")
    }
  }
}
