import PhotoDownloads
import PhotoExport
import PhotoLibrary
import PhotoStore
import SystemPackage

// The examples of the articles on PhotoStore, PhotoExport and PhotoDownloads that are not in Outside.swift. They are compiled
// but not run.

func keepOnce(_ path: FilePath, in store: ImageStore) throws {
  do throws(StoreError) {
    let name = try store.put(.file(path), name: StoreName("2014/beach.jpg"))
    print(try store.files.path(of: name))
  } catch .nameTaken(let name, _) {
    print("\(name) already exists")
  }
}

func rename(_ name: StoreName, in store: FileStore) throws(StoreError) {
  try store.rename(name, to: StoreName("2014/Dunes/beach.jpg"))
  for name in try store.list() { print(name) }
}

func copyByYear(_ assets: [Asset], to folder: FilePath) async throws {
  let items = assets.map { asset in
    let year = asset.wallTime.map { "\($0.parts.year)/" } ?? ""
    return ExportItem(
      source: asset.path, path: ExportPath(Array(year.utf8) + asset.name.bytes), companions: .sidecars)
  }
  let plan = try await ExportPlan(items)
  let result = try await Exporter(to: folder).run(plan)
  for file in result.files { print(file.outcome, file.destination) }
  for problem in result.problems { print(problem) }
}

func takeBackExport() throws {
  if let undone = try Exporter.undoLast() {
    print("\(undone.removed.count) removed, \(undone.restored.count) back in place")
  }
}

func fetch(_ address: String, to folder: FilePath) async throws {
  let manager = try DownloadManager()
  do throws(DownloadError) {
    let url = try RemoteURL(address)
    try await manager.start(url, to: .folder(folder))
    print(try await manager.file(of: url))
  } catch {
    print(error)
  }
}

func goOn(with manager: DownloadManager) async throws {
  for url in try await manager.resume() {
    print(url, try await manager.file(of: url))
  }
}

func printProgress(of manager: DownloadManager) async {
  for await download in manager.progress {
    print(download.url, download.received, download.total ?? 0)
  }
}
