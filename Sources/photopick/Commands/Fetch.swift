import ArgumentParser
import PhotoDownloads
import PhotoFiles
import PhotoStore
import SystemPackage

/// `photopick fetch`: fetches photos from the web.
struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Fetch photos and videos from the web, several at once.",
    discussion: """
      The path of each file is printed when it is whole. A name that is taken gets a number; nothing is \
      overwritten. Bytes that a killed or failed run has fetched stay on the disk. What a kill cut off goes on with \
      the next fetch, of whatever; what failed goes on with its URL, with --resume, or with fetch alone. \
      Proxies are taken from the environment (https_proxy, no_proxy, ...).

      Examples:
        photopick fetch https://example.org/beach.jpg --to ~/Pictures
        photopick fetch - -j 8 --into-store < addresses.txt
        photopick fetch --list
        photopick fetch --resume
        photopick fetch --forget https://example.org/beach.jpg
      """)

  @Option(
    help: ArgumentHelp("The folder for the files (default: the current one).", valueName: "dir"),
    completion: .directory)
  var to: String?

  @Flag(help: "Put the files into the store, under names made from the time.")
  var intoStore = false

  @Option(
    help: ArgumentHelp("The folder of the store, with --into-store.", valueName: "dir"),
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

  @Flag(help: "List the downloads that are not whole yet.")
  var list = false

  @Flag(help: "Go on with all downloads that are not whole yet, as fetch alone does.")
  var resume = false

  @Flag(help: "Begin the URLs anew, whatever has arrived of them, and leave downloads that were cut off.")
  var noResume = false

  @Flag(help: "Drop these downloads that are not whole yet, with what has arrived of them.")
  var forget = false

  @OptionGroup(title: "Output Options, with --list") var output: ListOutputOptions<UnfinishedRecord>

  @Argument(
    help: ArgumentHelp("The addresses; '-' reads them from standard input, one a line.", valueName: "url"))
  var urls: [String] = []

  /// The most that standard input may hold: more is no list of addresses.
  private static let mostAddressBytes = 64 << 20

  func validate() throws {
    try NumberArgument.check(jobs: jobs)
    guard maxBytes > 0, tries > 0, (1...86_400).contains(stall) else {
      throw ValidationError("--max-bytes, --tries and --stall are above 0, --stall at most a day")
    }
    if intoStore, to != nil { throw ValidationError("give --to or --into-store, not both") }
    if !intoStore, root != nil || cache { throw ValidationError("--root and --cache go with --into-store") }
    if root != nil, cache { throw ValidationError("give --root or --cache, not both") }
    if forget, list || resume || urls.isEmpty { throw ValidationError("--forget takes the URLs of --list") }
    if list, resume || !urls.isEmpty { throw ValidationError("--list stands alone") }
    if !list, !output.areDefault { throw ValidationError("--json, --output and the like go with --list") }
    if noResume, list || resume || forget || urls.isEmpty {
      throw ValidationError("--no-resume goes with URLs, without --list, --resume and --forget")
    }
  }

  func run() async throws {
    var options = DownloadOptions(concurrency: jobs, sizeLimit: maxBytes, stallTimeout: stall)
    options.retry.maximumFailures = tries
    let manager = try DownloadManager(folder: UserFolders.current.downloads, options: options)
    if list { return try await printUnfinished(manager) }
    if forget { return try await drop(from: manager) }
    var failures = FailureCount()
    let progress = manager.progress
    var open = Set<RemoteURL>()
    let destination = try destination()
    if resume, urls.isEmpty, to != nil || intoStore {
      Diagnostics.note("--resume goes on where each download was to go; --to and --into-store are for URLs")
    }
    for text in try addresses() {
      do throws(DownloadError) {
        let url = try RemoteURL(text)
        guard open.insert(url).inserted else { continue }
        try await manager.start(url, to: destination, acceptsAnyData: any, beginsAnew: noResume)
      } catch {
        if case .unavailable = error { throw error }
        failures.report(error)
      }
    }
    let further = try await resumed(by: manager).subtracting(open)
    if !resume, !urls.isEmpty, !further.isEmpty {
      Diagnostics.note(
        "going on with \(further.count) \(further.count == 1 ? "download that was" : "downloads that were") cut off; "
          + "--no-resume leaves that")
    }
    try await follow(progress, until: open.union(further), further, &failures)
    try failures.exit()
  }

  /// Drops downloads that are not whole yet.
  private func drop(from manager: DownloadManager) async throws {
    var failures = FailureCount()
    for text in try addresses() {
      do throws(DownloadError) {
        try await manager.forget(try RemoteURL(text))
      } catch {
        failures.report(error)
      }
    }
    try failures.exit()
  }

  /// Goes on with downloads of earlier runs, and returns their URLs.
  private func resumed(by manager: DownloadManager) async throws -> Set<RemoteURL> {
    if noResume { return [] }
    if resume || urls.isEmpty {
      let resumed = try await manager.resume()
      if !resume, resumed.isEmpty {
        throw ValidationError("give at least one URL; there is no download to go on with")
      }
      return Set(resumed)
    }
    return Set(try await manager.resume(onlyCutOff: true))
  }

  /// Shows what happens until every download is over.
  ///
  /// - Parameter further: those of earlier runs, which another process may have gone on with meanwhile.
  private func follow(
    _ progress: AsyncStream<DownloadProgress>, until open: Set<RemoteURL>, _ further: Set<RemoteURL>,
    _ failures: inout FailureCount
  ) async throws {
    guard !open.isEmpty else { return }
    var (open, bars) = (open, FetchBars(count: open.count))
    for await report in progress where open.contains(report.url) {
      bars.update(report)
      switch report.state {
      case .finished(let path):
        open.remove(report.url)
        bars.clear()
        try ResultOutput().announce(name: path.fileSystemBytes)
      case .failed(let error):
        open.remove(report.url)
        bars.clear()
        if further.contains(report.url), error.isOfAnotherProcess { break }
        failures.report(error)
      case .waiting, .receiving, .retrying: break
      }
      if open.isEmpty { return bars.clear() }
      bars.draw()
    }
  }

  /// The place to which the files go; absolute, for a later run in another folder.
  private func destination() throws -> DownloadDestination {
    guard intoStore else { return .folder(try RawArguments.path(to ?? ".").absolute()) }
    if let root { return .store(try RawArguments.path(root).absolute()) }
    return .store(try cache ? UserFolders.current.cachedStore : UserFolders.current.store)
  }

  private func addresses() throws -> [String] {
    var addresses: [String] = []
    for url in urls {
      if url != "-" {
        addresses.append(url)
        continue
      }
      addresses += try Self.readAddresses()
    }
    return addresses
  }

  /// The lines of standard input without blanks around them; empty ones are left out.
  private static func readAddresses() throws -> [String] {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor.standardInput.readAll(limit: mostAddressBytes, waits: true)
    } catch {
      throw CommandFailure(.problems, "standard input: the addresses cannot be read: \(error)")
    }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let text = line.drop(while: isBlank)
      return text.lastIndex { !isBlank($0) }.map { String(decoding: text[...$0], as: UTF8.self) }
    }
  }

  private func printUnfinished(_ manager: DownloadManager) async throws {
    let downloads = try await manager.unfinished().map(UnfinishedRecord.init)
    try output.write(downloads) { destination in
      try destination.writeText(downloads) { $0.append(to: &$1) }
    }
  }
}
