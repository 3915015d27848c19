import PhotoFiles
import SystemPackage

/// A file of a list that was read.
package struct FileReading: Sendable {
  /// The path as it is written in the list.
  package let path: [UInt8]
  package let asset: Result<Asset, ScanProblem>
  /// The report for the cache, if it can store the file.
  package var report: ScanReport?
  /// The folder that contains the file; `nil` if it can't be opened.
  package var folder: Folder?
}

/// Reads files by their paths, and keeps the folder of the last one open for the next. Not thread-safe.
struct NamedFiles {
  private let reader: AssetReader
  private let sidecarFolders: SidecarFolders
  private var last: (folder: Folder, open: OpenFolder, sidecars: SidecarReader?)?

  init(_ reader: AssetReader, _ sidecarFolders: SidecarFolders) {
    self.reader = reader
    self.sidecarFolders = sidecarFolders
  }

  /// Reads a file and its sidecars. An asset of unknown format is damaged.
  mutating func read(_ path: [UInt8]) -> FileReading {
    if RemotePath.isURL(path), !RemotePath.isAddressable(path) {
      let problem = ScanProblem(
        path: FilePath(fileSystemBytes: path), reason: RemotePath.unaddressableReason)
      return FileReading(path: path, asset: .failure(problem))
    }
    return read(RootPath(FilePath(fileSystemBytes: path)), written: path)
  }

  mutating func read(_ root: RootPath, written: [UInt8] = []) -> FileReading {
    guard let name = root.name else {
      let problem = ScanProblem(path: root.path, reason: "is a folder, not a file")
      return FileReading(path: written, asset: .failure(problem))
    }
    do throws(Errno) {
      let (open, sidecars) = try folder(root.folder)
      let reading = reader.read(
        ListedFile(name: name), isNamed: true, in: root.folder, open, sidecars: sidecars)
      let asset: Result<Asset, ScanProblem> =
        switch reading.finding.outcome {
        case .asset(let asset): .success(asset)
        case .problem(let problem): .failure(problem)
        case .otherFile: .failure(ScanProblem(path: root.path, reason: "not a photo or video"))
        }
      return FileReading(path: written, asset: asset, report: reading.report, folder: root.folder)
    } catch {
      return FileReading(path: written, asset: .failure(ScanProblem(path: root.path, error)))
    }
  }

  private mutating func folder(_ folder: Folder) throws(Errno) -> (OpenFolder, SidecarReader?) {
    if let last, last.folder == folder { return (last.open, last.sidecars) }
    let open = try OpenFolder(reaching: folder.path)
    let sidecars = sidecarFolders.index(of: folder).map { SidecarReader($0, in: open) }
    last = (folder, open, sidecars)
    return (open, sidecars)
  }
}
