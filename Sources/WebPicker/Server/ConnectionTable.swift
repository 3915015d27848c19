import Synchronization

/// The open connections of a server, with activity and times.
///
/// A connection counts until its task has closed the socket, even after cancellation.
final class ConnectionTable: Sendable {
  enum Standing: Sendable {
    /// Another user, or no known user, owns the connection.
    case stranger
    /// The user owns the connection, but has not presented the key.
    case guest
    /// The connection has presented the key.
    case trusted
  }

  enum Activity: Sendable {
    /// Waiting for a request.
    case idle
    case receiving
    case answering
    /// Waiting for the client to receive a part of the response.
    case sending
  }

  private struct Entry {
    let task: Task<Void, Never>
    var standing: Standing
    var activity = Activity.idle
    var isClosing = false
    let opened = SuspendingClock.now
    var since = SuspendingClock.now
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var lastNumber = 0
    var isClosed = false

    func count(_ standing: Standing) -> Int { entries.values.count { $0.standing == standing } }
  }

  private enum Admission {
    case open(Task<Void, Never>)
    case refused
    case evicting(Task<Void, Never>)
    case waiting(Duration)
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  init(limits: ServerLimits) { self.limits = limits }

  /// Adds a connection. If there are too many, closes an older one that has not presented the key.
  ///
  /// - Parameter start: starts the task that serves the connection with a number.
  /// - Returns: the task; `nil` if the table is full.
  func add(_ standing: Standing, start: (Int) -> Task<Void, Never>) async -> Task<Void, Never>? {
    while true {
      switch admit(standing, start) {
      case .open(let task): return task
      case .refused: return nil
      case .evicting(let task):
        task.cancel()
        await task.value
      case .waiting(let time):
        guard (try? await Task.sleep(for: min(time, .milliseconds(10)))) != nil else { return nil }
      }
    }
  }

  /// Closes the oldest connection that has not presented the key. Returns `false` if there was none.
  func makeRoom() async -> Bool {
    let task = state.withLock { state -> Task<Void, Never>? in
      if case .evicting(let task) = evictOldest(&state) { task } else { nil }
    }
    guard let task else { return false }
    task.cancel()
    await task.value
    return true
  }

  /// Selects the oldest connection that has not presented the key.
  private func evictOldest(_ state: inout State) -> Admission? {
    let oldest = state.entries.filter { $0.value.standing == .guest }.min { $0.key < $1.key }
    guard let oldest else { return nil }
    let age = oldest.value.opened.duration(to: .now)
    guard oldest.value.isClosing || age >= limits.guestGrace else { return .waiting(limits.guestGrace - age) }
    state.entries[oldest.key]?.isClosing = true
    return .evicting(oldest.value.task)
  }

  private func admit(_ standing: Standing, _ start: (Int) -> Task<Void, Never>) -> Admission {
    state.withLock { state in
      guard !state.isClosed else { return .refused }
      if standing == .stranger, state.count(.stranger) >= limits.strangerCount { return .refused }
      if standing == .guest, state.count(.guest) >= limits.guestCount, let next = evictOldest(&state) {
        return next
      }
      state.lastNumber += 1
      let task = start(state.lastNumber)
      state.entries[state.lastNumber] = Entry(task: task, standing: standing)
      return .open(task)
    }
  }

  func remove(_ number: Int) { state.withLock { _ = $0.entries.removeValue(forKey: number) } }

  /// Trusts a connection, unless it is a stranger's or too many are trusted. Returns whether it is trusted.
  func trust(_ number: Int) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[number], !entry.isClosing, entry.standing != .stranger else {
        return false
      }
      guard entry.standing == .guest else { return true }
      guard state.count(.trusted) < limits.trustedCount else { return false }
      state.entries[number]?.standing = .trusted
      return true
    }
  }

  func begin(_ activity: Activity, _ number: Int) {
    state.withLock { state in
      state.entries[number]?.activity = activity
      state.entries[number]?.since = .now
    }
  }

  func closeLate() {
    let now = SuspendingClock.now
    let late = state.withLock { state in
      let late = state.entries.filter { !$0.value.isClosing && isLate($0.value, now) }
      for number in late.keys { state.entries[number]?.isClosing = true }
      return late.values.map(\.task)
    }
    for task in late { task.cancel() }
  }

  private func isLate(_ entry: Entry, _ now: SuspendingClock.Instant) -> Bool {
    guard entry.standing == .trusted else { return entry.opened.duration(to: now) > limits.guestTime }
    let time = entry.since.duration(to: now)
    return switch entry.activity {
    case .idle: time > limits.idleTime
    case .receiving: time > limits.arrivalTime
    case .answering: false
    case .sending: time > limits.takingTime
    }
  }

  var isAnswering: Bool {
    state.withLock { state in
      state.entries.values.contains { $0.activity == .answering || $0.activity == .sending }
    }
  }

  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.entries.values.map(\.task)
    }
    for task in tasks { task.cancel() }
  }
}
