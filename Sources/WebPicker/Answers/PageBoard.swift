import PhotoLibrary
import PhotoPicker
import Synchronization

/// What the page shows now. The session puts it up; requests read it, and streams of events wait for the next.
final class PageBoard: Sendable {
  enum Ending: String, Sendable { case done, cancelled, failed }

  struct Notice: Sendable {
    var model: PickerModel
    /// Counts the changes of the photos that are shown, or of their order.
    var view = 0
    /// Counts the changes of anything else that is shown of photos.
    var revision = 0
    /// The page to which the model's message is addressed; `nil` for all pages.
    var addressee: String?
    /// The library as it is now; `nil` before it was read.
    var library: LibrarySnapshot?
    var ending: Ending?
  }

  private struct State {
    var notice: Notice
    var readers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastReader = 0
  }

  private let state: Mutex<State>
  /// Called whenever a stream of events begins or ends, with how many there are.
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

  /// An element at once and after each change; several changes in quick succession are one.
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

/// Brings what became of a command back to the request that asked for it.
final class PageReply: Sendable {
  /// What the page shows after the command, or why it was not carried out; `nil` if the picker has ended.
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
