import FlyingSocks
import PhotoFiles
import SystemPackage

/// The decision on a request, based on its first line and headers.
package enum WebReception: Sendable {
  /// Ignore the body, send a response, and close the connection.
  case refused(WebResponse)
  /// The request is authorized: read its body, respond, and trust the connection.
  case admitted(@Sendable (_ body: [UInt8]) async -> WebResponse)
}

/// Why the page isn't available.
public enum WebPickerUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
  /// The port is not available.
  case port(UInt16, Errno)
  /// The system doesn't identify the users of connections, so the server couldn't exclude other users.
  case owners(Errno)
  /// The current user isn't mapped in the user namespace, and is indistinguishable from other unmapped users.
  case unmappedUser

  /// One line that explains what to do.
  public var description: String {
    switch self {
    case .port(let port, .addressInUse): "port \(port) is used by another program"
    case .port(let port, .permissionDenied): "port \(port) is not for ordinary users"
    case .port(let port, let error): "no page can be served on port \(port): \(error)"
    case .owners(let error):
      "the system does not tell which user opens a connection (\(error)), so no page is served; "
        + "load the kernel module tcp_diag, or pick in the terminal"
    case .unmappedUser:
      "your user is not mapped in this user namespace, where other users look the same, so no page is served; "
        + "map it, as with unshare --map-current-user, or pick in the terminal"
    }
  }
}

/// An HTTP server on the loopback address, based on FlyingFox's sockets, with bounded resources.
///
///     let server = try WebServer(port: 0)
///     await server.run { request, owner in
///       owner == .user ? .admitted { body in WebResponse(.ok) } : .refused(WebResponse(.forbidden))
///     }
package final class WebServer: Sendable {
  /// Decides on a request, given the owner of its connection; invoked concurrently.
  package typealias Handler = @Sendable (WebRequest, ConnectionOwner) -> WebReception

  /// The loopback address, which other machines can't reach.
  package static let host = "127.0.0.1"
  private static let pace = Duration.seconds(1)
  /// The delay after failing to accept a connection.
  private static let pause = Duration.milliseconds(50)

  package let port: UInt16
  private let socket: Socket
  private let pool: any AsyncSocketPool = .make()
  private let table: ConnectionTable
  private let limits: ServerLimits

  /// - Parameter port: the port; 0 chooses a free port.
  package init(port: UInt16, limits: ServerLimits = ServerLimits()) throws(WebPickerUnavailable) {
    self.limits = limits.withinOpenFiles()
    table = ConnectionTable(limits: self.limits)
    do {
      socket = try Socket(domain: AF_INET)
      // Child processes must not inherit the port.
      guard fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC) == 0 else {
        throw SocketError.makeFailed("Flags")
      }
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: Self.host, port: port))
      try socket.listen()
      guard case .ip4(_, let bound) = try socket.sockname() else { throw SocketError.unsupportedAddress }
      self.port = bound
    } catch SocketError.failed(_, let number, _) {
      throw .port(port, Errno(rawValue: number))
    } catch {
      throw .port(port, .addressNotAvailable)
    }
    do throws(WebPickerUnavailable) {
      try ConnectionOwner.check(socket)
    } catch {
      try? socket.close()
      throw error
    }
  }

  /// Serves requests until the task is cancelled, and closes all sockets.
  package func run(_ handler: @escaping Handler) async {
    let listener: AsyncSocket
    do {
      try await pool.prepare()
      listener = try AsyncSocket(socket: socket, pool: pool)
    } catch {
      return
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [pool] in try? await pool.run() }
      group.addTask { [table] in
        while (try? await Task.sleep(for: Self.pace)) != nil { table.closeLate() }
      }
      group.addTask { await self.accept(on: listener, handler) }
      await group.next()
      group.cancelAll()
    }
    table.close()
    try? listener.close()
  }

  /// Gives pending responses a short time to finish.
  package func settle(within patience: Duration) async {
    let end = ContinuousClock.now + patience
    while table.isAnswering, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  /// Returns `true` if a lack of resources caused the error.
  private static func isLackOfRoom(_ error: any Error) -> Bool {
    guard case SocketError.failed(_, let number, _)? = error as? SocketError else { return false }
    let errors: [Errno] = [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory]
    return errors.contains(Errno(rawValue: number))
  }

  private func accept(on listener: AsyncSocket, _ handler: @escaping Handler) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        let socket: AsyncSocket
        do {
          socket = try await listener.accept()
        } catch {
          // The client may already have disconnected.
          let hasRoom = Self.isLackOfRoom(error) ? await table.makeRoom() : false
          if !hasRoom { try? await Task.sleep(for: Self.pause) }
          continue
        }
        // Child processes must not inherit the connection.
        _ = fcntl(socket.socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        let owner = ConnectionOwner(of: socket.socket)
        let served = await table.add(owner == .user ? .guest : .stranger) { number in
          let connection = WebConnection(
            socket: socket, owner: owner, number: number, table: table, limits: limits)
          return Task { await connection.serve(handler) }
        }
        guard let served else {
          try? socket.close()
          continue
        }
        group.addTask {
          await withTaskCancellationHandler {
            await served.value
          } onCancel: {
            served.cancel()
          }
        }
      }
    }
  }
}
