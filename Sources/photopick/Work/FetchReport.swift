import ArgumentParser
import PhotoDownloads
import PhotoFiles
import PhotoPicker
import SystemPackage
import Terminal

/// Prints transfers: progress on standard error, paths on standard output, and one line per error.
struct FetchReport {
  /// The format of the progress.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    /// Bars, if standard error is a terminal.
    case bars
    /// A JSON dictionary per line for each change.
    case jsonl
  }

  private let form: Form
  private var bars: FetchBars
  var failures = FailureCount()
  /// The URLs whose retries were reported.
  private var retried = Set<RemoteURL>()

  init(_ form: Form, on display: ProgressDisplay) {
    self.form = form
    bars = FetchBars(on: display)
  }

  /// Prints the progress of a file.
  ///
  /// - Parameters:
  ///   - remaining: The number of unfinished files.
  ///   - isFailure: Pass `true` if an error counts as a failure of the command.
  /// - Throws: `CommandFailure` when writing a path fails.
  mutating func show(_ progress: DownloadProgress, remaining: Int, isFailure: Bool = true) throws {
    switch form {
    case .bars: bars.update(progress)
    case .jsonl: Self.writeLine(progress)
    }
    switch progress.state {
    case .finished(let path):
      bars.clear()
      try ResultOutput().announce(name: path.fileSystemBytes)
    case .failed(let error):
      bars.clear()
      if isFailure { failures.report(error) }
    case .retrying(let reason)
    where form == .bars && progress.received == 0 && retried.insert(progress.url).inserted:
      // Report a possible typo in the port before the last retry.
      bars.clear()
      Diagnostics.note("\(progress.url): \(reason); trying again")
    case .waiting, .receiving, .retrying: break
    }
    switch form {
    case .bars where remaining > 0: bars.draw(remaining: remaining)
    case .bars: bars.clear()
    case .jsonl: break
    }
  }

  private static func writeLine(_ progress: DownloadProgress) {
    var writer = JSONWriter(layout: .recordPerLine)
    writer.beginDictionary()
    writer.entry("url", "\(progress.url)")
    writer.entry("state", name(of: progress.state))
    writer.entry("received", progress.received)
    writer.entry("total", progress.total)
    switch progress.state {
    case .finished(let path): writer.entry("path", .bytes(path.fileSystemBytes))
    case .retrying(let reason): writer.entry("reason", reason)
    case .failed(let error): writer.entry("reason", CommandFailure.line(error.failure))
    case .waiting, .receiving: break
    }
    writer.endDictionary()
    // There is no other channel to report an error.
    try? writer.drain { try FileDescriptor.standardError.writeAllWaiting($0) }
  }

  private static func name(of state: DownloadProgress.State) -> String {
    switch state {
    case .waiting: "waiting"
    case .receiving: "fetching"
    case .retrying: "retrying"
    case .finished: "finished"
    case .failed: "failed"
    }
  }
}
