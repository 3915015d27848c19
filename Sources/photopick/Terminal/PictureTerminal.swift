import Foundation
import PhotoImaging
import PhotoPicker
import SystemPackage
import TerminalGraphics

/// The terminal behind stdout, on which commands draw pictures.
struct PictureTerminal: Sendable {
  /// How pictures are drawn.
  let graphics: TerminalGraphics
  /// The width in cells.
  let columns: Int
  /// The height in cells.
  let rows: Int
  private let opened: FileDescriptor?
  private let quiet: QuietInput?

  /// How long a terminal may take to answer, over a slow line too.
  private static let patience = Duration.milliseconds(200)

  /// Refuses where no pictures can be shown, before work begins.
  ///
  /// - Parameter option: the option that draws pictures, for the message.
  /// - Throws: `CommandFailure` where stdout is no terminal, or one that shows no pictures.
  static func check(for option: String) throws(CommandFailure) {
    guard isatty(STDOUT_FILENO) == 1 else {
      throw CommandFailure(
        .usage, "\(option) draws on a terminal, and standard output is none; leave \(option) out")
    }
    let environment = ProcessInfo.processInfo.environment
    guard TerminalGraphics.withoutAsking(environment: environment).mode != .none else {
      throw CommandFailure(
        .usage, "\(option): this terminal (TERM=dumb) shows no pictures; leave \(option) out")
    }
  }

  /// Asks the terminal what it can show and has `body` draw on it. The terminal is as it was afterwards, also where a
  /// signal ends this.
  ///
  /// - Throws: what `body` throws; `CancellationError` after a signal.
  static func using<Result: Sendable>(
    _ body: @escaping @Sendable (PictureTerminal) async throws -> Result
  ) async throws -> Result {
    var mode = termios()
    let isKnown = tcgetattr(STDOUT_FILENO, &mode) == 0
    return try await Interruption.cancelling(
      ProgressLine(),
      cleanUp: { [mode] in
        // Ends what may have been left open: a string, colours, and the quiet.
        _ = try? FileDescriptor.standardOutput.writeAll("\u{1B}\\\u{1B}[0m".utf8)
        var mode = mode
        if isKnown { tcsetattr(STDOUT_FILENO, TCSAFLUSH, &mode) }
      }
    ) {
      let terminal = open()
      defer { terminal.close() }
      return try await body(terminal)
    }
  }

  private static func open() -> PictureTerminal {
    let output = FileDescriptor.standardOutput
    let environment = ProcessInfo.processInfo.environment
    let opened = openInput(of: output)
    let input = opened ?? output
    let graphics = TerminalGraphics.probe(
      input: input, output: output, environment: environment, timeout: patience)
    var size = winsize()
    let isTold = ioctl(output.rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return PictureTerminal(
      graphics: graphics, columns: isTold ? Int(size.ws_col) : 80, rows: isTold ? Int(size.ws_row) : 24,
      opened: opened, quiet: graphics.mayAnswerLate ? QuietInput(input) : nil)
  }

  /// Opens the terminal for reading: stdin may carry paths. `nil` where its name is not told; stdout can be read
  /// then, as terminals are opened for both.
  private static func openInput(of output: FileDescriptor) -> FileDescriptor? {
    guard let name = ttyname(output.rawValue) else { return nil }
    // It must not become the terminal that controls the process.
    let options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking, .init(rawValue: O_NOCTTY)]
    return try? FileDescriptor.open(FilePath(platformString: name), .readOnly, options: options)
  }

  /// Leaves the terminal as it was; answers that came late are thrown away.
  private func close() {
    quiet?.restore(discardingInput: true)
    try? opened?.close()
  }

  /// The size of thumbnails that fills so many cells. Symbols show two pixels a cell.
  func thumbnailSize(columns: Int, rows: Int) -> ThumbnailSize {
    let cell = graphics.cellSize ?? .usual
    let side = graphics.mode == .symbols ? 2 * columns : max(columns * cell.width, rows * cell.height)
    return ThumbnailSize(side: UInt32(clamping: side))
  }
}

/// Draws photos through the user's thumbnail cache.
struct PhotoDrawer: Sendable {
  let graphics: TerminalGraphics
  let size: ThumbnailSize
  let columns: Int
  let rows: Int
  private let cache = ThumbnailCache.ofUser

  init(_ terminal: PictureTerminal, columns: Int, rows: Int) {
    graphics = terminal.graphics
    size = terminal.thumbnailSize(columns: columns, rows: rows)
    self.columns = columns
    self.rows = rows
  }

  /// The drawing of a photo; a word in its place where it can't be shown.
  func drawing(of path: FilePath, isVideo: Bool) -> TerminalDrawing {
    do throws(ImagingError) {
      let pixels = try cache.thumbnail(of: path, size: size).pixels
      return graphics.drawing(of: pixels, columns: columns, rows: rows)
    } catch {
      return TerminalDrawing(
        text: Self.word(for: error.reason, isVideo: isVideo), columns: columns, rows: rows)
    }
  }

  private static func word(for reason: ImagingError.Reason, isVideo: Bool) -> String {
    switch reason {
    case .damaged: "damaged"
    case .noPicture: isVideo ? "[video]" : "[raw]"
    case .tooLarge: "too large"
    case .unreadable: "unreadable"
    case .unsupported, .outOfMemory, .unwritable: isVideo ? "[video]" : "no picture"
    }
  }
}

extension ThumbnailCache {
  /// The cache of the user's desktop.
  static var ofUser: ThumbnailCache {
    ThumbnailCache(folder: userFolder(ProcessInfo.processInfo.environment), version: PhotopickVersion.text)
  }
}
