import Dispatch
import PhotoFiles
import Synchronization

/// Memory that pictures under work share, however many threads make them.
///
/// A picture waits until the memory that it takes, as worked out from its header, fits beside that of the others. One
/// that takes more than the whole budget, and is within its `ImagingLimits`, is made alone. Pictures get their turn in
/// the order in which they came.
///
///     let budget = MemoryBudget(bytes: 256 << 20)
///     let options = RenderingOptions(budget: budget)
public final class MemoryBudget: Sendable {
  private struct State {
    var bytes: UInt64
    var used: UInt64 = 0
    var waiting: [(bytes: UInt64, turn: DispatchSemaphore)] = []

    func fits(_ wanted: UInt64) -> Bool { used == 0 || used <= bytes && wanted <= bytes - used }

    mutating func serve() {
      while let next = waiting.first, fits(next.bytes) {
        used += next.bytes
        waiting.removeFirst()
        next.turn.signal()
      }
    }
  }

  /// The budget of all pictures that are not given another: one of `machineParts` of the machine's memory, at most
  /// `machineLimit`, until it is resized.
  public static let machine = MemoryBudget(bytes: min(machineMemory / machineParts, machineLimit))

  /// Of how many parts of the machine's memory that budget is one.
  public static let machineParts: UInt64 = 4
  /// The most bytes that it has until it is resized.
  public static let machineLimit: UInt64 = 1 << 30

  private let state: Mutex<State>

  /// A budget of so many bytes.
  public init(bytes: UInt64) { state = Mutex(State(bytes: bytes)) }

  /// How many bytes are shared.
  public var bytes: UInt64 { state.withLock { $0.bytes } }

  /// Shares so many bytes from now on. Pictures under work keep what they have.
  public func resize(to bytes: UInt64) {
    state.withLock { state in
      state.bytes = bytes
      state.serve()
    }
  }

  private static var machineMemory: UInt64 {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? UInt64(pages) * UInt64(size) : 4 << 30
  }

  /// Takes bytes, after waiting for a turn and until they fit.
  fileprivate func take(_ bytes: UInt64) {
    let turn: DispatchSemaphore? = state.withLock { state in
      if state.waiting.isEmpty, state.fits(bytes) {
        state.used += bytes
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waiting.append((bytes, turn))
      return turn
    }
    turn?.wait()
  }

  /// Takes bytes beyond what fits, for a picture that holds some already: waiting, it could wait for itself.
  fileprivate func add(_ bytes: UInt64) { state.withLock { $0.used += bytes } }

  /// Gives bytes back, and their turn to those for which they make room.
  fileprivate func giveBack(_ bytes: UInt64) {
    state.withLock { state in
      state.used -= min(bytes, state.used)
      state.serve()
    }
  }
}

extension MemoryBudget: Hashable {
  /// Budgets are the same if they share the same memory.
  public static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What one picture has of a budget, given back with its last reference. It belongs to one task.
final class MemoryShare {
  private let budget: MemoryBudget
  private var bytes: UInt64 = 0
  private var laterBytes: UInt64 = 0

  private static let most: UInt64 = 1 << 50

  init(of budget: MemoryBudget) { self.budget = budget }

  deinit { giveBack() }

  /// Begins a picture, which takes `laterBytes` once it is decoded: for a copy that is turned or converted, or to be
  /// encoded. What the share had before goes back.
  func begin(laterBytes: UInt64) {
    giveBack()
    self.laterBytes = laterBytes
  }

  func take(_ wanted: UInt64) {
    // What is beyond every machine is counted as if it were not, so that no sum overflows.
    let wanted = min(wanted, Self.most) + (bytes == 0 ? min(laterBytes, Self.most) : 0)
    if bytes == 0 { budget.take(wanted) } else { budget.add(wanted) }
    bytes += wanted
  }

  private func giveBack() {
    if bytes > 0 { budget.giveBack(bytes) }
    bytes = 0
  }
}
