extension PhotoLibrary {
  /// Returns the current state of the library, followed by each change.
  ///
  ///     for try await change in library.changes() {
  ///       for album in change.insertedAlbums { print("new album: \(album.name)") }
  ///     }
  ///
  /// - Parameters:
  ///   - onNotice: Called once for each reason why folders are polled instead of watched.
  ///   - onProgress: Called often during the first read.
  ///   - onPart: Called during the first read with partial results in order, at increasing intervals.
  public nonisolated func changes(
    onNotice: @escaping @Sendable (WatchNotice) -> Void = { _ in },
    onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) -> LibraryChanges {
    LibraryChanges(library: self, onNotice: onNotice, onProgress: onProgress, onPart: onPart)
  }
}

/// A sequence of the changes of a library. It can be iterated any number of times.
///
/// - Each iteration reads the library, yields the current state, and watches from then on.
/// - Each change leads from the previously yielded state to its own snapshot; the library's `snapshot()` is this
///   state or a later one.
/// - Changes that occur while the loop body runs are merged into one, so memory stays bounded.
/// - Cancelling the task terminates the iteration, or throws `CancellationError` during a read.
public struct LibraryChanges: AsyncSequence, Sendable {
  let library: PhotoLibrary
  let onNotice: @Sendable (WatchNotice) -> Void
  let onProgress: @Sendable (ScanProgress) -> Void
  let onPart: (@Sendable (LibrarySnapshot) async -> Void)?

  public func makeAsyncIterator() -> AsyncIterator {
    let follower = LibraryFollower(
      roots: library.roots, options: library.scanner.options, cache: library.scanner.cache, onNotice: onNotice
    )
    return AsyncIterator(sequence: self, follower: follower)
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let sequence: LibraryChanges
    fileprivate var follower: LibraryFollower

    public mutating func next() async throws -> LibraryChange? {
      let change = try await follower.next(onProgress: sequence.onProgress, onPart: sequence.onPart)
      guard let change else { return nil }
      await sequence.library.keep(change.snapshot)
      return change
    }
  }
}
