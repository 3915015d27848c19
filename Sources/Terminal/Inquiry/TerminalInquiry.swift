import PhotoFiles

/// Queries the capabilities of a terminal.
///
/// Consumes tokens until the replies are complete. `ask` reads the terminal itself; an application that reads input
/// sends `questions` and passes on the tokens that aren't input.
///
///     var inquiry = TerminalInquiry.ask(device, environment: .ofProcess, timeout: .milliseconds(200))
///     defer { inquiry.finish() }
public struct TerminalInquiry: Sendable {
  public struct Findings: Sendable, Hashable {
    public let graphics: TerminalGraphics
    /// Whether the terminal supports synchronized updates (private mode 2026).
    public let synchronizesUpdates: Bool
    /// A Boolean value indicating whether replies are overdue and may still arrive.
    public let mayAnswerLate: Bool
  }

  private static let byteLimit = 64 * 1024
  /// How long after the queries overdue replies are awaited at the end.
  private static let lateAnswerTime = Duration.seconds(1)

  private let environment: TerminalEnvironment
  private let device: TerminalDevice
  private var isAsked: Bool
  private let created = ContinuousClock.now
  private var answers = TerminalAnswers()

  package init(_ environment: TerminalEnvironment, of device: TerminalDevice) {
    self.environment = environment
    self.device = device
    isAsked = environment.maySendQueries && device.canAnswer
  }

  /// The bytes to send; empty if the terminal can't be queried.
  package var questions: [UInt8] { isAsked ? TerminalQuery.synchronization + TerminalQuery.bytes : [] }

  /// `true` once the reply to the last query has arrived.
  package var isComplete: Bool { answers.areComplete }

  package mutating func take(_ token: TerminalToken) { answers.take(token) }

  /// The capabilities known so far, initially from the environment.
  public var findings: Findings {
    let cell = answers.cellSize(TerminalWindow(of: device.output)?.size) ?? device.cellSize
    let graphics = TerminalGraphics(
      mode: environment.isDumb ? .none : answers.mode(environment), colors: answers.colors(environment),
      cellSize: cell, sixelLimit: answers.sixelLimit)
    return Findings(
      graphics: graphics, synchronizesUpdates: answers.synchronizesUpdates,
      mayAnswerLate: isAsked && !answers.areComplete)
  }

  /// Queries the graphics protocols of a terminal, and returns after the replies or the timeout.
  ///
  /// Requests the primary device attributes, the version, the cell size, the largest sixel picture, and
  /// support for kitty's graphics. The terminal doesn't echo in the meantime, and typed input is discarded. A
  /// background job sends no queries.
  ///
  /// If replies are overdue, the terminal remains in quiet mode until `finish()`.
  ///
  /// - Parameters:
  ///   - device: The terminal.
  ///   - environment: The environment variables of the terminal.
  ///   - timeout: The maximum time to wait for replies.
  public static func ask(
    _ device: TerminalDevice, environment: TerminalEnvironment, timeout: Duration
  ) -> TerminalInquiry {
    var inquiry = TerminalInquiry(environment, of: device)
    inquiry.isAsked = inquiry.isAsked && (try? device.enter(.quiet)) != nil
    guard inquiry.isAsked else { return inquiry }
    device.write(TerminalQuery.bytes)
    inquiry.readAnswers(until: .now + timeout)
    device.write(TerminalQuery.cleaning)
    if inquiry.isComplete { device.leave() }
    return inquiry
  }

  /// Resets the terminal after `ask`. Within a second of the queries, waits for overdue replies, which a shell would take
  /// for typed text. Discards what is typed before them.
  public mutating func finish() {
    readLateAnswers(since: created)
    device.leave(discardingInput: findings.mayAnswerLate)
  }

  /// Reads overdue replies until a second after the queries.
  mutating func readLateAnswers(since asked: ContinuousClock.Instant) {
    if findings.mayAnswerLate { readAnswers(until: asked + Self.lateAnswerTime) }
  }

  /// Reads until the replies are complete or the deadline has passed; discards other input.
  private mutating func readAnswers(until end: ContinuousClock.Instant) {
    var tokenizer = TerminalTokenizer()
    var left = Self.byteLimit
    while left > 0, !isComplete {
      let rest = end - .now
      guard rest > .zero else { return }
      // Read single bytes: input after the last reply belongs to the next reader.
      switch device.next(within: Int(rest / .milliseconds(1)) + 1, limit: 1) {
      case .bytes(let bytes):
        for token in bytes.compactMap({ tokenizer.take($0) }) { take(token) }
        left -= bytes.count
      case .silence, .signal: break
      case .hangup: return
      }
    }
  }
}

enum TerminalQuery {
  /// The identifier in the reply of kitty.
  static let imageIdentifier = 31

  /// All queries. The primary device attributes (DA1, ECMA-48, 8.3.24) come last, since every terminal replies to
  /// them and replies arrive in order.
  ///
  /// tmux and Screen reply themselves. Queries aren't passed through, since these multiplexers don't track and scroll
  /// pictures of the outer terminal.
  static let bytes = Array((version + cellSize + windowSize + sixelLimit + kitty + deviceAttributes).utf8)

  /// Requests private mode 2026, synchronized updates (DECRQM).
  static let synchronization = Array("\u{1B}[?2026$p".utf8)

  /// Erases queries that the terminal displayed.
  static let cleaning = Array("\r\u{1B}[K".utf8)

  /// XTVERSION (xterm).
  private static let version = "\u{1B}[>q"
  /// The cell and window size in pixels (XTWINOPS).
  private static let cellSize = "\u{1B}[16t"
  private static let windowSize = "\u{1B}[14t"
  /// The maximum sixel size for the current window, and in general (XTSMGRAPHICS).
  private static let sixelLimit = "\u{1B}[?2;1;0S\u{1B}[?2;4;0S"
  /// Queries support with a single-pixel picture ("Querying support and available transmission mediums").
  private static let kitty = "\u{1B}_Gi=\(imageIdentifier),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let deviceAttributes = "\u{1B}[c"
}
