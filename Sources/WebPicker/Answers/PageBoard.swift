import PhotoLibrary
import PhotoPicker
import Synchronization

/// The current state of the page. The session updates it, requests read it, and event streams wait for changes.
final class PageBoard: Sendable {
  enum Ending: String, Sendable { case done, cancelled, failed }

  struct Notice: Sendable {
    var model: PickerModel
    /// Increments when photos are added, removed or reordered.
    var view = 0
    /// Increments when any other property of the photos changes.
    var revision = 0
    /// Increments when selected choices or their counts change.
    var filters = 0
    /// The page that receives the model's message; `nil` for all pages.
    var addressee: String?
    /// The library; `nil` before the first scan.
    var library: LibrarySnapshot?
    var ending: Ending?
  }

  private struct State {
    var notice: Notice
    var readers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastReader = 0
  }

  private let state: Mutex<State>
  /// Invoked with the number of event streams when it changes.
  private let onReaders: @Sendable (Int) -> Void

  init(_ model: PickerModel, onReaders: @escaping @Sendable (Int) -> Void) {
    state = Mutex(State(notice: Notice(model: model)))
    self.onReaders = onReaders
  }

  var notice: Notice { state.withLock(\.notice) }

  func put(_ notice: Notice) {
    let readers = state.withLock { state in
      state.notice = notice
      return state.readers.values
    }
    for reader in readers { reader.yield() }
  }

  /// Returns a stream with an element at the start and after each change. Pending changes are merged.
  func changes() -> AsyncStream<Void> {
    let (stream, reader) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (number, count) = state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = reader
      return (state.lastReader, state.readers.count)
    }
    reader.yield()
    reader.onTermination = { [weak self] _ in self?.leave(number) }
    onReaders(count)
    return stream
  }

  private func leave(_ number: Int) {
    let count = state.withLock { state in
      state.readers[number] = nil
      return state.readers.count
    }
    onReaders(count)
  }

  func close() {
    for reader in state.withLock({ $0.readers.values }) { reader.finish() }
  }
}

/// The pending response to a command.
final class PageReply: Sendable {
  /// The state after the command, or why it failed.
  typealias Value = Result<PageBoard.Notice, PageCommandError>

  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func send(_ value: Value?) {
    if let value { continuation.yield(value) }
    continuation.finish()
  }

  func value() async -> Value? {
    for await value in stream { return value }
    return nil
  }
}
