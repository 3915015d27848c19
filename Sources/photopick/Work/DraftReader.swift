import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// Reads the photos of a draft.
struct DraftReader {
  let scanner: LibraryScanner
  var known: [Asset] = []
  /// The name of the list in messages.
  var list = "the draft"

  /// Returns the existing photos, numbered by position in the draft, and a problem for each missing photo.
  func read(_ paths: [[UInt8]]) -> (picked: [PickedAsset], problems: [ScanProblem]) {
    let known = Dictionary(known.map { ($0.pathBytes, $0) }, uniquingKeysWith: { first, _ in first })
    var (picked, problems) = ([PickedAsset](), [ScanProblem]())
    for (index, path) in paths.enumerated() {
      do throws(ScanProblem) {
        let asset =
          if let asset = known[path] { asset } else {
            try scanner.read(FilePath(fileSystemBytes: path))
          }
        picked.append(
          PickedAsset(
            asset: asset, number: index + 1, indexPath: ItemIndexPath(section: 0, item: index),
            groupKey: EarlierPicks.groupKey))
      } catch {
        problems.append(error.worded("photo \(index + 1) of \(list) is left out: \(error.reason)"))
      }
    }
    return (picked, problems)
  }
}
