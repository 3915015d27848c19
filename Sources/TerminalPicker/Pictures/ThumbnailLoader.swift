import PhotoFiles
import PhotoImaging
import Synchronization
import Terminal

/// Loads pictures on worker threads, most urgent first.
///
/// A file can keep a decoding helper busy for long. Photos that need helpers therefore have separate threads,
/// and never delay other photos.
///
/// Each call of `want` replaces the previous requests: the loader skips pictures that were scrolled past before it
/// started them. It caches loaded pictures within a memory limit.
package final class ThumbnailLoader: Sendable {
  private struct Lane {
    var workerCount = 0
    var aheadCount = 0
  }

  private struct State {
    var maker: PictureMaker?
    var wanted: [PictureRequest] = []
    /// The index of each request in the last call of `want`.
    var places: [PictureRequest: Int] = [:]
    /// The number of requests for displayed photos.
    var urgentCount = 0
    /// The requests known to need a helper.
    var helped = Set<PictureRequest>()
    var underWay = Set<PictureRequest>()
    var ordinary = Lane()
    var helping = Lane()
    var store: PictureStore
    var forgotten: [TerminalPicture] = []
    var lastIdentifier: UInt64 = 0
    /// Increments when the graphics mode changes, which invalidates pictures being loaded.
    var generation = 0
    var isFinished = false

    func place(_ request: PictureRequest) -> Int { places[request] ?? .max }
  }

  private let cache: ThumbnailCache
  private let state: Mutex<State>
  private let pool: WorkerPool
  private let threadCount: Int
  private let onReady: @Sendable () -> Void

  /// Creates a loader, which starts after `use(_:)`.
  ///
  /// - Parameters:
  ///   - threadCount: the number of concurrent decoders, and of helpers.
  ///   - byteLimit: the memory for loaded pictures, in bytes.
  package init(
    cache: ThumbnailCache, threadCount: Int, byteLimit: Int = 32 << 20,
    onReady: @escaping @Sendable () -> Void
  ) {
    self.cache = cache
    self.threadCount = max(threadCount, 1)
    // The same number of threads serves the helpers, and one decodes complete photos in the background.
    pool = WorkerPool(threadCount: 2 * self.threadCount + 1)
    self.onReady = onReady
    state = Mutex(State(store: PictureStore(byteLimit: byteLimit)))
  }

  /// Stops the threads after the pictures being loaded.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      state.wanted = []
      state.maker?.lenses.removeAll()
    }
    pool.finish()
  }

  /// Sets the graphics of the terminal, and discards all pictures.
  package func use(_ graphics: TerminalGraphics) {
    state.withLock { state in
      state.generation += 1
      state.forgotten += state.store.removeAll()
      state.underWay = []
      state.maker?.lenses.removeAll()
      state.maker = PictureMaker(cache: cache, graphics: graphics)
    }
  }

  /// Replaces the requests.
  ///
  /// - Parameter urgentCount: the number of requests at the start of the list that are urgent. If there are several threads, one is
  ///   reserved for them.
  package func want(_ requests: [PictureRequest], urgentCount: Int = .max) {
    state.withLock { state in
      state.store.use(requests)
      guard state.maker != nil, !state.isFinished else { return }
      state.wanted = requests.filter { state.store.picture($0) == nil && !state.underWay.contains($0) }
      state.places = Dictionary(zip(requests, 0...)) { first, _ in first }
      state.urgentCount = urgentCount
      state.helped.formIntersection(requests)
      let helped = state.wanted.count { state.helped.contains($0) }
      startWorkers(state.wanted.count - helped, \.ordinary, &state)
      startWorkers(helped, \.helping, &state)
    }
  }

  private func startWorkers(
    _ count: Int, _ lane: WritableKeyPath<State, Lane> & Sendable, _ state: inout State
  ) {
    let count = max(min(count, threadCount - state[keyPath: lane].workerCount), 0)
    state[keyPath: lane].workerCount += count
    for _ in 0..<count { Task(executorPreference: pool) { [self] in makePictures(lane) } }
  }

  package func picture(_ request: PictureRequest) -> PhotoPicture {
    state.withLock { $0.store.picture(request) } ?? .waiting
  }

  /// Returns the histogram of a complete photo after loading.
  package func histogram(_ request: PictureRequest) -> Histogram? {
    state.withLock { $0.store.histogram(request) }
  }

  package func takeForgotten() -> [TerminalPicture] {
    state.withLock { state in
      defer { state.forgotten = [] }
      return state.forgotten
    }
  }

  private func makePictures(_ lane: WritableKeyPath<State, Lane> & Sendable) {
    var last: Job?
    while let job = next(lane) {
      guard let made = job.maker.make(job.request, identifier: job.identifier, usesHelper: lane == \.helping)
      else {
        leaveToHelper(job)
        continue
      }
      last = job
      let isOfUse = state.withLock { state -> Bool in
        if job.isAhead { state[keyPath: lane].aheadCount -= 1 }
        guard state.generation == job.generation else { return false }
        state.underWay.remove(job.request)
        state.forgotten += state.store.insert(made.picture, histogram: made.histogram, for: job.request)
        return true
      }
      if isOfUse { onReady() }
    }
    // The lane may already have a new worker: this task no longer counts.
    if let last { last.maker.prepare(after: last.request) }
  }

  private struct Job {
    let request: PictureRequest
    let maker: PictureMaker
    let identifier: UInt64
    let generation: Int
    let isAhead: Bool
  }

  private func next(_ lane: WritableKeyPath<State, Lane>) -> Job? {
    state.withLock { state in
      let isHelping = lane == \.helping
      let index = state.wanted.firstIndex { state.helped.contains($0) == isHelping }
      let isAhead = index.map { state.place(state.wanted[$0]) >= state.urgentCount } ?? false
      // Reserve one thread for urgent pictures. Workers that load ahead also take urgent requests.
      let aheadCount = state[keyPath: lane].aheadCount
      let isKept = isAhead && aheadCount > 0 && aheadCount >= threadCount - 1
      guard let maker = state.maker, !isKept, let index else {
        state[keyPath: lane].workerCount -= 1
        return nil
      }
      let request = state.wanted.remove(at: index)
      if isAhead { state[keyPath: lane].aheadCount += 1 }
      state.underWay.insert(request)
      state.lastIdentifier += 1
      return Job(
        request: request, maker: maker, identifier: state.lastIdentifier, generation: state.generation,
        isAhead: isAhead)
    }
  }

  /// Requeues a picture at the same position for the helper lane.
  private func leaveToHelper(_ job: Job) {
    state.withLock { state in
      if job.isAhead { state.ordinary.aheadCount -= 1 }
      guard state.generation == job.generation else { return }
      state.underWay.remove(job.request)
      // The user may have scrolled past it in the meantime.
      guard !state.isFinished, let place = state.places[job.request] else { return }
      state.helped.insert(job.request)
      let index = state.wanted.firstIndex { state.place($0) > place } ?? state.wanted.endIndex
      state.wanted.insert(job.request, at: index)
      startWorkers(1, \.helping, &state)
    }
  }
}
