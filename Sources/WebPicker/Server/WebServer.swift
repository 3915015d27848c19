import FlyingSocks
import PhotoFiles
import SystemPackage

/// A server on this machine's own address, on FlyingFox's sockets and with limits of ours.
///
///     let server = try WebServer(port: 0)
///     await server.run { request, visitorPort in WebResponse(.ok) }
package final class WebServer: Sendable {
  /// Answers a request; called on several tasks at once.
  package typealias Handler = @Sendable (WebRequest, _ visitorPort: UInt16) async -> WebResponse

  /// Where it listens: nobody else on the network can reach this address.
  package static let host = "127.0.0.1"
  /// How often connections are looked at that take too long.
  private static let pace = Duration.seconds(1)
  /// How long to wait if the system has no room for another connection.
  private static let pause = Duration.milliseconds(50)

  /// The port on which it listens.
  package let port: UInt16
  private let socket: Socket
  private let pool: any AsyncSocketPool = .make()
  private let table: ConnectionTable
  private let limits: ServerLimits

  /// Listens on a port.
  ///
  /// - Parameter port: 0 for a free one.
  /// - Throws: `Errno`, such as `.addressInUse`.
  package init(port: UInt16, limits: ServerLimits = ServerLimits()) throws(Errno) {
    self.limits = limits
    table = ConnectionTable(limits: limits)
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
      throw Errno(rawValue: number)
    } catch {
      throw .addressNotAvailable
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

  private func accept(on listener: AsyncSocket, _ handler: @escaping Handler) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        guard let socket = try? await listener.accept() else {
          // No descriptors may be left, or the visitor has gone already.
          try? await Task.sleep(for: Self.pause)
          continue
        }
        guard let number = table.add() else {
          try? socket.close()
          continue
        }
        let connection = WebConnection(socket, number: number, table: table, limits: limits)
        let task = Task { await connection.serve(handler) }
        table.set(task, for: number)
        group.addTask {
          await withTaskCancellationHandler {
            await task.value
          } onCancel: {
            task.cancel()
          }
          self.table.remove(number)
        }
      }
    }
  }
}
