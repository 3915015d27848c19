import GRDB
import PhotoLibrary
import Synchronization

/// A data source that stays true to a database: its sections and items are those of a request, at any time.
///
/// ```swift
/// let source = FetchedDataSource(
///   SectionedRequest(sectionedBy: .string("month"), itemOrder: [CatalogPhoto.Columns.date]) {
///     CatalogPhoto.all()
///   }, in: catalog)
/// for try await update in source.updates() {
///   print("\(update.snapshot.numberOfItems) photos")
/// }
/// ```
///
/// It reads nothing until it is asked to: ``reload()`` fetches once, and ``updates()`` follows the database
/// for as long as anyone iterates it. All who iterate share one observation. On a ``Catalog`` it sees what other
/// processes change within half a second; on a database of one's own ``reload()`` fetches that, and
/// `Database.notifyChanges(in:)` tells of it.
///
/// May be used from any task: all state stands behind locks that are never held during a fetch. States are
/// taken on in the order in which the database had them; a fetch that was overtaken is thrown away.
public final class FetchedDataSource<Section: SnapshotElement, Item: SnapshotElement>: SectionedDataSource {
  private let reader: any DatabaseReader
  private let otherProcesses: OtherProcesses?
  private let store: SnapshotStore<Section, Item>
  private let fetching: Mutex<Fetching>

  /// What is under way; an observation and fetches asked for in between never run at the same time, so that
  /// an older state can't be taken on after a newer one.
  private struct Fetching {
    var request: SectionedRequest<Section, Item>
    var window: ItemWindow
    /// The number of sequences that are iterated.
    var followers = 0
    /// Whether followers are left alone with an empty list.
    var isReset = false
    /// Whether the next state shows everything anew.
    var reloadsNext = false

    var fetchesUnderWay = 0
    /// The number of the last fetch; earlier ones are no longer published.
    var lastFetch = 0

    /// Whether an observation runs or is about to start.
    var isObserving = false
    var observation: AnyDatabaseCancellable?
    /// Tells the observation what other processes change.
    var watch: Task<Void, Never>?
    /// The number of the last observation; earlier ones are no longer published.
    var lastObservation = 0

    /// Ends the observation and gives it back, to be cancelled outside the lock.
    mutating func endObservation() -> AnyDatabaseCancellable? {
      defer { observation = nil }
      watch?.cancel()
      watch = nil
      isObserving = false
      lastObservation += 1
      return observation
    }
  }

  /// Makes a data source that is empty until it is reloaded or followed.
  ///
  /// - Parameters:
  ///   - request: The items and their sections.
  ///   - reader: The database, a queue or a pool.
  ///   - window: The offset and limit of what is fetched.
  ///   - reloadsAll: The first value of ``reloadsAll``.
  public convenience init(
    _ request: SectionedRequest<Section, Item>, in reader: any DatabaseReader, window: ItemWindow = .all,
    reloadsAll: Bool = false
  ) {
    self.init(request, in: reader, watching: nil, window: window, reloadsAll: reloadsAll)
  }

  /// Makes a data source that also follows what other processes change.
  init(
    _ request: SectionedRequest<Section, Item>, in reader: any DatabaseReader,
    watching otherProcesses: OtherProcesses?, window: ItemWindow, reloadsAll: Bool
  ) {
    self.reader = reader
    self.otherProcesses = otherProcesses
    store = SnapshotStore(reloadsAll: reloadsAll)
    fetching = Mutex(Fetching(request: request, window: window))
  }

  /// The state that was fetched last.
  public var snapshot: SectionedSnapshot<Section, Item> { store.snapshot }

  /// The offset and limit of what is fetched; see ``setWindow(_:)``.
  public var window: ItemWindow { fetching.withLock { $0.window } }

  /// Whether followers show everything anew on each change instead of applying a batch.
  public var reloadsAll: Bool {
    get { store.reloadsAll }
    set { store.reloadsAll = newValue }
  }

  /// Fetches everything anew; followers show everything anew.
  ///
  /// - Throws: What the database or the decoding of a row throws; the state stays as it was then.
  public func reload() async throws {
    try await fetch { $0.reloadsNext = true }
  }

  /// Fetches another part of the items; followers get the smallest batch that leads to it.
  ///
  /// - Throws: What the database or the decoding of a row throws; the state stays as it was then,
  ///   and the next fetch shows the window.
  public func setWindow(_ window: ItemWindow) async throws {
    try await fetch { $0.window = window }
  }

  /// Takes another request on; followers get the smallest batch that leads to what it fetches.
  ///
  /// - Throws: What the database or the decoding of a row throws; the state stays as it was then,
  ///   and the next fetch is of the new request.
  public func setRequest(_ request: SectionedRequest<Section, Item>) async throws {
    try await fetch { $0.request = request }
  }

  /// Takes everything away and stops following the database, until it is reloaded or followed anew.
  ///
  /// Followers show an empty list.
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

  /// Follows the database; the changes from now on, beginning with the present state.
  public func updates() -> DataSourceUpdates<Section, Item> {
    DataSourceUpdates { self.follow() }
  }
}

// MARK: - Fetching

extension FetchedDataSource {
  /// Fetches once and, if the database is followed, follows it from there.
  private func fetch(changing change: (inout Fetching) -> Void) async throws {
    let (observation, number, request, window) = fetching.withLock { fetching in
      change(&fetching)
      fetching.isReset = false
      fetching.fetchesUnderWay += 1
      fetching.lastFetch += 1
      return (fetching.endObservation(), fetching.lastFetch, fetching.request, fetching.window)
    }
    observation?.cancel()
    // Also after an error: followers hear of it from the observation, unless it has passed by then.
    defer {
      fetching.withLock { $0.fetchesUnderWay -= 1 }
      observeIfFollowed()
    }
    let snapshot = try await reader.read { db in try request.fetch(db, window) }
    publish(snapshot) { $0.lastFetch == number }
  }

  /// Takes a fetched state on, unless it was overtaken.
  private func publish(_ snapshot: SectionedSnapshot<Section, Item>, if isCurrent: (Fetching) -> Bool) {
    fetching.withLock { fetching in
      if isCurrent(fetching) {
        store.publish(snapshot, reloads: fetching.reloadsNext)
        fetching.reloadsNext = false
      }
    }
  }
}

// MARK: - Following

extension FetchedDataSource {
  /// Counts a follower and starts the observation for the first one.
  private func follow() -> AsyncThrowingStream<SnapshotStore<Section, Item>.State, any Error> {
    fetching.withLock { fetching in
      fetching.followers += 1
      fetching.isReset = false
    }
    let states = store.follow { [weak self] in self?.endFollowing() }
    observeIfFollowed()
    return states
  }

  /// Counts a follower off and stops the observation after the last one.
  private func endFollowing() {
    let observation = fetching.withLock { fetching in
      fetching.followers -= 1
      return fetching.followers == 0 ? fetching.endObservation() : nil
    }
    observation?.cancel()
  }

  /// Starts the observation if someone follows and neither it nor a fetch is under way.
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
    if !isCurrent {
      observation.cancel()
    }
  }

  /// Tells all followers that the database can't be followed any more.
  private func endObservation(_ number: Int, with error: any Error) {
    let isCurrent = fetching.withLock { fetching in
      guard fetching.lastObservation == number else { return false }
      // It has ended by itself: there is nothing to cancel.
      _ = fetching.endObservation()
      return true
    }
    if isCurrent {
      store.end(throwing: error)
    }
  }
}
