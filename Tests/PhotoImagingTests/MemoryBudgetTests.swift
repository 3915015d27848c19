import Dispatch
import PhotoFiles
import PhotoFormats
import Synchronization
import Testing

@testable import PhotoImaging

struct MemoryBudgetTests {
  /// Runs each body on a separate thread.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withTaskGroup { group in
      for index in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            WorkerThread.start {
              body(index)
              continuation.resume()
            }
          }
        }
      }
    }
  }

  @Test func `pictures under work never take more than the budget together`() async {
    let budget = MemoryBudget(bytes: 100)
    let used = Mutex((now: 0, most: 0))
    await onThreads(8) { index in
      for round in 0..<200 {
        let bytes = 1 + (index * 37 + round * 11) % 60
        let share = MemoryShare(of: budget)
        share.take(UInt64(bytes))
        used.withLock {
          $0.now += bytes
          $0.most = max($0.most, $0.now)
        }
        used.withLock { $0.now -= bytes }
        withExtendedLifetime(share) {}
      }
    }
    #expect(used.withLock { $0.most } <= 100)
  }

  @Test func `a picture larger than the budget is decoded exclusively`() async {
    let budget = MemoryBudget(bytes: 10)
    let running = Mutex((now: 0, most: 0))
    await onThreads(4) { _ in
      for _ in 0..<50 {
        let share = MemoryShare(of: budget)
        share.take(1000)
        running.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        running.withLock { $0.now -= 1 }
        withExtendedLifetime(share) {}
      }
    }
    #expect(running.withLock { $0.most } == 1)
  }

  @Test func `a picture with a reservation gets more memory without waiting`() {
    let budget = MemoryBudget(bytes: 10)
    let share = MemoryShare(of: budget)
    share.take(8)
    share.take(8)
  }

  @Test func `decoders reserve their memory in the budget`() async throws {
    let jpeg = try Pictures.quarters(width: 400, height: 300).jpeg(quality: 0.8)
    // The picture, and the same amount for a copy or for encoding.
    let budget = MemoryBudget(bytes: 2 * 400 * 300 * 4 + 1)
    let held = MemoryShare(of: budget)
    held.take(1)
    let options = RenderingOptions(budget: budget)
    let isDone = Mutex(false)
    let other = MemoryShare(of: budget)
    // The remaining memory suffices for exactly one such picture.
    _ = try PhotoImage.render(Bytes(jpeg), .full, options: options)
    other.take(1)
    await withCheckedContinuation { continuation in
      WorkerThread.start {
        _ = try? PhotoImage.render(Bytes(jpeg), .full, options: options)
        isDone.withLock { $0 = true }
      }
      WorkerThread.start {
        usleep(50_000)
        continuation.resume()
      }
    }
    #expect(!isDone.withLock { $0 })
    withExtendedLifetime((held, other)) {}
  }

  @Test func `enlarging the budget admits waiting pictures`() async {
    let budget = MemoryBudget(bytes: 10)
    let held = MemoryShare(of: budget)
    held.take(8)
    let isDone = SharedFlag()
    async let waiting: Void = onThreads(1) { _ in
      let share = MemoryShare(of: budget)
      share.take(8)
      isDone.set()
      withExtendedLifetime(share) {}
    }
    budget.resize(to: 16)
    await waiting
    #expect(isDone.isSet)
    #expect(budget.bytes == 16)
    withExtendedLifetime(held) {}
  }

  @Test func `starting another picture releases the reservation and includes later memory`() {
    let budget = MemoryBudget(bytes: 10)
    let share = MemoryShare(of: budget)
    share.begin(laterBytes: 4)
    share.take(6)
    // If the share retained its memory, the next reservation would be too large.
    share.begin(laterBytes: 0)
    share.take(6)
    let other = MemoryShare(of: budget)
    other.take(4)
    withExtendedLifetime((share, other)) {}
  }

  @Test func `a small file has a low memory limit`() {
    let limits = ImagingLimits(bytes: 1 << 30)
    #expect(limits.bytes(forFileOf: 134, as: .png) == 96 << 20)
    #expect(limits.bytes(forFileOf: 4096, as: .png) == 256 << 20)
    #expect(limits.bytes(forFileOf: 16_384, as: .png) == 1 << 30)
    #expect(limits.bytes(forFileOf: .max, as: .png) == 1 << 30)
    #expect(limits.bytes(forFileOf: 24 << 10, as: .jpeg) == 96 << 20)
    #expect(limits.bytes(forFileOf: 128 << 10, as: .jpeg) == 512 << 20)
    #expect(limits.bytes(forFileOf: 256 << 10, as: .jpeg) == 1 << 30)
    #expect(ImagingLimits(bytes: 1000).bytes(forFileOf: 134, as: .png) == 1000)
  }

  @Test func `a flat progressive JPEG without subsampling fits the memory limit`() {
    // 6,000 × 4,000 pixels: each unit of 8 × 8 has three blocks, with one bit each in the file.
    let units: UInt64 = 750 * 500
    let (coefficients, pixels) = (units * 3 * 64 * 2, units * 64 * 4)
    let granted = ImagingLimits(bytes: 1 << 30).bytes(forFileOf: Int(units) * 3 / 8, as: .jpeg)
    #expect(granted >= coefficients + pixels)
  }

  @Test func `huge reservations are clamped`() {
    let budget = MemoryBudget(bytes: 10)
    for _ in 0..<3 {
      let share = MemoryShare(of: budget)
      share.begin(laterBytes: .max)
      share.take(.max)
      share.take(.max)
      withExtendedLifetime(share) {}
    }
    let share = MemoryShare(of: budget)
    share.take(10)
    withExtendedLifetime(share) {}
  }

  @Test func `a full budget admits empty reservations only`() {
    let budget = MemoryBudget(bytes: 10)
    let shares = (0..<3).map { _ in MemoryShare(of: budget) }
    // Waiting here would deadlock.
    shares[0].take(7)
    shares[1].take(3)
    shares[2].take(0)
    withExtendedLifetime(shares) {}
  }
}
