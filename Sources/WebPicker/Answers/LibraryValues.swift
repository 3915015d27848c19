import PhotoLibrary
import Synchronization

/// The values of the fields of a library, for the completion of queries: each field is counted when somebody first types
/// its name.
final class LibraryValues: Sendable {
  private struct State {
    var assets: [Asset] = []
    var known: [AssetField: FieldValues] = [:]
    /// Counts the libraries.
    var turn = 0
  }

  private let state = Mutex(State())

  /// Takes the photos of the library as they are now.
  func set(_ assets: [Asset]) { state.withLock { $0 = State(assets: assets, turn: $0.turn + 1) } }

  /// The values of a field; takes some tens of milliseconds for 100,000 photos.
  subscript(field: AssetField) -> FieldValues {
    let (known, assets, turn) = state.withLock { ($0.known[field], $0.assets, $0.turn) }
    if let known { return known }
    let values = FieldValues(field, in: assets)
    // The library may have changed meanwhile.
    state.withLock { if $0.turn == turn { $0.known[field] = values } }
    return values
  }
}
