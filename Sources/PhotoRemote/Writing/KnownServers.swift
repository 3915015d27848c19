import PhotoFiles
import Synchronization

/// The servers to which this process has written.
package final class KnownServers: Sendable {
  private let servers = Mutex<[String: KnownServer]>([:])

  package init() {}

  /// Returns the server of a URL without path, the same for all its sources.
  func server(_ origin: String) -> KnownServer {
    servers.withLock { servers in
      if let known = servers[origin] { return known }
      let new = KnownServer()
      servers[origin] = new
      return new
    }
  }

  /// Returns messages for the user about servers that protect no file, one line each, and removes them.
  package func takeNotices() -> [String] {
    servers.withLock { servers in
      servers.keys.sorted().filter { servers[$0]?.takeNotice() == true }.map { origin in
        "\(origin): the server ignores the conditions of writes, so a change that another program makes to the same "
          + "file at the same time may be lost"
      }
    }
  }
}

/// A server and the protection that it offers, which the first change tests.
final class KnownServer: Sendable {
  private let found = Mutex<WriteProtection?>(nil)
  private let hasNotice = Atomic(false)

  /// Returns how the server protects files. Calls that are concurrent with the first one wait for it.
  func protection(
    _ examine: () throws(RemoteError) -> WriteProtection
  ) throws(RemoteError) -> WriteProtection {
    try found.withLock { found throws(RemoteError) in
      if let found { return found }
      let new = try examine()
      if case .claims = new { hasNotice.store(true, ordering: .releasing) }
      found = new
      return new
    }
  }

  fileprivate func takeNotice() -> Bool { hasNotice.exchange(false, ordering: .acquiringAndReleasing) }
}
