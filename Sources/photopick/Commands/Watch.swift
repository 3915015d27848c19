import ArgumentParser
import PhotoCatalog
import PhotoDuplicates
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print photos in groups, then every change, as JSON lines.",
    discussion: """
      The first line is the complete view, with the records of `photopick info --jsonl`:
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

      Empty lists are omitted. Indexes of deletions refer to the view before the batch, indexes of insertions and \
      updates to the view after it. To apply a batch:
        1. remove deletedItems and movedItems at "from", in descending order;
        2. remove deletedSections and movedSections at "from", in descending order;
        3. insert insertedSections (empty) and movedSections at "to", ascending;
        4. insert insertedItems, and movedItems at "to", in ascending order;
        5. replace updatedSections and updatedItems.
      The result equals the output of `photopick browse --jsonl` at that time.

      watch exits when its reader closes the pipe (status 0), or after Ctrl-C (status 130).

      Examples:
        photopick watch ~/Pictures
        photopick watch --group day --filter photo --limit 100 | my-gallery
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "View Options") var view: LibraryViewOptions<CatalogChoice, ViewZone>
  @Flag(help: "One JSON dictionary per line; this is the default.") var jsonl = false

  func run() async throws {
    let catalog = try view.catalog.openIfPossible()
    let roots = try await paths.roots(view)
    var query = try view.query()
    query.prepare(roots, catalog)
    try await view.asking.tell(
      .folders(catalog), CatalogQuery(roots: roots, options: view.scanOptions, query: query))
    guard !roots.isEmpty else {
      Diagnostics.error("the list contains nothing to watch")
      return
    }
    let library = PhotoLibrary(roots: roots, options: view.scanOptions, catalog: catalog)
    let progress = ProgressDisplay()
    let isVerbose = view.links.verbose
    try await Interruption.cancelling(progress) { [query] in
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

  /// Returns the current photos. A named album must exist initially; if it is deleted later, the view is empty until
  /// the album returns.
  private static func view(_ query: AssetQuery, of change: LibraryChange) async throws -> AssetSnapshot {
    do {
      return AssetSnapshot(try await query.groups(of: change.snapshot))
    } catch is AssetQuery.QueryError where !change.isFirst {
      return AssetSnapshot()
    }
  }
}
