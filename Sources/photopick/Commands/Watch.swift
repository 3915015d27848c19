import ArgumentParser
import PhotoCatalog
import PhotoLibrary
import PhotoPicker
import Terminal

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print photos in groups, then every change of them, as JSON lines.",
    discussion: """
      The first line is the view as it stands, with the records of `photopick info --jsonl`:
        {"event":"snapshot",
         "sections":[{"key":"2014-05","title":"May 2014","items":[{record}, …]}, …]}

      Each later line is a batch of steps; index paths are [section, item] and count from 0:
        {"event":"batch",
         "deletedItems":[{"indexPath":[0,3],"path":…,"url":…}],
         "deletedSections":[{"index":2,"key":…}],
         "insertedSections":[{"index":0,"key":…,"title":…}],
         "movedSections":[{"from":2,"to":1}],
         "insertedItems":[{"indexPath":[0,0],"item":{record}}],
         "movedItems":[{"from":[0,1],"to":[1,0]}],
         "updatedSections":[{"index":0,"key":…,"title":…}],
         "updatedItems":[{"indexPath":[0,2],"item":{record}}]}

      Lists without steps are left out. What leaves is named by its place before the batch, what arrives or \
      changes by its place after it. To replay a batch:
        1. take out deletedItems and movedItems at "from", last place first;
        2. take out deletedSections and movedSections at "from", last place first;
        3. put in empty insertedSections, movedSections at "to", first place first;
        4. put in insertedItems and movedItems at "to", first place first;
        5. replace what updatedSections and updatedItems name.
      The result is what `photopick browse --jsonl` shows at that time.

      It ends when its reader goes away (status 0), or with Ctrl-C (status 130).

      Examples:
        photopick watch ~/Pictures
        photopick watch --group day --filter photo --limit 100 | my-gallery
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "View Options") var view: LibraryViewOptions<CatalogChoice>
  @Flag(help: "One JSON dictionary a line; this is how it prints without being told, too.") var jsonl = false

  func run() async throws {
    let catalog = try view.catalog.openIfPossible()
    let (roots, query) = (try await paths.roots(view), try view.query())
    try await view.asking.tell(
      .folders(catalog), CatalogQuery(roots: roots, options: view.scanOptions, query: query))
    guard !roots.isEmpty else {
      Diagnostics.error("the list names nothing that could be watched")
      return
    }
    let library = PhotoLibrary(roots: roots, options: view.scanOptions, catalog: catalog)
    let progress = ProgressDisplay()
    let isVerbose = view.links.verbose
    try await Interruption.cancelling(progress) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Self.follow(library, catalog, query, progress, isVerbose: isVerbose) }
        group.addTask { await OutputHangup.wait() }
        // The first task to finish cancels the other one.
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private static func follow(
    _ library: PhotoLibrary, _ catalog: Catalog?, _ query: AssetQuery, _ progress: ProgressDisplay,
    isVerbose: Bool
  ) async throws {
    let output = WatchOutput()
    var shown = AssetSnapshot()
    var problems = Set<ScanProblem>()
    let changes = library.changes(
      onNotice: { Diagnostics.error($0.text) },
      onProgress: { progress.show($0) })
    for try await change in changes {
      let view = try await view(query, of: change)
      progress.end()
      for notice in catalog?.takeNotices() ?? [] { Diagnostics.error(notice) }
      let present = change.snapshot.problems + (isVerbose ? change.snapshot.remarks : [])
      _ = Diagnostics.report(present.filter { !problems.contains($0) }, namesAll: isVerbose)
      problems = Set(present)
      if change.isFirst {
        try output.write(view)
      } else {
        let batch = BatchUpdates(from: shown, to: view)
        if !batch.isEmpty { try output.write(batch) }
      }
      shown = view
    }
  }

  /// Returns the current view. A named album must exist initially; if it is deleted later, the view is empty until
  /// the album returns.
  private static func view(_ query: AssetQuery, of change: LibraryChange) async throws -> AssetSnapshot {
    do {
      return AssetSnapshot(try await query.groups(of: change.snapshot))
    } catch is AssetQuery.QueryError where !change.isFirst {
      return AssetSnapshot()
    }
  }
}
