import PhotoDownloads
import PhotoFiles
import SystemPackage

/// A process that fetches in the background: this program, started once more, in a session of its own, which no closed
/// terminal ends.
///
/// It waits until the process that starts it has queued the downloads under its identity. URLs, which may contain
/// passwords, are therefore only in the records of the downloads, and in no list of arguments.
struct BackgroundFetch {
  /// The identity under which downloads are queued for the process.
  let identity: ProcessIdentity
  private let channel: ProcessChannel
  /// How long the process may take to begin.
  private static let patience = Duration.seconds(60)

  /// Starts the process.
  ///
  /// - Parameter options: the options that the process needs; among them the one with which it calls `serve`.
  /// - Throws: `CommandFailure`.
  init(options: [String]) throws {
    do {
      guard let program = Program.own else { throw Errno.noSuchFileOrDirectory }
      let (own, other) = try ProcessChannel.pair()
      let arguments = ["fetch"] + options
      identity = try Program(program, arguments: arguments.map { Array($0.utf8) })
        .start(input: other.descriptor).identity
      channel = own
    } catch {
      throw CommandFailure(.problems, "no process can be started in the background: \(error)")
    }
  }

  /// Has the process begin with what was queued for it. Without that it ends with this process.
  ///
  /// - Throws: `CommandFailure` if it has ended or doesn't answer.
  func begin() throws {
    do throws(Errno) {
      try channel.send(UInt8(1))
      var answer: UInt8 = 0
      try channel.receive(into: &answer, within: Self.patience)
    } catch {
      throw CommandFailure(.problems, "the process in the background doesn't begin: \(error)")
    }
  }

  /// Fetches what the process that started this one has queued for it. Errors go into the records of the downloads.
  static func serve(_ manager: DownloadManager) async throws {
    signal(SIGHUP, SIG_IGN)
    let channel = ProcessChannel(owning: .standardInput)
    defer { withExtendedLifetime(channel) {} }
    var word: UInt8 = 0
    do throws(Errno) {
      try channel.receive(into: &word)
      try channel.send(word)
    } catch {
      return
    }
    let progress = manager.progress
    var open = Set(try await manager.resumeQueue(of: .own))
    guard !open.isEmpty else { return }
    for await report in progress where report.isOver {
      open.remove(report.url)
      if open.isEmpty { return }
    }
  }
}
