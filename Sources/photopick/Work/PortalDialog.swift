import FoundationEssentials
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import PhotoPortal
import SystemPackage

/// The request of an app that `pick` answers. `photopick portal` writes it to a file and reads the answer from another.
///
/// It reads the answer after `pick` has ended. Without an answer, the request counts as cancelled.
struct PortalDialog {
  private static let byteLimit = 16 << 20

  let request: ChooserRequest
  private let answerFile: FilePath

  /// Reads a request.
  ///
  /// - Throws: `CommandFailure`.
  init(_ file: String) throws {
    let path = RawArguments.path(file)
    do {
      let file = try OpenFile(path)
      guard let bytes = try OwnFile(path).contents(limit: Self.byteLimit) else {
        throw Errno.noSuchFileOrDirectory
      }
      request = try JSONDecoder().decode(ChooserRequest.self, from: Data(bytes))
      answerFile = Self.answerFile(of: path)
      Self.endProcess(afterClosing: file)
    } catch {
      throw CommandFailure(.problems, "\(file): no request of an app: \(error)")
    }
  }

  /// Ends this process when the portal unlocks the file of the request or ends.
  ///
  /// A signal to a terminal doesn't reach `pick` if a server of the terminal has started it.
  private static func endProcess(afterClosing request: OpenFile) {
    // Without a portal, nothing is locked.
    do throws(Errno) {
      try request.descriptor.lock(.shared, within: .zero)
    } catch .wouldBlock {
      WorkerThread.start {
        withExtendedLifetime(request) {
          guard (try? request.descriptor.lock(.shared)) != nil else { return }
          kill(getpid(), SIGTERM)
        }
      }
    } catch {
      // A file system without locks.
    }
  }

  static func answerFile(of request: FilePath) -> FilePath {
    FilePath(fileSystemBytes: request.fileSystemBytes + Array(".answer".utf8))
  }

  // MARK: The picker

  func apply(to options: inout PickerOptions) {
    var dialog = PickerDialog()
    dialog.title = request.title
    dialog.acceptLabel = request.acceptLabel
    dialog.filters = request.filters.map { filter in
      .init(
        name: filter.name,
        predicate: filter.isForAll
          ? nil : PredicateFilter { filter.includes($0.name, of: $0.fileType) })
    }
    dialog.filter = request.filter
    dialog.choices = request.choices.map { choice in
      .init(
        identifier: choice.identifier, label: choice.label,
        options: choice.options.map { ($0.identifier, $0.label) }, selected: choice.selected)
    }
    switch request.kind {
    case .open(let isMultiple):
      options.isSingle = options.isSingle || !isMultiple
      if options.isSingle { options.policy = SelectionChecks(maximumCount: 1) }
    case .saveFile(let name): dialog.purpose = .saveFile(name: name)
    case .saveFiles(let names): dialog.purpose = .saveFiles(count: names.count)
    }
    if request.isForSaving { dialog.folders = foldersToSaveInto }
    if let folder, Self.hasPhotos(folder) { options.folder = Folder(folder) }
    options.dialog = dialog
  }

  private var folder: FilePath? {
    guard let bytes = request.folder, bytes.first == UInt8(ascii: "/"),
      // An app must not choose a server.
      !FilePath(fileSystemBytes: bytes).isRemote,
      let path = try? FilePath(fileSystemBytes: bytes).resolved(),
      (try? FileStatus(path))?.kind == .directory
    else { return nil }
    return path
  }

  /// The maximum number of examined names.
  private static let lookLimit = 10_000

  private static func hasPhotos(_ folder: FilePath) -> Bool {
    let names = (try? OpenFolder(folder).entries(includesHidden: false).entries) ?? []
    return names.prefix(lookLimit).contains { $0.kind == .regular && $0.name.hasPhotoExtension }
  }

  /// The folder that the app proposes, the user's usual folders, and the home folder.
  private var foldersToSaveInto: [FilePath] {
    let home = try? UserFolders.current.home
    let usual = home.map { home in
      ["Pictures", "Downloads", "Documents", "Desktop"].map { home.appending($0) } + [home]
    }
    let candidates = [folder].compactMap { $0 } + (usual ?? [])
    return candidates.uniqued { $0 }.filter { (try? FileStatus($0))?.kind == .directory }
  }

  // MARK: The answer

  /// Writes the answer.
  ///
  /// - Throws: `CommandFailure`.
  func answer(_ result: PickerResult, _ picked: [PickedAsset]) throws {
    do {
      let answer = ChooserAnswer(
        urls: try urls(result, picked), filter: result.dialog.filter, choices: result.dialog.choices)
      try OwnFile(answerFile).write(Array(try JSONEncoder().encode(answer)))
    } catch {
      throw CommandFailure(.problems, "the answer to the app can't be written: \(error)")
    }
  }

  private func urls(_ result: PickerResult, _ picked: [PickedAsset]) throws -> [String] {
    guard let folder = result.dialog.folder else {
      // Apps read local files.
      return try picked.map { FileURL.text(try RemoteCopy.path(of: $0.asset.path).fileSystemBytes) }
    }
    let names: [String] =
      switch request.kind {
      case .open: []
      case .saveFile: [result.dialog.name ?? ""]
      case .saveFiles(let names): names
      }
    // A name of an app must not lead out of the folder.
    return names.map { name in
      let last = Array(name.utf8).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
      let isName = !last.isEmpty && ![Array(".".utf8), Array("..".utf8)].contains(last)
      return FileURL.text(
        folder.appending(FileName(unchecked: isName ? last : Array("file".utf8))).fileSystemBytes)
    }
  }
}
