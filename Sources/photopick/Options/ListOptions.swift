import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show the photos of this list first, as Selected: an earlier result such as that of --json, or paths of photos, "
        + "folders and sidecars; - reads stdin.",
      valueName: "file"), completion: .file())
  var preselected: String?

  @Option(
    help: ArgumentHelp("Exclude the photos of such a list; - reads stdin.", valueName: "file"),
    completion: .file())
  var exclude: String?

  /// Returns the photos of `--preselected` and `--exclude`.
  ///
  /// - Parameters:
  ///   - paths: The paths of the command, which may come from standard input.
  ///   - scanner: Scans folders in the input.
  ///   - readsInput: `true` if standard input is already in use.
  /// - Throws: `CommandFailure` if a list can't be read; `CancellationError`.
  func earlierPicks(
    _ paths: PathArguments, _ scanner: LibraryScanner, readsInput: Bool = false
  ) async throws -> EarlierPicks {
    let lists = [preselected, exclude].compactMap(\.self)
    if lists.isEmpty { return EarlierPicks() }
    guard lists.count(where: { $0 == "-" }) + (readsInput || paths.readsInput ? 1 : 0) <= 1 else {
      throw CommandFailure(.usage, "stdin can be read once; give the other list as a file")
    }
    func photos(of file: String?) async throws -> (list: PathList, count: Int)? {
      guard let file else { return nil }
      let entries = try PathArguments.list(file)
      let (photos, problems) = try await entries.photos(with: scanner)
      if !problems.isEmpty { throw CommandFailure(Diagnostics.report(problems, namesAll: true)) }
      return (photos, entries.paths.count)
    }
    let excluded = try await photos(of: exclude)
    let picks = EarlierPicks(preselected: try await photos(of: preselected)?.list, excluded: excluded?.list)
    if let exclude, let excluded {
      try Self.tell(missing: picks.missingExclusions, of: excluded.count, in: exclude)
    }
    return picks
  }

  /// Prints the number of entries whose files no longer exist.
  ///
  /// - Throws: `CommandFailure` when no file exists.
  private static func tell(missing: Int, of count: Int, in file: String) throws {
    guard missing > 0 else { return }
    let remark = "\(file): \(missing) of \(count) entries lead to no file"
    guard missing < count else {
      throw CommandFailure(
        .problems, remark + ", so nothing would be left out; are their paths relative to another folder?")
    }
    Diagnostics.note("photopick: \(remark)")
  }
}
