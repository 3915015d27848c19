/// An observable list of items in sections.
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

  /// The current state.
  var snapshot: SectionedSnapshot<Section, Item> { get }

  /// Returns the current state followed by all changes.
  func updates() -> DataSourceUpdates<Section, Item>
}

/// A completed change of a data source.
///
/// Corresponds to the callbacks of a collection view's data source: apply ``change`` to the cells; ``snapshot`` is the
/// state afterwards.
public struct DataSourceUpdate<Section: SnapshotElement, Item: SnapshotElement>: Sendable {
  public enum Change: Equatable, Sendable {
    case reload
    /// Apply these steps to the previous snapshot. There is at least one.
    case batch(BatchUpdates<Section, Item>)
  }

  public let change: Change

  public let snapshot: SectionedSnapshot<Section, Item>
}

/// A sequence of the updates of a data source. It can be iterated any number of times.
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
/// - Each iteration starts with a ``DataSourceUpdate/Change/reload`` of the current state, as soon as a state exists.
/// - A batch leads from the previous snapshot of the same iteration to its own.
/// - When an update is delivered, the data source is already in this state or a later one.
/// - Changes that occur while the loop body runs are merged into one update. A slow consumer receives fewer and
///   larger batches, and memory stays bounded.
/// - The consuming task computes its batches, so consumers don't delay each other.
/// - The iteration throws if reading the store fails, and terminates if the task is cancelled. It retains the data
///   source until then.
public struct DataSourceUpdates<Section: SnapshotElement, Item: SnapshotElement>: AsyncSequence, Sendable {
  package typealias State = SnapshotStore<Section, Item>.State

  /// Starts a stream that buffers only the newest state. Retains the data source.
  private let subscribe: @Sendable () -> AsyncThrowingStream<State, any Error>

  package init(_ subscribe: @escaping @Sendable () -> AsyncThrowingStream<State, any Error>) {
    self.subscribe = subscribe
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(updates: self) }

  public struct AsyncIterator: AsyncIteratorProtocol {
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
