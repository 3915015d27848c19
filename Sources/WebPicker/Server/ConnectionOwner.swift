import CConnections
import FlyingSocks
import PhotoFiles
import SystemPackage

/// The user who opened a connection to a server on this machine.
///
/// On Linux the kernel names the owner of the one socket at the other end. Other systems are not asked.
package enum ConnectionOwner: Sendable, Hashable {
  /// The user of this process, or root, who can read the memory of this process anyway.
  case user
  /// Another user of this machine.
  case other
  /// Nobody that the kernel knows, such as a program that has already closed its end.
  case unknown

  init(of connection: Socket) {
    #if canImport(Darwin)
      self = .user
    #else
      var user: UInt32 = 0
      guard connection_peer_user(connection.file.rawValue, &user) == 0 else {
        self = .unknown
        return
      }
      self = user == geteuid() || user == 0 ? .user : .other
    #endif
  }

  /// Throws unless the kernel names the owners of connections to a listening socket, and names no other user as it
  /// names this one.
  static func check(_ listener: Socket) throws(WebServer.Failure) {
    #if !canImport(Darwin)
      let error = connection_users_check(listener.file.rawValue)
      if error != 0 { throw .owners(Errno(rawValue: error)) }
      guard UserMap.own.map({ $0.tellsApart(geteuid()) }) ?? true else { throw .unmappedUser }
    #endif
  }
}
