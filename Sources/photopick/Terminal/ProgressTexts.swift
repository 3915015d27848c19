import PhotoExport
import PhotoFiles
import PhotoLibrary
import Terminal

extension ProgressDisplay {
  func show(_ progress: ScanProgress) {
    show("Reading… \(progress.assets) photos in \(progress.folders) folders (Ctrl-C cancels)")
  }
}

/// The progress of an export: files, bytes, rate and remaining time.
struct ExportProgressLine: Sendable {
  let line = ProgressDisplay()
  private let start = ContinuousClock.now

  func show(_ progress: ExportProgress) { line.show(text(progress, after: .now - start)) }

  private func text(_ progress: ExportProgress, after elapsed: Duration) -> String {
    var text = "\(progress.files) of \(progress.fileCount) files · "
    text += "\(ByteText.size(progress.bytes)) of \(ByteText.size(progress.byteCount))"
    let seconds = elapsed / .seconds(1)
    let rate = Double(progress.bytes) / max(seconds, 0.001)
    if seconds > 1, rate > 0 {
      text += " · \(ByteText.size(Int64(rate)))/s"
      text += " · \(ByteText.time(seconds: Double(progress.byteCount - progress.bytes) / rate)) left"
    }
    return text + " (Ctrl-C stops)"
  }
}
