import ArgumentParser
import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct Thumbnail: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: "Make thumbnails in the shared cache, and print their paths.",
    discussion: """
      Give files; folders, the default folder, and view options require --warm.

      Thumbnails are stored in the freedesktop cache ($XDG_CACHE_HOME/thumbnails), which file managers share. \
      Their maximum sides are 128, 256, 512 or 1024 pixels; --size selects the next larger one.

      --to writes thumbnails of --size pixels to DIR, named like the photo plus .png. An older thumbnail of the \
      same photo is replaced; other files, and the thumbnails of photos with the same name from other folders, are \
      preserved and reported on stderr.

      Examples:
        photopick thumbnail IMG_0012.JPG
        photopick thumbnail --size 512 *.heic --to web
        photopick thumbnail --warm ~/Pictures --since 2014
      """)

  @OptionGroup var paths: PathArguments
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest side in pixels, \(NumberArgument.text(of: sides)) (default: \(ThumbnailSize.large.side)).",
      valueName: "n"),
    transform: NumberArgument.whole)
  var size = Int(ThumbnailSize.large.side)
  @Option(
    help: ArgumentHelp("Write the thumbnails to this folder, created if it is missing.", valueName: "dir"),
    completion: .directory)
  var to: String?
  @Option(
    name: .short, parsing: .unconditional,
    help: ArgumentHelp(
      "Photos at the same time, \(NumberArgument.text(of: NumberArgument.jobs)) (default: one a processor).",
      valueName: "n"),
    transform: NumberArgument.whole)
  var jobs: Int?
  @Flag(help: "Fill the cache for all photos of a view, and print no paths.") var warm = false
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  /// The supported sizes, up to the largest size of the cache.
  private static let sides = 1...Int(ThumbnailSize.extraExtraLarge.side)

  func validate() throws {
    guard Self.sides.contains(size) else {
      throw ValidationError("--size takes a number from \(NumberArgument.text(of: Self.sides)), not \(size).")
    }
    if let jobs { try NumberArgument.check(jobs: jobs) }
    if warm, to != nil { throw ValidationError("--warm fills the cache; it excludes --to.") }
    if !warm {
      if paths.areDefault { throw ValidationError("Name at least one file, or use --warm.") }
      if !view.areDefault { throw ValidationError("View options go with --warm.") }
    }
    if to?.isEmpty == true { throw ValidationError("--to takes the name of a folder.") }
  }

  func run() async throws {
    let roots = try await paths.roots(view)
    var maker = try ThumbnailMaker(side: UInt32(size), folder: try to.map(RawArguments.place))
    if warm {
      let query = try view.query()
      let loaded = try await LibraryLoading.load(roots, view, query) { try await $0.view(of: $1) }
      let status = try await make(loaded.value.all.map(\.asset.path), maker)
      try loaded.status.check()
      try status.check()
    } else {
      let photos = roots.map { RootPath($0).path }
      maker.expect(photos)
      try await make(photos, maker).check()
    }
  }

  /// Creates thumbnails concurrently and prints paths and problems in order.
  private func make(_ photos: [FilePath], _ maker: ThumbnailMaker) async throws -> ExitStatus {
    let printsPaths = !warm
    let namesAll = view.links.verbose
    let progress = ProgressDisplay()
    let output = ResultOutput()
    return try await Interruption.cancelling(progress) {
      var failures = FailureCount(namesAll: namesAll)
      var done = 0
      try await WorkerPool.using(threadCount: jobs ?? WorkerPool.processorCount) { pool in
        try await pool.map(photos, maker.make) { _, result in
          done += 1
          switch result {
          case .success(let path):
            if printsPaths {
              if output.isTerminal { progress.clear() }
              try output.writeNames(CollectionOfOne(path.fileSystemBytes))
            }
          case .failure(let failure):
            progress.clear()
            failures.report(
              failure.message, isMissing: failure.isMissing, server: failure.server)
          }
          progress.show("Making thumbnails… \(done) of \(photos.count) (Ctrl-C cancels)")
        }
      }
      progress.clear()
      return failures.finish()
    }
  }
}
