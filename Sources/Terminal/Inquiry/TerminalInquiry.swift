import PhotoFiles

/// Questions to a terminal about what it can do, and its answers.
///
/// A value that takes tokens of the terminal until the answers are complete. `ask` is for programs that read nothing
/// else meanwhile; a program that takes keys sends `questions` itself and passes on what is no input.
public struct TerminalInquiry: Sendable {
  /// What a terminal can do.
  public struct Findings: Sendable, Hashable {
    public let graphics: TerminalGraphics
    /// True if the terminal can be told to show a frame at once (private mode 2026).
    public let synchronizesUpdates: Bool
    /// True if the terminal was asked and did not answer in time, so that answers may still come.
    public let mayAnswerLate: Bool
  }

  /// How many bytes of answers are read at most; a terminal that sends more is no terminal.
  private static let byteLimit = 64 * 1024

  private let environment: TerminalEnvironment
  private let device: TerminalDevice
  private let isAsked: Bool
  private var answers = TerminalAnswers()

  package init(_ environment: TerminalEnvironment, of device: TerminalDevice) {
    self.environment = environment
    self.device = device
    isAsked = environment.maySendQueries && device.canAnswer
  }

  /// The bytes to send to the terminal; none if it may not be asked.
  package var questions: [UInt8] { isAsked ? TerminalQuery.synchronization + TerminalQuery.bytes : [] }

  /// True once the last question was answered.
  package var isComplete: Bool { answers.areComplete }

  package mutating func take(_ token: TerminalToken) { answers.take(token) }

  /// What is known by now; without answers, what the environment tells.
  package var findings: Findings {
    let cell = answers.cellSize(TerminalWindow(of: device.output)?.size) ?? device.cellSize
    let graphics = TerminalGraphics(
      mode: environment.isDumb ? .none : answers.mode(environment), colors: answers.colors(environment),
      cellSize: cell, sixelLimit: answers.sixelLimit)
    return Findings(
      graphics: graphics, synchronizesUpdates: answers.synchronizesUpdates,
      mayAnswerLate: isAsked && !answers.areComplete)
  }

  /// Asks a terminal what it can show, and waits for the answers.
  ///
  /// It is asked for its primary device attributes, its name and version, the size of its cells and of its largest
  /// sixel picture, and whether it understands kitty's graphics. Meanwhile it echoes nothing, and whatever is typed
  /// is taken for answers. A job in the background asks nothing.
  ///
  /// If answers may come late, the terminal stays quiet until `device.leave(discardingInput:)`; otherwise it is as it
  /// was.
  ///
  /// - Parameter timeout: how long to wait; terminals that answer are left earlier.
  public static func ask(
    _ device: TerminalDevice, environment: TerminalEnvironment, timeout: Duration
  ) -> Findings {
    var inquiry = TerminalInquiry(environment, of: device)
    guard inquiry.isAsked, (try? device.enter(.quiet)) != nil else { return inquiry.findings }
    device.write(TerminalQuery.bytes)
    inquiry.readAnswers(until: .now + timeout)
    device.write(TerminalQuery.cleaning)
    if inquiry.isComplete { device.leave() }
    return inquiry.findings
  }

  private mutating func readAnswers(until end: ContinuousClock.Instant) {
    var tokenizer = TerminalTokenizer()
    var left = Self.byteLimit
    while left > 0, !isComplete {
      let rest = end - .now
      guard rest > .zero else { return }
      // One byte at a time: what follows the last answer is for the next reader.
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

/// The questions that a terminal is asked.
enum TerminalQuery {
  /// The number that kitty's answer repeats.
  static let imageIdentifier = 31

  /// All questions. Primary device attributes (DA1, ECMA-48, 8.3.24) come last: every terminal answers them, and
  /// answers come in the order of the questions.
  ///
  /// Inside of tmux and Screen it is they who answer. They do not know of a picture that they pass on to the terminal
  /// behind them, and do not scroll it with the text, so nothing is sent through them.
  static let bytes = Array((version + cellSize + windowSize + sixelLimit + kitty + deviceAttributes).utf8)

  /// Asks whether a frame can be shown at once: DECRQM of private mode 2026.
  static let synchronization = Array("\u{1B}[?2026$p".utf8)

  /// Takes away what a terminal shows that does not know a question.
  static let cleaning = Array("\r\u{1B}[K".utf8)

  /// XTVERSION of xterm.
  private static let version = "\u{1B}[>q"
  /// The size of a cell and of the window in pixels (XTWINOPS of xterm).
  private static let cellSize = "\u{1B}[16t"
  private static let windowSize = "\u{1B}[14t"
  /// The largest sixel picture now, at most that of the window, and at any time (XTSMGRAPHICS of xterm).
  private static let sixelLimit = "\u{1B}[?2;1;0S\u{1B}[?2;4;0S"
  /// A query for a picture of one pixel ("Querying support and available transmission mediums").
  private static let kitty = "\u{1B}_Gi=\(imageIdentifier),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let deviceAttributes = "\u{1B}[c"
}
