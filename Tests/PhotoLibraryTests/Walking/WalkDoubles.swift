import PhotoFiles
import Synchronization
import SystemPackage
import Testing

@testable import PhotoLibrary

extension FolderChanges {
  static var none: FolderChanges { FolderChanges() }

  static var everything: FolderChanges {
    var changes = FolderChanges()
    changes.isEverything = true
    return changes
  }
}

extension FollowedFolders {
  /// Folders without a watcher, and with a clock by which all files are settled.
  init(roots: [FilePath], options: ScanOptions = ScanOptions(), cache: (any MetadataCache)? = nil) {
    let reader = AssetReader(clocks: options.clocks, cache: cache) {
      let now = FileStatus.Time.now
      return FileStatus.Time(seconds: now.seconds + 3600, nanoseconds: now.nanoseconds)
    }
    self.init(roots: roots, options: options, reader: reader, watcher: NotingWatcher())
  }
}

/// Records which folders are watched.
final class NotingWatcher: FolderWatcher {
  private let folders = Mutex<Set<FilePath>>([])
  private let onWatch: @Sendable (Folder) -> Void

  init(onWatch: @escaping @Sendable (Folder) -> Void = { _ in }) { self.onWatch = onWatch }

  var watched: Set<FilePath> { folders.withLock { $0 } }

  func watch(_ folder: Folder) throws(WatchRefusal) {
    guard (try? FileStatus(folder.path))?.kind == .directory else { throw .gone }
    folders.withLock { _ = $0.insert(folder.path) }
    onWatch(folder)
  }

  func unwatch(_ folder: Folder) { folders.withLock { _ = $0.remove(folder.path) } }
}

/// A cache in memory that records its calls.
final class RememberingCache: MetadataCache {
  private struct State {
    var folders: [Folder: KnownFolder] = [:]
    var reports: [ScanReport] = []
  }

  private let state = Mutex(State())
  private let tellsNothing: Bool
  private let delay: Duration

  /// A cache that is empty, or never returns a value, with a delay.
  init(tellsNothing: Bool = false, delay: Duration = .zero) {
    self.tellsNothing = tellsNothing
    self.delay = delay
  }

  func known(_ folder: Folder, sharing facts: SharedFacts) -> KnownFolder {
    usleep(UInt32(delay / .microseconds(1)))
    return tellsNothing ? KnownFolder() : state.withLock { $0.folders[folder] } ?? KnownFolder()
  }

  func known(_ identity: FileStatus.Identity, birth: FileStatus.Time) -> KnownFile? { nil }

  func absorb(_ reports: [ScanReport]) async {
    state.withLock { state in
      state.reports += reports
      for report in reports { Self.keep(report, in: &state.folders) }
    }
  }

  func finish() async {}

  func stop() async {}

  private static func keep(_ report: ScanReport, in folders: inout [Folder: KnownFolder]) {
    switch report {
    case .folder(let report):
      folders[report.folder, default: KnownFolder()].identity = report.identity
      folders[report.folder]?.target = report.target
      for name in report.goneFiles { folders[report.folder]?.files[known: name] = nil }
      for name in report.goneFolders {
        folders[report.folder]?.folders.removeValue(forKey: name)
        folders[Folder(report.folder.path(of: name))] = nil
      }
      let parent = Folder(report.folder.path.removingLastComponent())
      let name = FileName(unchecked: Array(report.folder.name.utf8))
      folders[parent]?.folders.updateValue(report.target, forKey: name)
    case .file(let report):
      var file = report.file
      file.isSettled = true
      folders[report.folder, default: KnownFolder()].files[known: report.name] = file
    case .unreadableFile(let folder, let name): folders[folder]?.files[known: name] = nil
    case .hiddenFolder(let folder): folders[folder] = nil
    }
  }

  /// Returns and resets the names of the files that were read.
  func takeReadFiles() -> [String] {
    takeAll().compactMap { if case .file(let report) = $0 { report.name.text } else { nil } }.sorted()
  }

  /// Returns and resets the calls as strings.
  func takeReports() -> Set<String> { Set(takeAll().map(Self.words)) }

  private func takeAll() -> [ScanReport] {
    state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  private static func words(_ report: ScanReport) -> String {
    switch report {
    case .folder(let report):
      let gone = (report.goneFiles + report.goneFolders).map(\.text).joined(separator: " ")
      return "folder \(report.folder.path)" + (gone.isEmpty ? "" : " without \(gone)")
    case .file(let report): return "file \(report.folder.path(of: report.name))"
    case .unreadableFile(let folder, let name): return "unreadable \(folder.path(of: name))"
    case .hiddenFolder(let folder): return "hidden \(folder.path)"
    }
  }
}

extension KnownFiles {
  /// The mutable entry of a file.
  fileprivate subscript(known name: FileName) -> KnownFile? {
    get { self[name] }
    set {
      let others = entries.filter { $0.name != name }
      self = KnownFiles(others + (newValue.map { [Entry(name: name, file: $0)] } ?? []))
    }
  }
}
