import FlyingSocks
import PhotoFiles
import SystemPackage

/// What a server does with a request, which it decides by the first line and the headers.
package enum WebReception: Sendable {
  /// The request is answered without its body, and its connection is closed.
  case refused(WebResponse)
  /// The request has shown the key: it is answered once its body has arrived, and its connection is trusted from now on.
  case admitted(@Sendable (_ body: [UInt8]) async -> WebResponse)
}

/// Why there is no page.
public enum WebPickerUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
  /// The port cannot be listened on.
  case port(UInt16, Errno)
  /// The system does not tell which user opens a connection, so other users could not be kept out.
  case owners(Errno)
  /// The user of this process has no number in its user namespace, and so looks like all others without one.
  case unmappedUser

  /// One line that says what to do.
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

/// A server on this machine's own address, on FlyingFox's sockets and with limits of ours.
///
///     let server = try WebServer(port: 0)
///     await server.run { request, owner in
///       owner == .user ? .admitted { body in WebResponse(.ok) } : .refused(WebResponse(.forbidden))
///     }
package final class WebServer: Sendable {
  /// Receives a request, and who opened its connection; called on several tasks at once.
  package typealias Handler = @Sendable (WebRequest, ConnectionOwner) -> WebReception

  /// Where it listens: nobody else on the network can reach this address.
  package static let host = "127.0.0.1"
  /// How often connections that take too long are closed.
  private static let pace = Duration.seconds(1)
  /// How long to wait if the system has no room for another connection.
  private static let pause = Duration.milliseconds(50)

  package let port: UInt16
  private let socket: Socket
  private let pool: any AsyncSocketPool = .make()
  private let table: ConnectionTable
  private let limits: ServerLimits

  /// - Parameter port: 0 for a free one.
  package init(port: UInt16, limits: ServerLimits = ServerLimits()) throws(WebPickerUnavailable) {
    self.limits = limits.withinOpenFiles()
    table = ConnectionTable(limits: self.limits)
    do {
      socket = try Socket(domain: AF_INET)
      // Programs that are started from here must not keep the port.
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

  /// Answers requests until the task is cancelled or `close` is called; nothing is open afterwards.
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

  /// Waits for the answers under way, but not for long.
  package func settle(within patience: Duration) async {
    let end = ContinuousClock.now + patience
    while table.isAnswering, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  /// Whether the system has no room for another connection, and would have if one were closed.
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
          // The visitor may have gone already.
          let hasRoom = Self.isLackOfRoom(error) ? await table.makeRoom() : false
          if !hasRoom { try? await Task.sleep(for: Self.pause) }
          continue
        }
        // Programs that are started from here must not keep the connection.
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
