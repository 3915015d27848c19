import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage

/// A picker on a page in the browser, served on this machine alone.
///
///     let picker = WebPicker(PickerOptions(), cache: cache) { onProgress, show in
///       await show(try await library.snapshot(onProgress: onProgress))
///     }
///     let result = try await picker.run { address in print(address.text) }
///
/// It answers to the browser that was given the address and to nobody else; docs/web.md tells how.
public struct WebPicker: Sendable {
  /// Why there is no page.
  public enum Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The port cannot be listened on.
    case port(UInt16, Errno)

    /// One line that says what to do.
    public var description: String {
      switch self {
      case .port(let port, .addressInUse):
        "port \(port) is used by another program; leave --port out to get a free one"
      case .port(let port, .permissionDenied):
        "port \(port) is not for ordinary users; leave --port out to get a free one"
      case .port(let port, let error): "no page can be served on port \(port): \(error)"
      }
    }
  }

  /// Where the page is.
  public struct Address: Sendable, Hashable {
    /// The address for a browser; it works once.
    public let text: String
    /// The port on this machine.
    public let port: UInt16
  }

  /// How long answers under way are waited for at the end.
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
  /// Takes what a person at the shell is told meanwhile, in a line; called on any thread.
  public var onProgress: @Sendable (String) -> Void = { _ in }

  /// A picker.
  ///
  /// - Parameters:
  ///   - options: what is shown and how people may pick.
  ///   - cache: the folder in which thumbnails are kept.
  ///   - renderings: the folder in which larger pictures are kept; `nil` to keep none.
  ///   - isRemote: true if the browser is reached over a network, so that pictures should be small.
  ///   - library: the photos.
  public init(
    _ options: PickerOptions, cache: ThumbnailCache, renderings: RenderingFolder? = nil, isRemote: Bool = false,
    library: @escaping PickerSource
  ) {
    self.options = options
    self.library = library
    pictures = PagePictures(cache: cache, renderings: renderings, isRemote: isRemote)
  }

  /// Serves the page until people are done.
  ///
  /// - Parameter announce: called with the address once the page can be opened.
  /// - Returns: what they picked; `nil` if they cancelled, left the page, or the task was cancelled.
  /// - Throws: `Unavailable`, or what the library throws.
  public func run(_ announce: (Address) -> Void) async throws -> PickerResult? {
    let server: WebServer
    do throws(Errno) {
      server = try WebServer(port: port)
    } catch {
      throw Unavailable.port(port, error)
    }
    let access = PageAccess(port: server.port)
    var session = PageSession(options, library: library, timeout: timeout, onProgress: onProgress)
    let pool = WorkerPool(threadCount: min(max(WorkerPool.processorCount, 2), 6))
    defer { pool.finish() }
    let mailbox = session.mailbox
    let router = PageRouter(
      access: access, board: session.board, numbers: session.numbers, pictures: pictures, pool: pool
    ) { command in
      let reply = PageReply()
      mailbox.post(.command(command, reply))
      return await reply.value()
    }
    let serving = Task { await server.run { await router.answer($0, visitorPort: $1) } }
    announce(Address(text: access.address, port: server.port))
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
