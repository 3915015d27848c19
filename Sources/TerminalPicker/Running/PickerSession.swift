import Foundation
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

/// One run of a picker: brings what comes from the terminal and the library to the model, and the model's frames
/// to the terminal.
struct PickerSession {
  /// What the session waits for.
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
  private var model: PickerModel
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
    model = PickerModel(picker.options, size: device.size)
    // What is picked at the start is no change.
    toldRevision = model.picks.revision
    screen = Screen(usesColor: !picker.environment.wantsNoColor, synchronizes: false)
    inquiry = TerminalInquiry(picker.environment, of: device)
    let mailbox = mailbox
    let threads = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 6)
    loader = ThumbnailLoader(cache: picker.cache, threadCount: threads) { mailbox.post(.pictureReady) }
  }

  /// Runs until people are done; `nil` where they cancelled.
  mutating func run() async throws -> TerminalPicker.Result? {
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
    guard let onChange = picker.options.onChange, model.picks.revision != toldRevision else { return }
    toldRevision = model.picks.revision
    onChange(model.picks.held)
  }

  /// Says that the library stands on the screen.
  private mutating func acknowledge() {
    guard isViewShown else { return }
    for receipt in receipts { receipt.sign() }
    receipts = []
  }

  // MARK: Messages

  private mutating func answer(_ message: Message) throws -> Ending? {
    switch message {
    case .terminal(.input(let input)): return perform(model.handle(.input(input)))
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
    case .event(let event): return perform(model.handle(event))
    case .view(let update, let number):
      // A view that was overtaken by another query is not shown.
      if number == viewNumber {
        isViewShown = true
        _ = model.handle(.progress(nil))
        return perform(model.handle(.update(update)))
      }
    case .pictureReady: break
    }
    return nil
  }

  private mutating func answer(signal number: CInt) -> Ending? {
    switch number {
    case SIGWINCH: return perform(model.handle(.resize(device.size)))
    case SIGTSTP:
      suspend()
      device.stop()
    case SIGCONT: resume()
    default: return .cancel
    }
    return nil
  }

  private mutating func perform(_ effects: [PickerEffect]) -> Ending? {
    for effect in effects {
      switch effect {
      case .makeContents: makeView()
      case .inspect(let photos): inspect(photos)
      case .stopInspecting: inspectionTask?.cancel()
      case .finish: return .finish
      case .cancel: return .cancel
      case .redraw: screen.invalidate()
      case .rescan: readLibrary()
      case .suspend:
        guard device.canStop else {
          _ = model.handle(.message("cannot be stopped here: no shell could go on with it"))
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

  private mutating func resume() {
    // Where the program was stopped without being asked, the terminal has been used by others meanwhile too.
    guard (try? device.enter(.fullScreen)) != nil else { return }
    isSuspended = false
    _ = model.handle(.resize(device.size))
    screen.invalidate()
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
    let maker = ViewMaker(library: library, options: picker.options)
    let (mailbox, number, isFirst) = (mailbox, viewNumber, !model.isLoaded)
    let (query, album, picks) = (model.query, model.album, model.picks.assets)
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

  /// The picks with their places in everything that can be picked: the query at the start, in the grouping and
  /// order that people chose last.
  private func result() async throws -> TerminalPicker.Result {
    var query = picker.options.query
    (query.grouping, query.sorting, query.direction) =
      (model.query.grouping, model.query.sorting, model.query.direction)
    guard let library else {
      return TerminalPicker.Result(picked: [], usesOriginal: model.usesOriginal, problems: [])
    }
    let maker = ViewMaker(library: library, options: picker.options)
    let picks = model.picks.assets
    let (view, problems) = try await maker.view(query, album: .all)
    let sought = Set(picks.map(PhotoKey.init))
    var places = [PhotoKey: PickedAsset](minimumCapacity: sought.count)
    for picked in view.all where sought.contains(PhotoKey(picked.asset)) {
      places[PhotoKey(picked.asset)] = picked
    }
    return TerminalPicker.Result(
      picked: placed(picks, places, in: view), usesOriginal: model.usesOriginal,
      problems: library.problems + problems)
  }

  /// The picks with their places; those that the view does not hold stand behind it.
  private func placed(
    _ picks: [Asset], _ places: [PhotoKey: PickedAsset], in view: NumberedView
  ) -> [PickedAsset] {
    var others = 0
    return picks.map { asset in
      if let place = places[PhotoKey(asset)] { return place }
      defer { others += 1 }
      return PickedAsset(
        asset: asset, number: view.count + others + 1,
        indexPath: ItemIndexPath(section: view.groups.count, item: others),
        groupKey: picker.options.pickedSection ?? "")
    }
  }

  // MARK: Drawing

  private mutating func draw() {
    guard !isSuspended else { return }
    let loader = loader
    let drawing = PickerDrawing(model) { loader.picture($0) }
    let frame = drawing.frame()
    loader.want(drawing.wanted())
    device.write(screen.forget(loader.takeForgotten()) + screen.update(to: frame))
  }
}
