import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Synchronization

/// The numbers by which the page names photos: no path ever comes from a browser.
///
/// A photo has one number as long as its file stays the same, whatever is written down about it, so that a browser may
/// keep its pictures.
final class PhotoNumbers: Sendable {
  private struct Key: Hashable {
    let photo: PhotoKey
    let modified: FileStatus.Time
    let size: Int64

    init(_ asset: Asset) {
      (photo, modified, size) = (PhotoKey(asset), asset.modified, asset.fileSize)
    }
  }

  private struct State {
    var numbers: [Key: Int] = [:]
    var assets: [Asset] = []
  }

  private let state = Mutex(State())

  /// The numbers of photos, from 0. Those of new photos are made.
  func numbers(of assets: some Sequence<Asset>) -> [Int] {
    state.withLock { state in
      assets.map { asset in
        let key = Key(asset)
        if let number = state.numbers[key] {
          state.assets[number] = asset
          return number
        }
        state.numbers[key] = state.assets.count
        state.assets.append(asset)
        return state.assets.count - 1
      }
    }
  }

  /// The photo of a number; `nil` if no page was told of it.
  subscript(number: Int) -> Asset? {
    state.withLock { $0.assets.indices.contains(number) ? $0.assets[number] : nil }
  }
}
