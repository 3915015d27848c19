import Foundation
import SystemPackage
import TestSupport
import Testing

/// A running `photopick watch` whose output a test reads.
final class WatchProcess {
  private let photopick: Photopick
  private let view: [String]
  private let run: BackgroundRun

  init(_ photopick: Photopick, _ view: [String] = []) throws {
    self.photopick = photopick
    self.view = view
    run = try BackgroundRun(photopick, ["watch", "--no-catalog"] + view)
  }

  /// The complete lines so far.
  var lines: [ArraySlice<UInt8>] {
    let bytes = run.output
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return bytes[...end].split(separator: UInt8(ascii: "\n"))
  }

  /// The output on stderr so far.
  var diagnostics: [UInt8] { run.errors }

  /// Blocks until the first line.
  func waitForLine() async throws {
    var patience = Patience()
    while lines.isEmpty, !patience.isOver() { try await Task.sleep(for: .milliseconds(10)) }
    try #require(!lines.isEmpty)
  }

  func send(_ signal: Int32) { run.send(signal) }

  /// The exit status, or 128 plus the signal number; `nil` if it doesn't exit within a minute.
  func status() async throws -> Int? { try await run.status() }

  /// Replays lines until the result equals the output of `browse`; returns `false` after a timeout.
  func replay(into replay: inout WatchReplay) async throws -> Bool {
    // The folder doesn't change in the meantime.
    let browse = try photopick.runAll(["browse", "--jsonl", "--no-catalog"] + view)
    let records = try browse.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
    }
    var patience = Patience()
    while !patience.isOver() {
      for line in lines.dropFirst(replay.lineCount) { try replay.apply(Data(line)) }
      if replay.records == records { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }
}
