import PhotoLibrary
import Terminal

extension ProgressDisplay {
  /// Shows how far a scan is.
  func show(_ progress: ScanProgress) {
    show("Reading… \(progress.assets) photos in \(progress.folders) folders (Ctrl-C cancels)")
  }
}
