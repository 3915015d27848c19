import PhotoDownloads
import PhotoFiles
import SystemPackage

/// A transfer in the background: another instance of photopick in a new session, which survives the terminal.
///
/// It starts once the parent has queued URLs under the identity of the instance. URLs may contain passwords, so they
/// are stored in the records and never passed as arguments.
struct BackgroundFetch {
  /// The identity under which URLs are queued.
  let identity: ProcessIdentity
  private let channel: ProcessChannel
  /// The timeout for the start of the instance.
  private static let patience = Duration.seconds(60)

  /// Starts the instance.
  ///
  /// - Parameter options: The options of `fetch`, including the option that makes it call `serve`.
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

  /// Starts the queued transfers. Unless this is called, the instance exits with the parent.
  ///
  /// - Throws: `CommandFailure` if the instance exited or doesn't respond.
  func begin() throws {
    do throws(Errno) {
      try channel.send(UInt8(1))
      var answer: UInt8 = 0
      try channel.receive(into: &answer, within: Self.patience)
    } catch {
      throw CommandFailure(.problems, "the process in the background doesn't begin: \(error)")
    }
  }

  /// Fetches the queue of the parent. The records store errors.
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
