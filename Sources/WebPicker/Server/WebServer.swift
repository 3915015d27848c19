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

  /// Why nothing is served.
  package enum Failure: Error, Sendable, Hashable {
    /// The port cannot be listened on, such as with `.addressInUse`.
    case port(Errno)
    /// The system does not tell who opens connections.
    case owners(Errno)
    /// This process has a user without a number, and so have others.
    case unmappedUser
  }

  package let port: UInt16
  private let socket: Socket
  private let pool: any AsyncSocketPool = .make()
  private let table: ConnectionTable
  private let limits: ServerLimits

  /// - Parameter port: 0 for a free one.
  /// - Throws: `Failure`.
  package init(port: UInt16, limits: ServerLimits = ServerLimits()) throws(Failure) {
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
      throw .port(Errno(rawValue: number))
    } catch {
      throw .port(.addressNotAvailable)
    }
    do throws(Failure) {
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
