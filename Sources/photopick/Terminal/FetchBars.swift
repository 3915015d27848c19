import PhotoDownloads
import PhotoFiles
import Terminal

/// Progress bars for active transfers, and a line for the total.
struct FetchBars {
  private let display: ProgressDisplay
  private var running: [DownloadProgress] = []
  private var over = 0
  /// The bytes of finished files.
  private var bytesOver: Int64 = 0

  private static let maximumBars = 8
  private static let barWidth = 24

  init(on display: ProgressDisplay) { self.display = display }

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

  /// Redraws the bars.
  ///
  /// - Parameter remaining: The number of unfinished files.
  func draw(remaining: Int) {
    display.show { running.prefix(Self.maximumBars).map(line) + [totalLine(remaining)] }
  }

  func clear() { display.clear() }

  private func line(_ progress: DownloadProgress) -> String {
    // URLs are percent-encoded, so they are safe for terminals.
    let name = progress.url.description.split(separator: "/").last.map(String.init) ?? ""
    if case .retrying(let reason) = progress.state {
      return "\(name)  \(SafeText.escaping(reason)), trying again"
    }
    guard let total = progress.total, total > 0 else { return "\(ByteText.size(progress.received))  \(name)" }
    let share = min(1, Double(progress.received) / Double(total))
    let filled = Int(share * Double(Self.barWidth))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
    return
      "\(bar) \(Int(share * 100))%  \(ByteText.size(progress.received)) of \(ByteText.size(total))  \(name)"
  }

  private func totalLine(_ remaining: Int) -> String {
    let count = over + remaining
    let bytes = running.reduce(bytesOver) { $0 &+ $1.received }
    return "\(over) of \(count) \(count == 1 ? "file" : "files"), \(ByteText.size(bytes))"
  }
}
