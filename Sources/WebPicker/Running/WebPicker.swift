import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker

/// A picker on a web page, served only on this machine.
///
///     let picker = WebPicker(PickerOptions(), cache: cache) { onProgress, show in
///       await show(try await library.snapshot(onProgress: onProgress))
///     }
///     let result = try await picker.run { event in
///       if case .ready(let address, _) = event { print(address) }
///     }
///
/// Only the browser that receives the address has access; docs/web.md explains how.
public struct WebPicker: Sendable {
  /// Why the page isn't available.
  public typealias Unavailable = WebPickerUnavailable

  /// Events for the user at the shell.
  public enum Event: Sendable, Hashable {
    /// The page is available at an address, which works once, on a port of this machine.
    case ready(address: String, port: UInt16)
    /// The browser has used the address.
    case entered
    /// The progress of the user, in one line that replaces the previous one.
    case progress(String)
    /// Why the picker exits, in one line.
    case note(String)
  }

  private static let patience = Duration.milliseconds(300)

  private let options: PickerOptions
  private let pictures: PagePictures
  private let library: PickerSource

  /// The loopback address that serves pages.
  public static let host = WebServer.host

  /// The port; 0 chooses a free port.
  public var port: UInt16 = 0
  /// The time limit, not counting the time in which the machine sleeps; `nil` for none.
  public var timeout: Duration?

  public init(
    _ options: PickerOptions, cache: ThumbnailCache, renderings: RenderingFolder? = nil,
    isRemote: Bool = false, library: @escaping PickerSource
  ) {
    self.options = options
    self.library = library
    pictures = PagePictures(cache: cache, renderings: renderings, isRemote: isRemote)
  }

  /// Serves the page until the user finishes.
  ///
  /// - Parameter onEvent: the callback for events, invoked on any thread; the first event is `ready`.
  /// - Returns: the picks; `nil` if the user cancelled or left the page, or the task was cancelled.
  /// - Throws: `Unavailable`, or an error of the library.
  public func run(onEvent: @escaping @Sendable (Event) -> Void) async throws -> PickerResult? {
    let server = try WebServer(port: port)
    let access = PageAccess(port: server.port)
    var session = PageSession(options, library: library, timeout: timeout, onEvent: onEvent)
    let threads = PageThreads()
    defer { threads.finish() }
    let mailbox = session.mailbox
    let router = PageRouter(
      access: access, board: session.board, numbers: session.numbers, values: session.values,
      pictures: pictures, threads: threads,
      perform: { command, page in
        let reply = PageReply()
        mailbox.post(.command(command, page: page, reply))
        return await reply.value()
      },
      onEntry: { onEvent(.entered) })
    let serving = Task { await server.run { router.receive($0, from: $1) } }
    onEvent(.ready(address: access.address, port: server.port))
    let outcome: Result<PickerResult?, any Error>
    do { outcome = .success(try await session.run()) } catch { outcome = .failure(error) }
    // A separate task, which Ctrl-C doesn't cancel.
    await Task { await server.settle(within: Self.patience) }.value
    serving.cancel()
    await serving.value
    pictures.lenses.removeAll()
    return try outcome.get()
  }
}
