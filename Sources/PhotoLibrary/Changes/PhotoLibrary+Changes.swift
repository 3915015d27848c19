extension PhotoLibrary {
  /// The library as it stands and then each change of it, as its folders change.
  ///
  ///     for try await change in library.changes() {
  ///       for album in change.insertedAlbums { print("new album: \(album.name)") }
  ///     }
  ///
  /// - Parameters:
  ///   - onNotice: told once which folders cannot be watched and are looked through every few seconds.
  ///   - onProgress: called often while the library is read the first time.
  ///   - onPart: called now and then meanwhile with what was found so far, in order; each time after a longer while.
  public nonisolated func changes(
    onNotice: @escaping @Sendable (WatchNotice) -> Void = { _ in },
    onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    onPart: (@Sendable (LibrarySnapshot) async -> Void)? = nil
  ) -> LibraryChanges {
    LibraryChanges(library: self, onNotice: onNotice, onProgress: onProgress, onPart: onPart)
  }
}

/// The changes of a library, as a sequence that anyone may iterate any number of times.
///
/// - Each iteration reads the library, begins with the state as it stands, and watches from then on.
/// - Each change leads from the state told before it to its own; the library's `snapshot()` is that state or a
///   later one.
/// - Changes that happen while the loop's body runs are gathered into one. No queue grows.
/// - The iteration ends when its task is cancelled; a task cancelled while it reads throws
///   `CancellationError`.
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
