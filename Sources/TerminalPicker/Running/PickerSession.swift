import PhotoActions
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import Terminal

/// A run of the terminal picker: delivers events from the terminal and the library to the pages, and renders the
/// frames.
struct PickerSession: PickerFrontEnd {
  enum Message: Sendable {
    case terminal(TerminalReader.Event)
    case engine(PickerEngine.Message)
    case pictureReady
  }

  private let picker: TerminalPicker
  private let device: TerminalDevice
  let mailbox = Mailbox<Message>()
  private let inquiry: TerminalInquiry
  private let loader: ThumbnailLoader
  var engine: PickerEngine
  var ending: PickerEnding?
  private var pages: PickerPages
  private var screen: Screen
  private var isSuspended = false
  private var reader: TerminalReader?
  /// The size of a cell at the last inquiry, if the system knows it.
  private var cellSize: CellSize?
  /// Commands to run in the terminal after all pending messages.
  private var terminalActions: ArraySlice<(UserAction, [Asset])> = []

  var model: PickerModel { pages.model }

  init(_ picker: TerminalPicker, device: TerminalDevice) throws {
    self.picker = picker
    self.device = device
    pages = PickerPages(picker.options, size: device.size, footerLines: picker.renderers.footerLines)
    screen = Screen(usesColor: !picker.environment.wantsNoColor, synchronizes: false)
    inquiry = TerminalInquiry(picker.environment, of: device)
    let mailbox = mailbox
    engine = PickerEngine(picker.options, library: picker.library) { mailbox.post(.engine($0)) }
    let threads = min(max(WorkerPool.processorCount, 2), 6)
    loader = ThumbnailLoader(cache: picker.cache, threadCount: threads) { mailbox.post(.pictureReady) }
  }

  /// Runs until the user finishes, and completes pending writes. Returns `nil` if the user cancels.
  mutating func run() async throws -> PickerResult? {
    engine.readLibrary()
    show()
    try startReading()
    let result: PickerResult?
    do {
      result = try await answerMessages()
    } catch {
      await leave()
      throw error
    }
    await leave()
    return result
  }

  private mutating func startReading() throws {
    cellSize = device.cellSize
    device.write(inquiry.questions)
    let mailbox = mailbox
    reader = try TerminalReader(device, inquiry: inquiry) { mailbox.post(.terminal($0)) }
  }

  private mutating func stopReading() {
    reader?.finish()
    reader = nil
  }

  private mutating func leave() async {
    loader.finish()
    stopReading()
    device.write(screen.forgetAll())
    await engine.finish()
  }

  mutating func runCommands() async throws {
    while let (action, assets) = terminalActions.popFirst() { try await run(action, on: assets) }
  }

  private mutating func run(_ action: UserAction, on assets: [Asset]) async throws {
    // Save the draft first: photopick may be terminated during the command.
    engine.reportPicks(of: model)
    stopReading()
    suspend()
    let message = await engine.outcome(of: action, on: assets)
    if resume() != nil { return mailbox.post(.terminal(.hangup)) }
    _ = pages.handle(.message(message))
    try startReading()
  }

  /// Copies paths to the clipboard of the terminal, one per line, except those that a shell could run when pasted.
  private mutating func copyPaths(of assets: [Asset]) {
    let paths = assets.map(\.pathBytes).filter(TerminalClipboard.isPlainLine)
    let refused = assets.count - paths.count
    let refusal = refused == 0 ? "" : " \(refused) not copied: control characters or invalid UTF-8."
    guard !paths.isEmpty else {
      _ = pages.handle(.message(String(refusal.dropFirst())))
      return
    }
    let bytes = Array(paths.joined(separator: [0x0A]))
    let what = paths.count == 1 ? "1 path" : "\(paths.count) paths"
    guard let sequence = TerminalClipboard.copying(bytes, environment: picker.environment) else {
      _ = pages.handle(.message("\(what) cannot be copied: a terminal takes 75 kB at most."))
      return
    }
    device.write(sequence)
    Task { await TmuxClipboard.copy(bytes) }
    _ = pages.handle(.message("\(what) copied, if the terminal allows it.\(refusal)"))
  }

  mutating func answer(_ message: Message) throws -> PickerEnding? {
    switch message {
    case .terminal(.input(let input)):
      // Ctrl-C returns before pending metadata is written. While the engine completes that, the session ignores all
      // other input.
      if input == .key(.control("c")) { engine.cancelJobs() } else if ending != nil { return nil }
      return perform(pages.handle(input))
    case .terminal(.signal(let number)): return try answer(signal: number)
    case .terminal(.findings(let findings)): use(findings)
    case .terminal(.hangup): return .cancel
    case .engine(let message):
      for event in try engine.take(message, model) {
        if let ending = perform(pages.handle(event)) { return ending }
      }
    case .pictureReady: break
    }
    return nil
  }

  private mutating func answer(signal number: CInt) throws -> PickerEnding? {
    switch number {
    case SIGWINCH:
      // Another font size.
      if device.cellSize != cellSize {
        stopReading()
        try startReading()
      }
      return perform(pages.resize(device.size))
    case SIGTSTP:
      suspend()
      device.stop()
    case SIGCONT: return resume()
    default: return .cancel
    }
    return nil
  }

  private mutating func perform(_ effects: [PickerPages.Effect]) -> PickerEnding? {
    for effect in effects {
      switch effect {
      case .picker(.copyPaths(let assets)): copyPaths(of: assets)
      case .picker(.readActions):
        // Reread before the next key, which belongs to the menu.
        if let actions = pages.actions { _ = pages.handle(.actions(actions.reread())) }
      case .picker(.runInTerminal(let action, let assets)): terminalActions.append((action, assets))
      case .picker(let effect): if let ending = engine.perform([effect], for: model) { return ending }
      case .redraw:
        // In the background, another job may write to the terminal.
        if device.isInBackground { screen.invalidate() } else { device.write(screen.forgetAll()) }
      case .suspend:
        guard device.canStop else {
          _ = pages.handle(.message("The picker cannot be stopped here: no shell could resume it."))
          continue
        }
        suspend()
        device.stopGroup()
      }
    }
    return nil
  }

  private mutating func use(_ findings: TerminalInquiry.Findings) {
    // After a command, the session may have sent pictures before the response arrived.
    device.write(screen.forgetAll())
    screen = Screen(
      usesColor: findings.graphics.colors != .monochrome, synchronizes: findings.synchronizesUpdates)
    let graphics = findings.graphics
    pages.cell = graphics.mode == .symbols ? .symbols : graphics.cellSize ?? .usual
    loader.use(graphics)
  }

  private mutating func suspend() {
    isSuspended = true
    device.write(screen.forgetAll())
    device.leave()
  }

  private mutating func resume() -> PickerEnding? {
    // After an unexpected stop, other programs may have used the terminal. Keep the input, since it may contain
    // responses to the inquiry.
    do { try device.enter(.fullScreen, discardingInput: isSuspended) } catch { return .cancel }
    isSuspended = false
    return perform(pages.resize(device.size))
  }

  mutating func show() {
    guard !isSuspended, !device.isInBackground else { return }
    let loader = loader
    let pictures = PictureSourceView(picture: { loader.picture($0) }, histogram: { loader.histogram($0) })
    let drawing = PickerDrawing(pages, renderers: picker.renderers, pictures: pictures)
    let frame = drawing.frame()
    loader.want(drawing.wanted(), urgentCount: drawing.urgentCount())
    let update = screen.update(to: frame)
    device.write(update + screen.forget(loader.takeForgotten()))
    // Over a network, prefetched pixels would delay urgent ones.
    guard !picker.environment.isRemote, let next = drawing.next(),
      case .ready(let picture) = loader.picture(next)
    else { return }
    device.write(screen.send(picture))
  }
}
