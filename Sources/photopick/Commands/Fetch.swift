import ArgumentParser
import PhotoDownloads
import PhotoFiles
import PhotoPicker
import PhotoStore
import SystemPackage
import Terminal

struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Fetch photos and videos from the web, several in parallel.",
    discussion: """
      The path of each complete file is printed. No file is overwritten: if a name is taken, a number is added. \
      Partial files of a killed or failed run are preserved. The next fetch resumes interrupted downloads; failed \
      downloads resume with their URL, with --resume, or with fetch without URLs. Proxies are configured by the \
      environment (https_proxy, no_proxy, ...).

      With --background, another process fetches the files, even after the terminal is closed, and the URLs are \
      printed. --list shows their state. --wait waits for all of them, and prints the paths and errors.

      Examples:
        photopick fetch https://example.org/beach.jpg --to ~/Pictures
        photopick fetch - -j 8 --into-store < addresses.txt
        photopick fetch --background - < addresses.txt
        photopick fetch --wait
        photopick fetch --list
        photopick fetch --resume
        photopick fetch --forget https://example.org/beach.jpg
      """)

  @Option(
    help: ArgumentHelp(
      "The folder for the files, here or on a server (default: the current one).", valueName: "dir"),
    completion: .directory)
  var to: String?

  @Flag(help: "Put the files into the store, named by the current time.")
  var intoStore = false

  @Option(
    help: ArgumentHelp("The folder of the store, here or on a server, with --into-store.", valueName: "dir"),
    completion: .directory)
  var root: String?

  @Flag(help: "The store in the user's caches folder, with --into-store.")
  var cache = false

  @Option(
    name: .short, parsing: .unconditional,
    help: ArgumentHelp(
      "Files at the same time, \(NumberArgument.text(of: NumberArgument.jobs)) "
        + "(default: \(DownloadOptions().concurrency)).", valueName: "n"),
    transform: NumberArgument.whole)
  var jobs = DownloadOptions().concurrency

  @Flag(help: "Accept any data, not only photos and videos.")
  var any = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most bytes of one file (default: \(DownloadOptions().sizeLimit)).", valueName: "bytes"),
    transform: NumberArgument.whole)
  var maxBytes = DownloadOptions().sizeLimit

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Tries in a row that bring nothing before a file is given up (default: \(RetryPolicy().maximumFailures)).",
      valueName: "n"),
    transform: NumberArgument.whole)
  var tries = RetryPolicy().maximumFailures

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds without data after which a try is cut (default: \(DownloadOptions().stallTimeout)).",
      valueName: "seconds"),
    transform: NumberArgument.whole)
  var stall = DownloadOptions().stallTimeout

  @Flag(
    help: "Fetch in a background process, which continues after the terminal is closed, and print the URLs.")
  var background = false

  @Flag(
    help: "Wait for all background downloads, and print paths and errors; Ctrl-C stops only the wait.")
  var wait = false

  @Flag(help: "Stop these downloads, or all in the background, and keep their partial files.")
  var cancel = false

  @Flag(
    help: """
      List the downloads that are not whole yet and those that ended in the background, or only these URLs.
      """)
  var list = false

  @Flag(help: "Resume all incomplete downloads, like fetch without URLs.")
  var resume = false

  @Flag(help: "Restart the URLs, and don't resume interrupted downloads.")
  var noResume = false

  @Flag(help: "Drop these incomplete downloads and their partial files.")
  var forget = false

  @Option(
    help: "How to report progress on stderr: bars on a terminal, or one JSON dictionary per line.")
  var progress = FetchReport.Form.bars

  /// The hidden flag of the instance in the background.
  @Flag(help: .private)
  var serveQueue = false

  @OptionGroup(title: "Servers") var servers: ServerOptions

  @OptionGroup(title: "Output Options, with --list") var output: ListOutputOptions<DownloadListRecord>

  @Argument(
    help: ArgumentHelp("The URLs; '-' reads them from standard input, one per line.", valueName: "url"))
  var urls: [String] = []

  /// The maximum size of standard input, in bytes.
  private static let mostAddressBytes = 64 << 20

  func validate() throws {
    try NumberArgument.check(jobs: jobs)
    guard maxBytes > 0, tries > 0, (1...86_400).contains(stall) else {
      throw ValidationError("--max-bytes, --tries and --stall are above 0, --stall at most a day")
    }
    if intoStore, to != nil { throw ValidationError("give --to or --into-store, not both") }
    if !intoStore, root != nil || cache { throw ValidationError("--root and --cache go with --into-store") }
    if root != nil, cache { throw ValidationError("give --root or --cache, not both") }
    let modes = [("--list", list), ("--forget", forget), ("--cancel", cancel), ("--wait", wait)]
      .filter(\.1)
    if let mode = modes.first {
      if modes.count > 1 || resume || noResume || background {
        throw ValidationError("\(mode.0) excludes other modes")
      }
      if forget, urls.isEmpty { throw ValidationError("--forget takes the URLs of --list") }
      if wait, !urls.isEmpty { throw ValidationError("--wait takes no URLs; it waits for all downloads") }
    }
    if !list, !output.areDefault { throw ValidationError("--json, --output and the like go with --list") }
    if progress != .bars, background || list || forget || cancel {
      throw ValidationError("--progress goes with downloads that are awaited")
    }
    if resume, !urls.isEmpty {
      throw ValidationError(
        "--resume takes no URLs; it resumes all incomplete downloads, and URLs with --to resume only those")
    }
    if noResume, urls.isEmpty {
      throw ValidationError("--no-resume goes with URLs, without --list, --resume and --forget")
    }
    try checkURLs()
  }

  /// Throws an error if no argument is a valid URL.
  private func checkURLs() throws {
    var mistake: DownloadError?
    for text in urls {
      if text == "-" { return }
      do throws(DownloadError) {
        _ = try RemoteURL(text)
        return
      } catch {
        mistake = mistake ?? error
      }
    }
    if let mistake { throw ValidationError("\(mistake)") }
  }

  func run() async throws {
    var options = DownloadOptions(concurrency: jobs, sizeLimit: maxBytes, stallTimeout: stall)
    options.retry.maximumFailures = tries
    let manager = try DownloadManager(folder: UserFolders.current.downloads, options: options)
    if serveQueue { return try await BackgroundFetch.serve(manager) }
    if list { return try await printRecorded(manager) }
    if wait { return try await waitForBackground(manager) }
    var failures = FailureCount()
    if forget {
      try await forEachAddress(&failures) { url throws(DownloadError) in try await manager.forget(url) }
      return try failures.exit()
    }
    if cancel {
      let downloads =
        urls.isEmpty
        ? try await manager.recorded().filter(\.isInBackground) : try await named(by: manager, &failures)
      try await manager.cancel(downloads)
      return try failures.exit()
    }
    if resume, to != nil || intoStore {
      Diagnostics.note(
        "--resume keeps the destination of each download; --to and --into-store apply only to URLs")
    }
    let process = background ? try BackgroundFetch(options: processOptions) : nil
    try await fetch(with: manager, in: process)
  }

  /// Fetches the URLs and resumes interrupted transfers, or queues both for the background.
  private func fetch(with manager: DownloadManager, in process: BackgroundFetch?) async throws {
    var report = FetchReport(progress, on: ProgressDisplay(after: .zero))
    let reports = manager.progress
    var open: [RemoteURL] = []
    var known = Set<RemoteURL>()
    let destination = try destination()
    for text in try addresses() {
      do throws(DownloadError) {
        let url = try RemoteURL(text)
        guard known.insert(url).inserted else { continue }
        if let process {
          try await manager.queue(
            url, to: destination, acceptsAnyData: any, beginsAnew: noResume, for: process.identity)
        } else {
          try await manager.start(url, to: destination, acceptsAnyData: any, beginsAnew: noResume)
        }
        open.append(url)
      } catch {
        if case .unavailable = error { throw error }
        report.failures.report(error)
      }
    }
    let further = try await resumed(by: manager, in: process).filter { !known.contains($0) }
    if !urls.isEmpty, !further.isEmpty {
      Diagnostics.note(
        "going on with \(further.count) \(further.count == 1 ? "download that was" : "downloads that were") cut off; "
          + "--no-resume leaves that")
    }
    if let process, !(open + further).isEmpty {
      try process.begin()
      for url in open + further { try ResultOutput().announce { $0.append("\(url)") } }
    } else {
      try await follow(reports, until: Set(open + further), Set(further), &report)
    }
    try report.failures.exit()
  }

  private var processOptions: [String] {
    [
      "--serve-queue", "-j", "\(jobs)", "--max-bytes", "\(maxBytes)", "--tries", "\(tries)",
      "--stall", "\(stall)",
    ] + servers.arguments + namedDestination
  }

  /// The destination if it is on a server. Because the user named this server in an argument, the background process may
  /// send it the password.
  private var namedDestination: [String] {
    func isRemote(_ text: String) -> Bool { RawArguments.path(text).isRemote }
    if let to, isRemote(to) { return ["--to", to] }
    if let root, isRemote(root) { return ["--into-store", "--root", root] }
    return []
  }

  /// Resumes interrupted transfers and returns the URLs.
  private func resumed(
    by manager: DownloadManager, in process: BackgroundFetch?
  ) async throws -> [RemoteURL] {
    if noResume { return [] }
    let onlyCutOff = !urls.isEmpty
    let resumed =
      if let process {
        try await manager.queueResumable(onlyCutOff: onlyCutOff, for: process.identity)
      } else {
        try await manager.resume(onlyCutOff: onlyCutOff)
      }
    if !resume, urls.isEmpty, resumed.isEmpty {
      throw ValidationError("give at least one URL; there is no download to resume")
    }
    return resumed
  }

  /// Prints progress until all files are complete.
  ///
  /// - Parameter further: URLs of previous runs, which another instance may have resumed in the meantime.
  private func follow(
    _ reports: AsyncStream<DownloadProgress>, until open: Set<RemoteURL>, _ further: Set<RemoteURL>,
    _ report: inout FetchReport
  ) async throws {
    guard !open.isEmpty else { return }
    var open = open
    for await progress in reports where open.contains(progress.url) {
      if progress.isOver { open.remove(progress.url) }
      let isOfAnotherProcess =
        if case .failed(let error) = progress.state { error.isOfAnotherProcess } else { false }
      try report.show(
        progress, remaining: open.count, isFailure: !(isOfAnotherProcess && further.contains(progress.url)))
      if open.isEmpty { return }
    }
  }

  /// Follows transfers in the background and prints the outcomes.
  private func waitForBackground(_ manager: DownloadManager) async throws {
    let display = ProgressDisplay(after: .zero)
    try await Interruption.cancelling(display) { [progress] in
      var report = FetchReport(progress, on: display)
      try await manager.collectOutcomes { try report.show($0, remaining: $1) }
      try report.failures.exit()
    }
  }

  private func forEachAddress(
    _ failures: inout FailureCount, _ body: (RemoteURL) async throws(DownloadError) -> Void
  ) async throws {
    for text in try addresses() {
      do throws(DownloadError) { try await body(try RemoteURL(text)) } catch { failures.report(error) }
    }
  }

  /// The destination of the files, as an absolute path, since a later run may have another current folder.
  private func destination() throws -> DownloadDestination {
    intoStore
      ? .store(try RawArguments.storeFolder(root: root, isInCache: cache).absolute())
      : .folder(try RawArguments.place(to ?? ".").absolute())
  }

  private func addresses() throws -> [String] {
    try urls.flatMap { try $0 == "-" ? Self.readAddresses() : [$0] }
  }

  private static func readAddresses() throws -> [String] {
    let bytes: [UInt8]
    do {
      bytes = try ListText.decoded(
        FileDescriptor.standardInput.readAll(limit: mostAddressBytes, waits: true), limit: mostAddressBytes)
    } catch let error as PathListError {
      throw CommandFailure(.problems, "standard input: \(error)")
    } catch {
      throw CommandFailure(.problems, "standard input: the addresses cannot be read: \(error)")
    }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let text = line.drop(while: isBlank)
      return text.lastIndex { !isBlank($0) }.map { String(decoding: text[...$0], as: UTF8.self) }
    }
  }

  private func named(
    by manager: DownloadManager, _ failures: inout FailureCount
  ) async throws -> [RecordedDownload] {
    var downloads: [RecordedDownload] = []
    try await forEachAddress(&failures) { url throws(DownloadError) in
      downloads += try await manager.recorded(like: url).filter { !downloads.contains($0) }
    }
    return downloads
  }

  private func printRecorded(_ manager: DownloadManager) async throws {
    var failures = FailureCount()
    let downloads = urls.isEmpty ? try await manager.recorded() : try await named(by: manager, &failures)
    try output.write(downloads.map(DownloadListRecord.init)) { destination in
      try destination.writeText(downloads.map(DownloadListRecord.init)) { $0.append(to: &$1) }
    }
    try failures.exit()
  }
}
