import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Writes the photos of a list to a new catalog.
///
///     var builder = try CatalogBuilder(file)
///     try await scanner.read(arriving: next) { await builder.add($0) } whenWaiting: {}
///     try await builder.finish()
package struct CatalogBuilder {
  /// The number of folders to remember. Others are written again, which changes nothing.
  private static let folderCount = 64 * 1024
  /// The number of findings that are passed on at a time.
  private static let reportCount = 256

  /// The scanner's cache, which contains nothing yet.
  package let catalog: Catalog
  private var folders = Set<Folder>()
  private var reports: [ScanReport] = []

  /// - Parameter file: A missing or empty file.
  /// - Throws: `CatalogUnavailable`.
  package init(_ file: FilePath) throws(CatalogUnavailable) { catalog = try Catalog(CatalogLocation(file)) }

  package mutating func add(_ reading: FileReading) async {
    guard let report = reading.report else { return }
    if let folder = reading.folder { add(folder) }
    reports.append(report)
    guard reports.count >= Self.reportCount else { return }
    await catalog.absorb(reports)
    reports = []
  }

  /// Writes the rest and closes the catalog.
  ///
  /// - Throws: `CatalogUnavailable` if a photo could not be written.
  package mutating func finish() async throws {
    await catalog.absorb(reports)
    reports = []
    try await catalog.close()
  }

  /// Writes a folder and its parents, so that queries on them find the photo. Nothing is known about their other files.
  private mutating func add(_ folder: Folder) {
    if folders.count > Self.folderCount { folders = [] }
    var folder = folder
    while folders.insert(folder).inserted, let status = try? FileStatus(folder.path) {
      let real = try? folder.path.resolved()
      reports.append(
        .folder(
          ScanReport.FolderReport(
            folder: folder, identity: status.identity, target: real == folder.path ? nil : real)))
      guard !folder.path.components.isEmpty else { return }
      folder = Folder(folder.path.removingLastComponent())
    }
  }
}
