import Synchronization

/// The connections of a server: how many there are, and which have been waited for long enough.
final class ConnectionTable: Sendable {
  /// What a connection does.
  private enum Activity {
    /// It waits for a request to begin.
    case idle
    /// A request is coming in.
    case reading
    /// A request is answered.
    case answering
  }

  private struct Entry {
    /// Nil until its task is known.
    var task: Task<Void, Never>?
    var isTrusted = false
    var activity = Activity.idle
    var since = ContinuousClock.now
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var lastNumber = 0
    var isClosed = false
    var answered = 0
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  /// A table without connections.
  init(limits: ServerLimits) { self.limits = limits }

  /// Takes a new connection, and closes an older one for it if there are too many.
  ///
  /// - Returns: its number; `nil` if there is no room for it.
  func add() -> Int? {
    let (number, closed) = state.withLock { state -> (Int?, Task<Void, Never>?) in
      guard !state.isClosed else { return (nil, nil) }
      var closed: Task<Void, Never>?
      if state.entries.count >= limits.connectionCount {
        let oldest = state.entries.lazy.filter { !$0.value.isTrusted }.min { $0.key < $1.key }
        guard let oldest else { return (nil, nil) }
        closed = state.entries.removeValue(forKey: oldest.key)?.task
      }
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry()
      return (state.lastNumber, closed)
    }
    closed?.cancel()
    return number
  }

  /// Tells the task of a connection, which is cancelled to close it.
  func set(_ task: Task<Void, Never>, for number: Int) {
    let isKnown = state.withLock { state in
      state.entries[number]?.task = task
      return state.entries[number] != nil
    }
    if !isKnown { task.cancel() }
  }

  /// Forgets a connection that has ended.
  func remove(_ number: Int) { state.withLock { _ = $0.entries.removeValue(forKey: number) } }

  /// A request begins to come in.
  func beginReading(_ number: Int) { change(number, to: .reading) }

  /// A request is there and is answered.
  func beginAnswering(_ number: Int) { change(number, to: .answering) }

  /// A request was answered.
  ///
  /// - Parameter isTrusted: true if it showed a key: its connection makes no room for others any longer.
  func endAnswering(_ number: Int, isTrusted: Bool) {
    change(number, to: .idle)
    if isTrusted { state.withLock { $0.entries[number]?.isTrusted = true } }
  }

  private func change(_ number: Int, to activity: Activity) {
    state.withLock { state in
      state.entries[number]?.activity = activity
      state.entries[number]?.since = .now
    }
  }

  /// Closes connections that have taken too long to send a request.
  func closeLate() {
    let late = state.withLock { state in
      let late = state.entries.filter { _, entry in
        switch entry.activity {
        case .idle: entry.since.duration(to: .now) > limits.idleTime
        case .reading: entry.since.duration(to: .now) > limits.arrivalTime
        case .answering: false
        }
      }
      for number in late.keys { state.entries[number] = nil }
      return late.values.map(\.task)
    }
    for task in late { task?.cancel() }
  }

  /// True while something is answered.
  var isAnswering: Bool { state.withLock { $0.entries.values.contains { $0.activity == .answering } } }

  /// Closes all connections and takes no more.
  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      defer { state.entries = [:] }
      return state.entries.values.map(\.task)
    }
    for task in tasks { task?.cancel() }
  }
}
