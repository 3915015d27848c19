import PhotoStore
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A progress bar for each file that is being fetched and one for all of them, on a terminal's stderr.
struct FetchBars {
  private let count: Int
  private let isShown: Bool
  private let columns: Int
  private var running: [DownloadProgress] = []
  private var over = 0
  /// Bytes of the files that are over.
  private var bytesOver: Int64 = 0
  private var lines = 0
  private var lastDrawn: ContinuousClock.Instant?

  /// The most bars at once.
  private static let maximumBars = 8
  private static let barWidth = 24

  /// Bars for that many files; none where stderr is no terminal.
  init(count: Int) {
    self.count = count
    var size = winsize()
    isShown = isatty(STDERR_FILENO) == 1 && ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
    columns = size.ws_col > 20 ? Int(size.ws_col) : 80
  }

  /// Takes note of what a download is doing.
  mutating func update(_ progress: DownloadProgress) {
    running.removeAll { $0.url == progress.url }
    if progress.isOver {
      over += 1
      bytesOver += progress.received
    } else if progress.state != .waiting {
      running.append(progress)
      running.sort { $0.url.text < $1.url.text }
    }
  }

  /// Draws the bars over the old ones, at most ten times a second.
  mutating func draw() {
    let now = ContinuousClock.now
    if let lastDrawn, lastDrawn.duration(to: now) < .milliseconds(100) { return }
    guard isShown else { return }
    clear()
    lastDrawn = now
    let texts = running.prefix(Self.maximumBars).map(line) + [totalLine()]
    write(texts.map { $0.prefix(columns - 1) + "\n" }.joined())
    lines = texts.count
  }

  /// Takes the bars off the terminal, for a line that stays.
  mutating func clear() {
    guard lines > 0 else { return }
    write("\u{1B}[\(lines)A\u{1B}[J")
    lines = 0
    lastDrawn = nil
  }

  private func line(_ progress: DownloadProgress) -> String {
    // Percent-encoded text: nothing in a URL can act on the terminal.
    let name = progress.url.description.split(separator: "/").last.map(String.init) ?? ""
    if case .retrying(let reason) = progress.state { return "\(name)  \(printable(reason)), trying again" }
    guard let total = progress.total, total > 0 else { return "\(ByteText.size(progress.received))  \(name)" }
    let share = min(1, Double(progress.received) / Double(total))
    let filled = Int(share * Double(Self.barWidth))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
    return
      "\(bar) \(Int(share * 100))%  \(ByteText.size(progress.received)) of \(ByteText.size(total))  \(name)"
  }

  private func totalLine() -> String {
    let bytes = running.reduce(bytesOver) { $0 &+ $1.received }
    return "\(over) of \(count) \(count == 1 ? "file" : "files"), \(ByteText.size(bytes))"
  }

  /// Text of a server without characters that act on the terminal.
  private func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
  }

  private func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}
