import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// A picker that fills the terminal: albums, a grid of photos in sections, a page for one photo.
///
///     let picker = TerminalPicker(PickerOptions(), cache: cache) { onProgress, show in
///       await show(try await library.snapshot(onProgress: onProgress))
///     }
///     if let result = try await picker.run() { print(result.picked.map(\.asset.path)) }
///
/// It draws on the terminal that controls the process, so that stdin and stdout stay free.
public struct TerminalPicker: Sendable {
  /// Why a picker cannot be shown.
  public enum Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The terminal cannot place anything (`TERM=dumb`, or no `TERM`).
    case dumbTerminal
    /// The process has no terminal, or it cannot be used.
    case noTerminal(Errno)

    /// One line that says what is missing.
    public var description: String {
      switch self {
      case .dumbTerminal:
        "pick needs a terminal that can place text, and TERM says that this one cannot"
      case .noTerminal(.ioError):
        "pick needs a terminal: it runs in the background, and no shell can bring it forward"
      case .noTerminal(let error): "pick needs a terminal: /dev/tty cannot be used: \(error)"
      }
    }
  }

  let options: PickerOptions
  let renderers: GridRenderers
  let cache: ThumbnailCache
  let environment: TerminalEnvironment
  let library: PickerSource

  public init(
    _ options: PickerOptions, cache: ThumbnailCache, renderers: GridRenderers = GridRenderers(),
    environment: TerminalEnvironment = .ofProcess,
    library: @escaping PickerSource
  ) {
    self.options = options
    self.renderers = renderers
    self.cache = cache
    self.environment = environment
    self.library = library
  }

  /// Shows the picker until people are done.
  ///
  /// - Returns: what they picked; `nil` if they cancelled, or a signal did.
  /// - Throws: `Unavailable`, or what the library throws.
  public func run() async throws -> PickerResult? {
    guard !environment.isDumb else { throw Unavailable.dumbTerminal }
    let device: TerminalDevice
    do throws(Errno) {
      device = try TerminalDevice()
      try device.enter(.fullScreen, discardingInput: true)
    } catch {
      if error == .canceled { return nil }
      throw Unavailable.noTerminal(error)
    }
    defer { device.leave() }
    var session = try PickerSession(self, device: device)
    return try await session.run()
  }
}
