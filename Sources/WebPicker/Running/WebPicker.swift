import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker

/// A picker on a page in the browser, served on this machine alone.
///
///     let picker = WebPicker(PickerOptions(), cache: cache) { onProgress, show in
///       await show(try await library.snapshot(onProgress: onProgress))
///     }
///     let result = try await picker.run { event in
///       if case .ready(let address, _) = event { print(address) }
///     }
///
/// It answers to the browser that was given the address and to nobody else; docs/web.md tells how.
public struct WebPicker: Sendable {
  /// Why there is no page.
  public typealias Unavailable = WebPickerUnavailable

  /// What a person at the shell is told while the page is open.
  public enum Event: Sendable, Hashable {
    /// The page can be opened: its address, which works once, and its port on this machine.
    case ready(address: String, port: UInt16)
    /// The browser has used the address, which is worthless from now on.
    case entered
    /// How far people are, in a line that replaces the one before.
    case progress(String)
    /// Why it ends without them, in a line.
    case note(String)
  }

  private static let patience = Duration.milliseconds(300)

  private let options: PickerOptions
  private let pictures: PagePictures
  private let library: PickerSource

  /// The address of this machine on which pages are served; no other machine reaches it.
  public static let host = WebServer.host

  /// The port to listen on; 0 for a free one.
  public var port: UInt16 = 0
  /// How long it may take in all, not counting the time in which the machine sleeps; `nil` for as long as it takes.
  public var timeout: Duration?

  public init(
    _ options: PickerOptions, cache: ThumbnailCache, renderings: RenderingFolder? = nil,
    isRemote: Bool = false,
    library: @escaping PickerSource
  ) {
    self.options = options
    self.library = library
    pictures = PagePictures(cache: cache, renderings: renderings, isRemote: isRemote)
  }

  /// Serves the page until people are done.
  ///
  /// - Parameter onEvent: takes what happens, on any thread; first that the page can be opened.
  /// - Returns: what they picked; `nil` if they cancelled, left the page, or the task was cancelled.
  /// - Throws: `Unavailable`, or what the library throws.
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
    // In a task of its own, which Ctrl-C does not cancel.
    await Task { await server.settle(within: Self.patience) }.value
    serving.cancel()
    await serving.value
    pictures.lenses.removeAll()
    return try outcome.get()
  }
}
