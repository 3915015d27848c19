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
    var used: UInt64 = 0
    var waiting: [(bytes: UInt64, turn: DispatchSemaphore)] = []
  }

  /// The budget of all pictures that are not given another: a quarter of the machine's memory, at most 1 GiB.
  public static let machine = MemoryBudget(bytes: min(machineMemory / 4, 1 << 30))

  /// How many bytes are shared.
  public let bytes: UInt64
  private let state = Mutex(State())

  /// A budget of so many bytes.
  public init(bytes: UInt64) { self.bytes = bytes }

  private static var machineMemory: UInt64 {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? UInt64(pages) * UInt64(size) : 4 << 30
  }

  /// Takes bytes, after waiting for a turn and until they fit.
  fileprivate func take(_ bytes: UInt64) {
    let turn: DispatchSemaphore? = state.withLock { state in
      if state.waiting.isEmpty, fits(bytes, state.used) {
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
      while let next = state.waiting.first, fits(next.bytes, state.used) {
        state.used += next.bytes
        state.waiting.removeFirst()
        next.turn.signal()
      }
    }
  }

  private func fits(_ wanted: UInt64, _ used: UInt64) -> Bool {
    used == 0 || used <= bytes && wanted <= bytes - used
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

  init(of budget: MemoryBudget) { self.budget = budget }

  deinit { if bytes > 0 { budget.giveBack(bytes) } }

  /// Takes bytes; the first time it waits for them.
  func take(_ wanted: UInt64) {
    if bytes == 0 { budget.take(wanted) } else { budget.add(wanted) }
    bytes += wanted
  }
}
