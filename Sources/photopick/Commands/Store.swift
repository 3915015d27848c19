import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoStore
import SystemPackage
import Terminal

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Keep pictures under names: put, get, delete, rename, path, exists, list.",
    discussion: """
      A store is a folder. A name may contain folders, as in Trips/2014/beach.jpg; no component starts with a dot. \
      Every change is atomic, even if the command is killed or the file system is full.

      Examples:
        photopick store put IMG_0012.JPG --name beach.jpg --thumbnails
        photopick store put *.jpg --fit 800x600 --quality 0.5
        photopick store put IMG_0012.JPG --name Trips/2014/beach.jpg
        photopick store list
        photopick store get beach.jpg -o /tmp/beach.jpg
      """,
    subcommands: [Put.self, Get.self, Delete.self, Rename.self, Path.self, Exists.self, List.self])
}

struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of the store, here or on a server.", valueName: "dir"),
    completion: .directory)
  var root: String?

  @Flag(help: "The store in the user's caches folder, which the system may empty.")
  var cache = false

  @Flag(
    help:
      "Keep a thumbnail of 133 x 100 in the folder 'thumbnail', in step with its picture; get, path, exists and list then mean the thumbnail."
  )
  var thumbnails = false

  @OptionGroup(title: "Servers") var servers: ServerOptions

  func validate() throws {
    if root != nil, cache { throw ValidationError("give --root or --cache, not both") }
  }

  /// The folder of `--root`, by default in the data or caches folder.
  var folder: FilePath {
    get throws { try RawArguments.storeFolder(root: root, isInCache: cache) }
  }

  /// The plain file store, for reading, renaming and deleting.
  var files: FileStore { get throws { FileStore(root: try folder) } }

  var kind: FileStore.Kind { thumbnails ? .thumbnail : .file }
}

extension StoreName {
  init(argument: String) throws(StoreError) { try self.init(bytes: RawArguments.bytes(of: argument)) }
}

extension StoreCommand {
  struct Put: AsyncParsableCommand, PictureMaking {
    static let configuration = CommandConfiguration(
      commandName: "put",
      abstract: "Keep pictures and print the name of each.",
      discussion: """
        Copies pictures; - reads one from standard input.

        Examples:
          photopick store put IMG_0012.JPG --name beach.jpg --thumbnails
          photopick store put *.jpg --fit 800x600 --quality 0.5
          curl https://example.org/a.jpg | photopick store put -
        """)

    @OptionGroup var options: StoreOptions

    @Option(
      help: "The name of the picture, with optional folders; by default the current time.")
    var name: String?

    @Flag(help: "Replace an existing picture with the same name.")
    var replace = false

    @Option(
      help: ArgumentHelp(
        "Fit the picture into this size, keeping its aspect ratio; 0 keeps the original.", valueName: "WxH"),
      transform: FitSize.read)
    var fit: FitSize?

    @Option(
      help: ArgumentHelp(
        "JPEG quality, \(JPEGQuality.range), of a picture made to fit (default: \(PictureLimits.standard.quality)).",
        valueName: "q"),
      transform: JPEGQuality.read)
    var quality: JPEGQuality?

    @OptionGroup var metadata: MetadataOptions

    @Flag(help: "Keep any data, not only photos and videos.")
    var any = false

    @Argument(help: ArgumentHelp("The pictures.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup(title: "Memory") var memory: MemoryOptions

    func validate() throws {
      if name != nil, files.count > 1 {
        throw ValidationError("--name names one picture, not \(files.count)")
      }
      if limits != nil, let last = name?.split(separator: "/").last,
        let end = last.lowercased().split(separator: ".").dropFirst().last, end != "jpg", end != "jpeg"
      {
        throw ValidationError("--fit and --quality make a JPEG; let its name end in .jpg, not .\(end)")
      }
      if any, options.thumbnails || limits != nil {
        throw ValidationError("--any keeps data as it is, without --fit, --quality and --thumbnails")
      }
      try metadata.check(isUsed: limits != nil, with: "--fit or --quality")
    }

    /// The requested size and quality; `--quality` alone keeps the size.
    private var limits: PictureLimits? {
      guard fit != nil || quality != nil, fit != .asIs else { return nil }
      return PictureLimits(
        width: fit?.width ?? 0, height: fit?.height ?? 0,
        quality: quality?.value ?? PictureLimits.standard.quality, policy: metadata.policy)
    }

    func run() async throws {
      let name = try name.map { try StoreName(argument: $0) }
      try await Interruption.cancelling(ProgressDisplay()) {
        var failures = FailureCount()
        try await WorkerPool.using(threadCount: 1) { pool in
          // Store pictures sequentially: a printed name means that the picture is stored, and the next one hasn't
          // started.
          try await pool.map(files, ahead: 1, { file in Result { try put(file, name) } }) { _, kept in
            do {
              try ResultOutput().announce(name: try kept.get().bytes)
            } catch StoreError.cancelled {
              throw CancellationError()
            } catch let error as StoreError {
              failures.report(error)
            }
          }
        }
        try failures.exit()
      }
    }

    private func put(_ file: String, _ name: StoreName?) throws -> StoreName {
      let path = file == "-" ? nil : try RawArguments.place(file)
      let source: StoreSource = path.map { .file($0) } ?? .descriptor(.standardInput)
      if any { return try options.files.put(source, name: name, replacing: replace) }
      let store = try ImageStore(root: options.folder, limits: limits, keepsThumbnails: options.thumbnails)
      // A smaller picture contains what the sidecars of the photo add. The store reports an unreadable photo.
      let described = limits.flatMap { _ in path.flatMap { try? LibraryScanner().read($0.absolute()) } }
      return try store.put(source, name: name, replacing: replace, described: described?.pictureMetadata)
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Delete pictures and their thumbnails.",
      discussion: """
        Examples:
          photopick store delete beach.jpg
        """)

    @OptionGroup var options: StoreOptions

    @Argument(
      help: ArgumentHelp("The names of the pictures.", valueName: "name"), completion: Completions.storeName)
    var names: [String]

    func run() async throws {
      let store = try options.files
      let names = try names.map { try StoreName(argument: $0) }
      var failures = FailureCount()
      for name in names {
        do {
          try store.delete(name)
        } catch {
          failures.report(error)
        }
      }
      try failures.exit()
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Rename a picture and its thumbnail.",
      discussion: """
        Examples:
          photopick store rename beach.jpg sea.jpg
        """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Replace an existing picture with the new name.")
    var replace = false

    @Argument(help: "The name of the picture.", completion: Completions.storeName)
    var name: String

    @Argument(help: "Its new name.")
    var newName: String

    func run() async throws {
      try options.files.rename(
        StoreName(argument: name), to: StoreName(argument: newName),
        replacing: replace)
    }
  }
}
