import PhotoFiles
import PhotoImaging
import Synchronization
import Terminal

/// Makes the pictures that are wanted, on threads of its own, the first ones first.
///
/// Each call of `want` replaces what was wanted before: pictures that were scrolled past and not begun are not
/// made. Made pictures are kept within a limit of memory.
package final class ThumbnailLoader: Sendable {
  private struct State {
    var maker: PictureMaker?
    var wanted: ArraySlice<PictureRequest> = []
    /// How many of them are on the screen.
    var urgentCount = 0
    /// How many that are not on the screen are being made.
    var aheadCount = 0
    var underWay = Set<PictureRequest>()
    /// How many tasks make pictures.
    var workerCount = 0
    var store: PictureStore
    var forgotten: [TerminalPicture] = []
    var lastIdentifier: UInt64 = 0
    /// Counts changes of the terminal's graphics: pictures for former ones are thrown away.
    var generation = 0
    var isFinished = false
  }

  private let cache: ThumbnailCache
  private let state: Mutex<State>
  private let pool: WorkerPool
  private let threadCount: Int
  private let onReady: @Sendable () -> Void

  /// A loader that makes nothing until it knows the terminal.
  ///
  /// - Parameters:
  ///   - cache: the folder in which thumbnails are kept.
  ///   - threadCount: how many pictures are made at once, at least 1.
  ///   - byteLimit: the memory for pictures that were made, in bytes.
  ///   - onReady: called on any thread when a picture is there.
  package init(
    cache: ThumbnailCache, threadCount: Int, byteLimit: Int = 32 << 20,
    onReady: @escaping @Sendable () -> Void
  ) {
    self.cache = cache
    self.threadCount = max(threadCount, 1)
    // One more decodes a photo whole while others make pictures.
    pool = WorkerPool(threadCount: self.threadCount + 1)
    self.onReady = onReady
    state = Mutex(State(store: PictureStore(byteLimit: byteLimit)))
  }

  /// Ends the threads; a picture under way is finished first.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      state.wanted = []
      // Nobody waits for a photo that is decoded whole.
      state.maker?.lenses.removeAll()
    }
    pool.finish()
  }

  /// Says how the terminal shows pictures; what was made for it before is let go.
  package func use(_ graphics: TerminalGraphics) {
    state.withLock { state in
      state.generation += 1
      state.forgotten += state.store.removeAll()
      state.underWay = []
      state.maker?.lenses.removeAll()
      state.maker = PictureMaker(cache: cache, graphics: graphics)
    }
  }

  /// Replaces what is wanted, the most urgent first.
  ///
  /// - Parameter urgentCount: how many are on the screen; one thread is kept for those if there are several.
  package func want(_ requests: [PictureRequest], urgentCount: Int = .max) {
    let count = state.withLock { state -> Int in
      state.store.use(requests)
      guard state.maker != nil, !state.isFinished else { return 0 }
      func isMissing(_ request: PictureRequest) -> Bool {
        state.store.picture(request) == nil && !state.underWay.contains(request)
      }
      let missing = requests.filter(isMissing)
      state.wanted = missing[...]
      state.urgentCount = requests.prefix(urgentCount).count(where: isMissing)
      let count = max(min(missing.count, threadCount - state.workerCount), 0)
      state.workerCount += count
      return count
    }
    for _ in 0..<count { Task(executorPreference: pool) { [self] in makePictures() } }
  }

  /// The picture for a request, if it is made.
  package func picture(_ request: PictureRequest) -> PhotoPicture {
    state.withLock { $0.store.picture(request) } ?? .waiting
  }

  /// The histogram of a photo that is shown large, if it is made.
  package func histogram(_ request: PictureRequest) -> Histogram? {
    state.withLock { $0.store.histogram(request) }
  }

  /// The pictures that were let go since the last call: the terminal need not keep them.
  package func takeForgotten() -> [TerminalPicture] {
    state.withLock { state in
      defer { state.forgotten = [] }
      return state.forgotten
    }
  }

  /// Makes pictures until no more are wanted.
  private func makePictures() {
    var last: Job?
    while let job = next() {
      last = job
      let made = job.maker.make(job.request, identifier: job.identifier)
      let isOfUse = state.withLock { state -> Bool in
        if job.isAhead { state.aheadCount -= 1 }
        guard state.generation == job.generation else { return false }
        state.underWay.remove(job.request)
        state.forgotten += state.store.insert(
          made.picture, histogram: made.histogram, for: job.request)
        return true
      }
      if isOfUse { onReady() }
    }
    // Others may make pictures meanwhile: this task counts no longer.
    if let last { last.maker.prepare(after: last.request) }
  }

  private struct Job {
    let request: PictureRequest
    let maker: PictureMaker
    let identifier: UInt64
    let generation: Int
    /// True if it is not on the screen yet.
    let isAhead: Bool
  }

  private func next() -> Job? {
    state.withLock { state in
      let isAhead = state.urgentCount == 0
      // One thread stays free for urgent pictures; those that make pictures ahead take the next ones too.
      let isKept = isAhead && state.aheadCount > 0 && state.aheadCount >= threadCount - 1
      guard let maker = state.maker, !isKept, let request = state.wanted.popFirst() else {
        state.workerCount -= 1
        return nil
      }
      if isAhead { state.aheadCount += 1 } else { state.urgentCount -= 1 }
      state.underWay.insert(request)
      state.lastIdentifier += 1
      return Job(
        request: request, maker: maker, identifier: state.lastIdentifier, generation: state.generation,
        isAhead: isAhead)
    }
  }
}
