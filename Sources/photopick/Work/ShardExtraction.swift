import PhotoCatalog
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// Reads the photos of a shard, and writes their records and a catalog into a folder.
struct ShardExtraction: Sendable {
  /// The maximum size of a summary, in bytes.
  private static let longestSummary = 64 * 1024

  let shard: ListShard
  let folder: FilePath

  /// Reads the shard unless its summary exists, and prints the summary.
  ///
  /// - Throws: `CommandFailure` if a file can't be written; `CatalogUnavailable`; `PathStream.Failure`;
  ///   `CancellationError`. The summary then doesn't exist.
  func run(_ source: PathStream.Source) async throws {
    var summary = ExtractionSummary(shard: shard)
    do {
      try OpenFolder.make(folder, mode: 0o777)
      let open = try OpenFolder(folder)
      if let earlier = try earlierSummary(in: open) {
        return Diagnostics.note("photopick: shard \(shard) is complete: \(earlier)")
      }
      try await extract(source, into: open, &summary)
    } catch {
      if summary.seen > 0 { Diagnostics.error("incomplete: \(summary)") }
      guard let error = error as? Errno else { throw error }
      throw CommandFailure(.problems, "\(folder.string): cannot be written: \(error)")
    }
    Diagnostics.note("photopick: \(summary)")
  }

  private func extract(
    _ source: PathStream.Source, into open: OpenFolder, _ summary: inout ExtractionSummary
  ) async throws {
    let (start, before) = (ContinuousClock.now, ReadingCount.ofProcess)
    let records = try PendingFile(in: open)
    let database = try PendingFile(in: open, purpose: .database)
    guard let hidden = database.hiddenPath(in: folder) else { throw Errno.invalidArgument }
    var builder = try CatalogBuilder(hidden)
    let gzip = try GzipEncoder()
    let write: ResultOutput.Write = { try records.descriptor.writeAllWaiting($0) }
    var writer = JSONWriter(layout: .recordPerLine)
    let paths = PathStream(
      [source], where: { [shard] in shard.contains($0) }, note: PathArguments.note)
    let scanner = LibraryScanner(options: ScanOptions(), catalog: builder.catalog)
    var servers = RespondingServers()
    try await scanner.read(arriving: { try await paths.next() }) { reading in
      summary.count(reading)
      try servers.check(reading)
      switch reading.asset {
      case .success(let asset): AssetRecord(asset).write(to: &writer)
      case .failure(let problem): FileProblem(reading, problem).write(to: &writer)
      }
      await builder.add(reading)
      if writer.pendingByteCount >= ResultOutput.chunkCount { try writer.drain { try gzip.add($0, write) } }
    }
    try writer.drain { try gzip.add($0, write) }
    try gzip.finish(write)
    try await builder.finish()
    summary.duration = .now - start
    summary.reading = .ofProcess.since(before)
    try records.finish(as: name(.records), .replacing, durability: .content)
    try database.finish(as: name(.catalog), .replacing, durability: .content)
    let done = try PendingFile(in: open)
    try done.write(summary.json)
    try done.finish(as: name(.summary), .replacing, durability: .contentAndName)
  }

  private enum Part: String, CaseIterable {
    case records = ".jsonl.gz"
    case catalog = ".sqlite"
    case summary = ".done.json"
  }

  private func name(_ part: Part) -> FileName {
    FileName(unchecked: Array("part-\(shard.index)-of-\(shard.count)\(part.rawValue)".utf8))
  }

  /// Returns the summary of a complete shard.
  private func earlierSummary(in open: OpenFolder) throws -> String? {
    for part in Part.allCases {
      guard try open.status(of: name(part))?.kind == .regular else { return nil }
    }
    let file = try OpenFile(name(.summary), in: open, followsLinks: false)
    let bytes = try withExtendedLifetime(file) { try file.descriptor.readAll(limit: Self.longestSummary) }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

/// The servers from which photos were read.
private struct RespondingServers {
  private var servers: Set<String> = []

  /// Throws if a server is lost after photos were read from it: an outage must not become a complete shard of failures.
  /// For a server that has never responded, each photo has a problem.
  mutating func check(_ reading: FileReading) throws(CommandFailure) {
    switch reading.asset {
    case .success(let asset): if let server = RemotePath(asset.path)?.server { servers.insert(server) }
    case .failure(let problem):
      guard problem.isOfServer, let server = RemotePath(problem.path)?.server, servers.contains(server)
      else { return }
      throw CommandFailure(.problems, "\(problem); run the command again when the server is back")
    }
  }
}

/// The numbers of an extraction.
struct ExtractionSummary: Sendable, CustomStringConvertible {
  /// The maximum number of different causes; further ones are counted together.
  private static let causeCount = 64

  let shard: ListShard
  /// The number of photos of the list that belong to the shard.
  private(set) var seen = 0
  private(set) var read = 0
  private(set) var failures: [String: Int] = [:]
  /// The bytes read, of which most photos need few, and the requests to servers.
  var reading = ReadingCount.none
  var duration = Duration.zero

  init(shard: ListShard) { self.shard = shard }

  mutating func count(_ reading: FileReading) {
    seen += 1
    switch reading.asset {
    case .success: read += 1
    case .failure(let problem):
      let isKnown = failures[problem.reason] != nil || failures.count < Self.causeCount
      failures[isKnown ? problem.reason : "other causes", default: 0] += 1
    }
  }

  private var causes: [(cause: String, count: Int)] {
    failures.map { (cause: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.cause) < ($0.count, $1.cause) }
  }

  var description: String {
    let failed = causes.map { "\($0.count) × \($0.cause)" }.joined(separator: ", ")
    return "shard \(shard): \(seen) photos, \(read) read, \(seen - read) failed"
      + (failed.isEmpty ? "" : " (\(failed))")
  }

  /// A JSON dictionary and a line break.
  var json: [UInt8] {
    var writer = JSONWriter(layout: .recordPerLine)
    writer.beginDictionary()
    writer.entry("shard", Int64(shard.index))
    writer.entry("of", Int64(shard.count))
    writer.entry("seen", Int64(seen))
    writer.entry("read", Int64(read))
    writer.entry("failed", Int64(seen - read))
    writer.key("causes")
    writer.beginArray()
    for (cause, count) in causes {
      writer.beginDictionary()
      writer.entry("cause", cause)
      writer.entry("count", Int64(count))
      writer.endDictionary()
    }
    writer.endArray()
    writer.entry("bytes", reading.bytes)
    writer.entry("requests", reading.requests)
    writer.entry("seconds", (duration / .milliseconds(1)).rounded() / 1000)
    writer.endDictionary()
    return writer.take()
  }
}
