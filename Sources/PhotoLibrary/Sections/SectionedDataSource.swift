/// A list of items in sections that tells how it changes.
///
/// ```swift
/// func showFirstPhoto(of source: some SectionedDataSource<Album, Photo>) {
///   let snapshot = source.snapshot
///   guard let photo = snapshot.item(at: ItemIndexPath(section: 0, item: 0)) else { return }
///   print("\(photo) is the first of \(snapshot.numberOfItems)")
/// }
/// ```
public protocol SectionedDataSource<Section, Item>: Sendable {
  associatedtype Section: SnapshotElement
  associatedtype Item: SnapshotElement

  /// The present state.
  var snapshot: SectionedSnapshot<Section, Item> { get }

  /// The changes from now on, beginning with the present state.
  func updates() -> DataSourceUpdates<Section, Item>
}

/// A change of a data source, told after it has happened.
///
/// It stands for both callbacks of a collection view's data source: ``change`` says how to bring what is on
/// the screen up to date, ``snapshot`` is the state afterwards.
public struct DataSourceUpdate<Section: SnapshotElement, Item: SnapshotElement>: Sendable {
  /// The way from the last state told to this one.
  public enum Change: Equatable, Sendable {
    /// Forget what was shown and show the snapshot.
    case reload
    /// Apply these steps to the snapshot of the last update; there is at least one.
    case batch(BatchUpdates<Section, Item>)
  }

  public let change: Change

  public let snapshot: SectionedSnapshot<Section, Item>
}

/// The changes of a data source, as a sequence that anyone may iterate any number of times.
///
/// ```swift
/// for try await update in source.updates() {
///   switch update.change {
///   case .reload: grid.show(update.snapshot)
///   case .batch(let batch): grid.perform(batch, showing: update.snapshot)
///   }
/// }
/// ```
///
/// - Each iteration begins with a ``DataSourceUpdate/Change/reload`` that tells the present state, as soon
///   as there is one.
/// - A batch always leads from the snapshot of the update before it, in the same iteration, to its own.
/// - When an update arrives, the data source itself shows that state or a later one.
/// - Changes that happen while the loop's body runs are gathered into one update. A slow reader gets fewer
///   and larger batches and is never behind for long; no queue grows in memory.
/// - A batch is worked out where the loop runs, so readers don't wait for each other.
/// - The iteration ends with an error when the data source can't read its store, and with nil when the
///   task is cancelled. It keeps the data source alive until then.
public struct DataSourceUpdates<Section: SnapshotElement, Item: SnapshotElement>: AsyncSequence, Sendable {
  package typealias State = SnapshotStore<Section, Item>.State

  /// Starts a stream of states that keeps only the newest one that was not read; holds the data source.
  private let subscribe: @Sendable () -> AsyncThrowingStream<State, any Error>

  package init(_ subscribe: @escaping @Sendable () -> AsyncThrowingStream<State, any Error>) {
    self.subscribe = subscribe
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(updates: self)
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    /// Held because it keeps the data source alive.
    private let updates: DataSourceUpdates
    private var states: AsyncThrowingStream<State, any Error>.AsyncIterator
    private var last: State?

    fileprivate init(updates: DataSourceUpdates) {
      self.updates = updates
      states = updates.subscribe().makeAsyncIterator()
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> DataSourceUpdate<Section, Item>? {
      while let state = try await states.next(isolation: actor) {
        let previous = last
        last = state
        guard let previous, previous.numberOfReloads == state.numberOfReloads else {
          return DataSourceUpdate(change: .reload, snapshot: state.snapshot)
        }
        let batch = BatchUpdates(from: previous.snapshot, to: state.snapshot)
        if !batch.isEmpty {
          return DataSourceUpdate(change: .batch(batch), snapshot: state.snapshot)
        }
      }
      return nil
    }
  }
}
