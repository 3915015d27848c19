import Dispatch
import PhotoFiles
import Synchronization

/// Memory that concurrently decoded pictures share.
///
/// A picture is admitted when its memory, estimated from its header, fits the budget. One that exceeds the entire
/// budget, but not its `ImagingLimits`, is decoded exclusively. Pictures are admitted in order.
///
///     let budget = MemoryBudget(bytes: 256 << 20)
///     let options = RenderingOptions(budget: budget)
public final class MemoryBudget: Sendable, Hashable {
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

  /// The default budget: 1/`machineParts` of the machine's memory and at most `machineLimit`, until it is resized.
  public static let machine = MemoryBudget(bytes: min(machineMemory / machineParts, machineLimit))

  /// The divisor of the machine's memory for the default budget.
  public static let machineParts: UInt64 = 4
  /// The initial maximum of the default budget, in bytes.
  public static let machineLimit: UInt64 = 1 << 30

  private let state: Mutex<State>

  public init(bytes: UInt64) { state = Mutex(State(bytes: bytes)) }

  /// The size of the budget, in bytes.
  public var bytes: UInt64 { state.withLock { $0.bytes } }

  /// Changes the size. Pictures in progress retain their memory.
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

  /// Blocks until bytes are available, in order of the calls, and reserves them.
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

  /// Reserves bytes without waiting, for a picture that already has a reservation: waiting could deadlock.
  fileprivate func add(_ bytes: UInt64) { state.withLock { $0.used += bytes } }

  /// Releases bytes, and admits waiting pictures.
  fileprivate func giveBack(_ bytes: UInt64) {
    state.withLock { state in
      state.used -= min(bytes, state.used)
      state.serve()
    }
  }

  public static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The reservation of a picture, released on deinitialization. It is used by one task at a time.
final class MemoryShare {
  private let budget: MemoryBudget
  private var bytes: UInt64 = 0
  private var laterBytes: UInt64 = 0

  private static let most: UInt64 = 1 << 50

  init(of budget: MemoryBudget) { self.budget = budget }

  deinit { giveBack() }

  /// Starts a picture, and releases previous reservations. `laterBytes` are needed after decoding, to rotate, convert
  /// or encode the picture.
  func begin(laterBytes: UInt64) {
    giveBack()
    self.laterBytes = laterBytes
  }

  func take(_ wanted: UInt64) {
    // Clamped, so that sums can't overflow.
    let wanted = min(wanted, Self.most) + (bytes == 0 ? min(laterBytes, Self.most) : 0)
    if bytes == 0 { budget.take(wanted) } else { budget.add(wanted) }
    bytes += wanted
  }

  private func giveBack() {
    if bytes > 0 { budget.giveBack(bytes) }
    bytes = 0
  }
}
