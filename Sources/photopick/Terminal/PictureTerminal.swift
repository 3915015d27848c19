import PhotoFiles
import PhotoImaging
import SystemPackage
import Terminal
import TerminalPicker

/// The terminal of standard output, for pictures.
struct PictureTerminal: Sendable {
  let graphics: TerminalGraphics
  let size: TerminalSize

  /// The timeout for replies of the terminal before pictures are drawn without them.
  private static let patience = Duration.milliseconds(200)

  /// Fails early if the terminal can't display pictures.
  ///
  /// - Parameter option: The option that requires pictures, for the message.
  /// - Throws: `CommandFailure` unless standard output is a terminal that supports pictures.
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

  /// Queries the capabilities of the terminal and calls `body` to draw on it. Resets the terminal afterwards, even
  /// after a signal.
  ///
  /// - Throws: Errors of `body`; `CancellationError` after a signal.
  static func using<Result: Sendable>(
    _ body: @escaping @Sendable (PictureTerminal) async throws -> Result
  ) async throws -> Result {
    let device = TerminalDevice(behind: .standardOutput)
    return try await Interruption.cancelling(
      ProgressDisplay(),
      cleanUp: {
        // Terminate an open escape sequence and reset the style.
        _ = try? FileDescriptor.standardOutput.writeAll("\u{1B}\\\u{1B}[0m".utf8)
        device.leave(discardingInput: true)
      }
    ) {
      var inquiry = TerminalInquiry.ask(device, environment: .ofProcess, timeout: patience)
      defer { inquiry.finish() }
      return try await body(PictureTerminal(graphics: inquiry.findings.graphics, size: device.size))
    }
  }

  /// Returns the size of thumbnails for an area of cells. A cell of symbols represents two pixels.
  func thumbnailSize(columns: Int, rows: Int) -> ThumbnailSize {
    let cell = graphics.cellSize ?? .usual
    let side = graphics.mode == .symbols ? 2 * columns : max(columns * cell.width, rows * cell.height)
    return ThumbnailSize(side: UInt32(clamping: side))
  }
}

/// Renders photos from the thumbnail cache of the desktop.
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

  /// Returns the drawing of a photo, or a placeholder if decoding fails.
  func drawing(of path: FilePath, isVideo: Bool) -> TerminalDrawing {
    do throws(ImagingError) {
      return try picture(of: path)
    } catch {
      return TerminalDrawing(
        text: Self.word(for: error.reason, isVideo: isVideo), columns: columns, rows: rows)
    }
  }

  func picture(of path: FilePath) throws(ImagingError) -> TerminalDrawing {
    graphics.drawing(of: try cache.thumbnail(of: path, size: size).pixels, columns: columns, rows: rows)
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
  /// The shared thumbnail cache; if the folder is unknown, thumbnails aren't stored.
  static var ofUser: ThumbnailCache {
    ThumbnailCache(folder: try? UserFolders.current.thumbnails, version: PhotopickVersion.text)
  }
}
