import PhotoFiles
import PhotoImaging
import SystemPackage
import Terminal
import TerminalPicker

/// The terminal behind stdout, on which commands draw pictures.
struct PictureTerminal: Sendable {
  let graphics: TerminalGraphics
  let size: TerminalSize

  /// How long a terminal may take to answer, also over a slow line.
  private static let patience = Duration.milliseconds(200)

  /// Refuses if no pictures can be shown, before work begins.
  ///
  /// - Parameter option: the option that draws pictures, for the message.
  /// - Throws: `CommandFailure` if stdout is no terminal, or one that shows no pictures.
  static func check(for option: String) throws(CommandFailure) {
    guard isatty(STDOUT_FILENO) == 1 else {
      throw CommandFailure(
        .usage, "\(option) draws on a terminal, and standard output is none; leave \(option) out")
    }
    guard TerminalGraphics(.ofProcess).mode != .none else {
      throw CommandFailure(
        .usage, "\(option): this terminal (TERM=dumb) shows no pictures; leave \(option) out")
    }
  }

  /// Asks the terminal what it can show and has `body` draw on it. The terminal is as it was afterwards, also if a
  /// signal ends this.
  ///
  /// - Throws: what `body` throws; `CancellationError` after a signal.
  static func using<Result: Sendable>(
    _ body: @escaping @Sendable (PictureTerminal) async throws -> Result
  ) async throws -> Result {
    let device = TerminalDevice(behind: .standardOutput)
    return try await Interruption.cancelling(
      ProgressDisplay(),
      cleanUp: {
        // Ends what may have been left open: a string, colours, and the quiet.
        _ = try? FileDescriptor.standardOutput.writeAll("\u{1B}\\\u{1B}[0m".utf8)
        device.leave(discardingInput: true)
      }
    ) {
      let findings = TerminalInquiry.ask(device, environment: .ofProcess, timeout: patience)
      // Answers that come late are thrown away.
      defer { device.leave(discardingInput: findings.mayAnswerLate) }
      return try await body(PictureTerminal(graphics: findings.graphics, size: device.size))
    }
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

  /// The drawing of a photo; a word in its place if it can't be shown.
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
    case .tooCostly: "too costly"
    case .unreadable: "unreadable"
    case .unsupported, .outOfMemory, .unwritable: isVideo ? "[video]" : "no picture"
    }
  }
}

extension ThumbnailCache {
  /// The cache of the user's desktop; nothing is kept if its folder is unknown.
  static var ofUser: ThumbnailCache {
    ThumbnailCache(folder: try? UserFolders.current.thumbnails, version: PhotopickVersion.text)
  }
}
