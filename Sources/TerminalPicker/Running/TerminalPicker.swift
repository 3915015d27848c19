import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

/// A picker that fills the terminal: albums, a grouped grid of photos, and a full view.
///
///     let picker = TerminalPicker(PickerOptions(), cache: cache) { onProgress, show in
///       await show(try await library.snapshot(onProgress: onProgress))
///     }
///     if let result = try await picker.run() { print(result.picked.map(\.asset.path)) }
///
/// It opens the controlling terminal, so stdin and stdout remain available.
public struct TerminalPicker: Sendable {
  /// Why the picker can't open.
  public enum Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The terminal can't position the cursor (`TERM=dumb`, or no `TERM`).
    case dumbTerminal
    /// There is no usable terminal.
    case noTerminal(Errno)

    /// A one-line description of the problem.
    public var description: String {
      switch self {
      case .dumbTerminal: "pick needs a terminal that can place text, and TERM says that this one cannot"
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
    environment: TerminalEnvironment = .ofProcess, library: @escaping PickerSource
  ) {
    self.options = options
    self.renderers = renderers
    self.cache = cache
    self.environment = environment
    self.library = library
  }

  /// Runs the picker until the user finishes.
  ///
  /// - Returns: the picks; `nil` if the user or a signal cancelled.
  /// - Throws: `Unavailable`, or an error of the library.
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
