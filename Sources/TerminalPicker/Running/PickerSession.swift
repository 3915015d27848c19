import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

/// One run of a picker: brings what comes from the terminal and the library to the pages, and their frames to the
/// terminal.
struct PickerSession {
  /// What the session answers.
  enum Message: Sendable {
    case terminal(TerminalReader.Event)
    case library(LibrarySnapshot, Receipt)
    case libraryFailed(any Error)
    case event(PickerEvent)
    /// A view that was made of the library for the query of that number.
    case view(PickerUpdate, number: Int)
    case pictureReady
  }

  /// How the session ends.
  private enum Ending { case finish, cancel }

  private let picker: TerminalPicker
  private let device: TerminalDevice
  private let mailbox = Mailbox<Message>()
  private let inquiry: TerminalInquiry
  private let loader: ThumbnailLoader
  private var pages: PickerPages
  private var screen: Screen
  private var library: LibrarySnapshot?
  private var libraryTask: Task<Void, Never>?
  private var viewTask: Task<Void, Never>?
  private var inspectionTask: Task<Void, Never>?
  private var viewNumber = 0
  private var isViewShown = false
  private var receipts: [Receipt] = []
  private var isSuspended = false
  private var toldRevision = 0

  /// A session on a terminal that was entered.
  init(_ picker: TerminalPicker, device: TerminalDevice) throws {
    self.picker = picker
    self.device = device
    pages = PickerPages(picker.options, size: device.size)
    // What is picked at the start is no change.
    toldRevision = pages.picks.revision
    screen = Screen(usesColor: !picker.environment.wantsNoColor, synchronizes: false)
    inquiry = TerminalInquiry(picker.environment, of: device)
    let mailbox = mailbox
    let threads = min(max(WorkerPool.processorCount, 2), 6)
    loader = ThumbnailLoader(cache: picker.cache, threadCount: threads) { mailbox.post(.pictureReady) }
  }

  /// Runs until people are done; `nil` if they cancelled.
  mutating func run() async throws -> PickerResult? {
    readLibrary()
    draw()
    device.write(inquiry.questions)
    let mailbox = mailbox
    let reader = try TerminalReader(device, inquiry: inquiry) { mailbox.post(.terminal($0)) }
    defer {
      libraryTask?.cancel()
      viewTask?.cancel()
      inspectionTask?.cancel()
      loader.finish()
      reader.finish()
      device.write(screen.forgetAll())
    }
    for await _ in mailbox.arrivals {
      for message in mailbox.take() {
        switch try answer(message) {
        case .finish:
          tellPicks()
          return try await result()
        case .cancel: return nil
        case nil: break
        }
      }
      draw()
      acknowledge()
      tellPicks()
    }
    return nil
  }

  private mutating func tellPicks() {
    guard let onChange = picker.options.onChange, pages.picks.revision != toldRevision else { return }
    toldRevision = pages.picks.revision
    onChange(pages.picks.held)
  }

  /// Signs the receipts of the library that is on the screen now.
  private mutating func acknowledge() {
    guard isViewShown else { return }
    for receipt in receipts { receipt.sign() }
    receipts = []
  }

  // MARK: Messages

  private mutating func answer(_ message: Message) throws -> Ending? {
    switch message {
    case .terminal(.input(let input)): return perform(pages.handle(input))
    case .terminal(.signal(let number)): return answer(signal: number)
    case .terminal(.findings(let findings)): use(findings)
    case .terminal(.hangup): return .cancel
    case .library(let snapshot, let receipt):
      library = snapshot
      receipts.append(receipt)
      makeView()
    case .libraryFailed(let error):
      if error is CancellationError { return nil }
      throw error
    case .event(let event): return perform(pages.handle(event))
    case .view(let update, let number):
      // A view that was overtaken by another query is not shown.
      if number == viewNumber {
        isViewShown = true
        _ = pages.handle(.progress(nil))
        return perform(pages.handle(.update(update)))
      }
    case .pictureReady: break
    }
    return nil
  }

  private mutating func answer(signal number: CInt) -> Ending? {
    switch number {
    case SIGWINCH: return perform(pages.resize(device.size))
    case SIGTSTP:
      suspend()
      device.stop()
    case SIGCONT: return resume()
    default: return .cancel
    }
    return nil
  }

  private mutating func perform(_ effects: [PickerPages.Effect]) -> Ending? {
    for effect in effects {
      switch effect {
      case .picker(.makeContents): makeView()
      case .picker(.inspect(let photos)): inspect(photos)
      case .picker(.stopInspecting): inspectionTask?.cancel()
      case .picker(.finish): return .finish
      case .picker(.cancel): return .cancel
      case .picker(.rescan): readLibrary()
      case .redraw: screen.invalidate()
      case .suspend:
        guard device.canStop else {
          _ = pages.handle(.message("cannot be stopped here: no shell could go on with it"))
          continue
        }
        suspend()
        device.stopGroup()
      }
    }
    return nil
  }

  private mutating func use(_ findings: TerminalInquiry.Findings) {
    screen = Screen(
      usesColor: findings.graphics.colors != .monochrome, synchronizes: findings.synchronizesUpdates)
    loader.use(findings.graphics)
  }

  // MARK: Suspension

  private mutating func suspend() {
    isSuspended = true
    device.write(screen.forgetAll())
    device.leave()
  }

  /// Shows the picker again; stops once more if the shell goes on with it in the background.
  private mutating func resume() -> Ending? {
    // If the program was stopped without being asked, others have used the terminal meanwhile too. The answers to
    // the inquiry may be waiting then, so the input stays.
    do { try device.enter(.fullScreen, discardingInput: isSuspended) } catch { return .cancel }
    isSuspended = false
    return perform(pages.resize(device.size))
  }

  // MARK: Library

  private mutating func readLibrary() {
    libraryTask?.cancel()
    let mailbox = mailbox
    let library = picker.library
    libraryTask = Task {
      do {
        try await library({ mailbox.post(.event(.progress("reading… \($0.assets)"))) }) { snapshot in
          let receipt = Receipt()
          mailbox.post(.library(snapshot, receipt))
          await receipt.signature()
        }
        mailbox.post(.event(.progress(nil)))
      } catch {
        mailbox.post(.libraryFailed(error))
      }
    }
  }

  private mutating func makeView() {
    guard let library else { return }
    viewTask?.cancel()
    viewNumber += 1
    isViewShown = false
    let maker = PickerViewMaker(library, options: picker.options)
    let (mailbox, number, isFirst) = (mailbox, viewNumber, !pages.isLoaded)
    let (query, album, picks) = (pages.narrowedQuery, pages.album, pages.picks.assets)
    viewTask = Task {
      do {
        let update = try await maker.update(query, album: album, picks: picks)
        mailbox.post(.view(update, number: number))
        let albums = try await maker.albums(query)
        // A later view may have brought its albums meanwhile.
        if !Task.isCancelled { mailbox.post(.event(.albums(albums))) }
      } catch let error as AssetQuery.QueryError where !isFirst {
        // An album that went away while it is shown may come back.
        mailbox.post(.view(PickerUpdate(), number: number))
        mailbox.post(.event(.message("\(error)")))
      } catch {
        mailbox.post(.libraryFailed(error))
      }
    }
  }

  private mutating func inspect(_ photos: [Asset]) {
    guard let inspect = picker.options.inspect else { return }
    inspectionTask?.cancel()
    let mailbox = mailbox
    inspectionTask = Task {
      do {
        let found = try await inspect(photos) { mailbox.post(.event(.inspecting($0))) }
        if !Task.isCancelled { mailbox.post(.event(.inspected(photos, found))) }
      } catch {
        mailbox.post(.libraryFailed(error))
      }
    }
  }

  /// What the picker returns.
  private func result() async throws -> PickerResult {
    guard let library else { return PickerResult(picked: [], usesOriginal: pages.usesOriginal, problems: []) }
    return try await PickerViewMaker(library, options: picker.options).result(of: pages.model)
  }

  // MARK: Drawing

  private mutating func draw() {
    guard !isSuspended, !device.isInBackground else { return }
    let loader = loader
    let drawing = PickerDrawing(pages, renderers: picker.renderers) { loader.picture($0) }
    let frame = drawing.frame()
    loader.want(drawing.wanted())
    device.write(screen.forget(loader.takeForgotten()) + screen.update(to: frame))
  }
}
