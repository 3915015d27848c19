import PhotoLibrary
import Synchronization

/// The numbers that identify photos to the page: browsers never send paths.
///
/// A photo keeps its number until its file changes (sidecars don't count), so browsers may cache pictures.
final class PhotoNumbers: Sendable {
  private struct State {
    var numbers: [Asset: Int] = [:]
    var assets: [Asset] = []
  }

  private let state = Mutex(State())

  /// Returns the numbers of photos, from 0, and assigns numbers to new photos.
  func numbers(of assets: some Sequence<Asset>) -> [Int] {
    state.withLock { state in
      assets.map { asset in
        if let number = state.numbers[asset] {
          state.assets[number] = asset
          return number
        }
        state.numbers[asset] = state.assets.count
        state.assets.append(asset)
        return state.assets.count - 1
      }
    }
  }

  /// Returns the photo with a number; `nil` if no page received the number.
  subscript(number: Int) -> Asset? {
    state.withLock { $0.assets.indices.contains(number) ? $0.assets[number] : nil }
  }
}
