import GRDB
import PhotoLibrary
import Synchronization

/// A data source that always contains the sections and items of a database request.
///
/// ```swift
/// let source = FetchedDataSource(
///   SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date]) {
///     CatalogPhoto.all()
///   }, in: reader)
/// for try await update in source.updates() {
///   print("\(update.snapshot.numberOfItems) photos")
/// }
/// ```
///
/// Creating a data source reads nothing. ``reload()`` fetches once, and ``updates()`` observes the database while any
/// task iterates it. All iterators share one observation. On a ``CatalogReader``, the data source notices the changes of
/// other processes within half a second. On another database, call ``reload()`` to fetch these changes, or
/// `Database.notifyChanges(in:)` to announce them.
///
/// Thread-safe: no lock is held during a fetch. States are published in the order in which the database had them; a fetch that
/// was overtaken is discarded.
public final class FetchedDataSource<Section: SnapshotElement, Item: SnapshotElement>: SectionedDataSource {
  private let reader: any DatabaseReader
  private let otherProcesses: OtherProcesses?
  private let store: SnapshotStore<Section, Item>
  private let fetching: Mutex<Fetching>

  /// The current work. An observation and separate fetches never run at the same time, so no older state is published after
  /// a newer one.
  private struct Fetching {
    var request: SectionedRequest<Section, Item>
    var window: ItemWindow
    var followers = 0
    /// Whether iterators received an empty list from `reset()`.
    var isReset = false
    /// Whether iterators reload everything with the next state.
    var reloadsNext = false

    var fetchesUnderWay = 0
    /// The number of the last fetch. The results of older fetches are discarded.
    var lastFetch = 0

    var isObserving = false
    var observation: AnyDatabaseCancellable?
    /// The task that notifies the observation of external changes.
    var watch: Task<Void, Never>?
    /// The number of the last observation. Values of older observations are discarded.
    var lastObservation = 0

    /// Ends the observation and returns it, so that the caller cancels it after releasing the lock.
    mutating func endObservation() -> AnyDatabaseCancellable? {
      defer { observation = nil }
      watch?.cancel()
      watch = nil
      isObserving = false
      lastObservation += 1
      return observation
    }
  }

  /// Creates a data source that is empty until ``reload()`` or ``updates()`` is called.
  ///
  /// - Parameters:
  ///   - request: The items and sections.
  ///   - reader: A database queue or pool.
  ///   - window: The offset and limit of the fetched items.
  ///   - reloadsAll: The initial value of ``reloadsAll``.
  public convenience init(
    _ request: SectionedRequest<Section, Item>, in reader: any DatabaseReader, window: ItemWindow = .all,
    reloadsAll: Bool = false
  ) {
    self.init(request, in: reader, watching: nil, window: window, reloadsAll: reloadsAll)
  }

  /// Creates a data source on a catalog, which also observes the changes of other processes.
  ///
  /// - Parameters:
  ///   - request: The items and sections, such as of ``CatalogPhoto``.
  ///   - catalog: The catalog, which the data source retains.
  ///   - window: The offset and limit of the fetched items.
  ///   - reloadsAll: The initial value of ``reloadsAll``.
  public convenience init(
    _ request: SectionedRequest<Section, Item>, in catalog: CatalogReader, window: ItemWindow = .all,
    reloadsAll: Bool = false
  ) {
    self.init(
      request, in: catalog.pool, watching: catalog.otherProcesses, window: window, reloadsAll: reloadsAll)
  }

  private init(
    _ request: SectionedRequest<Section, Item>, in reader: any DatabaseReader,
    watching otherProcesses: OtherProcesses?, window: ItemWindow, reloadsAll: Bool
  ) {
    self.reader = reader
    self.otherProcesses = otherProcesses
    store = SnapshotStore(reloadsAll: reloadsAll)
    fetching = Mutex(Fetching(request: request, window: window))
  }

  /// The last fetched state.
  public var snapshot: SectionedSnapshot<Section, Item> { store.snapshot }

  /// The offset and limit of the fetched items; see ``setWindow(_:)``.
  public var window: ItemWindow { fetching.withLock { $0.window } }

  /// Whether each change reloads everything instead of applying a batch of updates.
  public var reloadsAll: Bool {
    get { store.reloadsAll }
    set { store.reloadsAll = newValue }
  }

  /// Fetches all items again. Iterators receive a reload.
  ///
  /// - Throws: The error of the database or of decoding a row. The snapshot remains the same.
  public func reload() async throws {
    try await fetch { $0.reloadsNext = true }
  }

  /// Fetches another part of the items. Iterators receive the smallest batch of updates that leads to it.
  ///
  /// - Throws: The error of the database or of decoding a row. The snapshot remains the same, and the next fetch uses
  ///   the new window.
  public func setWindow(_ window: ItemWindow) async throws {
    try await fetch { $0.window = window }
  }

  /// Replaces the request. Iterators receive the smallest batch of updates that leads to its items.
  ///
  /// - Throws: The error of the database or of decoding a row. The snapshot remains the same, and the next fetch uses
  ///   the new request.
  public func setRequest(_ request: SectionedRequest<Section, Item>) async throws {
    try await fetch { $0.request = request }
  }

  /// Removes all items and stops observing the database until the next ``reload()`` or ``updates()``.
  ///
  /// Iterators receive an empty list.
  public func reset() {
    let observation = fetching.withLock { fetching in
      fetching.isReset = true
      fetching.reloadsNext = false
      fetching.lastFetch += 1
      store.publish(SectionedSnapshot(), reloads: true)
      return fetching.endObservation()
    }
    observation?.cancel()
  }

  /// Observes the database. The sequence starts with the current state.
  public func updates() -> DataSourceUpdates<Section, Item> {
    DataSourceUpdates { self.follow() }
  }

  /// Fetches once and restarts the observation, if any, from there.
  private func fetch(changing change: (inout Fetching) -> Void) async throws {
    let (observation, number, request, window) = fetching.withLock { fetching in
      change(&fetching)
      fetching.isReset = false
      fetching.fetchesUnderWay += 1
      fetching.lastFetch += 1
      return (fetching.endObservation(), fetching.lastFetch, fetching.request, fetching.window)
    }
    observation?.cancel()
    // The observation restarts even after an error, and throws the error to iterators if it persists.
    defer {
      fetching.withLock { $0.fetchesUnderWay -= 1 }
      observeIfFollowed()
    }
    let snapshot = try await reader.read { db in try request.fetch(db, window) }
    publish(snapshot) { $0.lastFetch == number }
  }

  private func publish(_ snapshot: SectionedSnapshot<Section, Item>, if isCurrent: (Fetching) -> Bool) {
    fetching.withLock { fetching in
      if isCurrent(fetching) {
        store.publish(snapshot, reloads: fetching.reloadsNext)
        fetching.reloadsNext = false
      }
    }
  }

  private func follow() -> AsyncThrowingStream<SnapshotStore<Section, Item>.State, any Error> {
    fetching.withLock { fetching in
      fetching.followers += 1
      fetching.isReset = false
    }
    let states = store.follow { [weak self] in self?.endFollowing() }
    observeIfFollowed()
    return states
  }

  private func endFollowing() {
    let observation = fetching.withLock { fetching in
      fetching.followers -= 1
      return fetching.followers == 0 ? fetching.endObservation() : nil
    }
    observation?.cancel()
  }

  /// Starts the observation if there are iterators and neither an observation nor a fetch runs.
  private func observeIfFollowed() {
    let start: (number: Int, request: SectionedRequest<Section, Item>, window: ItemWindow)? =
      fetching.withLock { fetching in
        let isFollowed = fetching.followers > 0 && !fetching.isReset
        guard isFollowed, !fetching.isObserving, fetching.fetchesUnderWay == 0 else { return nil }
        fetching.isObserving = true
        fetching.lastObservation += 1
        return (fetching.lastObservation, fetching.request, fetching.window)
      }
    guard let (number, request, window) = start else { return }
    let observation = ValueObservation.trackingConstantRegion { db in
      try request.fetch(db, window)
    }.start(
      in: reader, scheduling: .task,
      onError: { [weak self] error in self?.endObservation(number, with: error) },
      onChange: { [weak self] snapshot in self?.publish(snapshot) { $0.lastObservation == number } })
    let isCurrent = fetching.withLock { fetching in
      guard fetching.lastObservation == number else { return false }
      fetching.observation = observation
      if let otherProcesses { fetching.watch = Task { await otherProcesses.follow() } }
      return true
    }
    if !isCurrent { observation.cancel() }
  }

  private func endObservation(_ number: Int, with error: any Error) {
    let isCurrent = fetching.withLock { fetching in
      guard fetching.lastObservation == number else { return false }
      // The observation has already ended, so there is nothing to cancel.
      _ = fetching.endObservation()
      return true
    }
    if isCurrent { store.end(throwing: error) }
  }
}
