import CConnections
import FlyingSocks
import PhotoFiles
import SystemPackage

/// The owner of a connection from this machine.
///
/// On Linux, the kernel identifies the user of the peer socket. Other systems aren't queried.
package enum ConnectionOwner: Sendable, Hashable {
  /// The current user, or root, who can read our memory anyway.
  case user
  case other
  /// The kernel knows no owner: the peer may already have closed its socket.
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

  /// Throws unless the kernel can identify owners, and can distinguish this user from all others.
  static func check(_ listener: Socket) throws(WebPickerUnavailable) {
    #if !canImport(Darwin)
      let error = connection_users_check(listener.file.rawValue)
      if error != 0 { throw .owners(Errno(rawValue: error)) }
      guard UserMap.own.map({ $0.tellsApart(geteuid()) }) ?? true else { throw .unmappedUser }
    #endif
  }
}

/// The mapped users of a user namespace (user_namespaces(7)).
///
/// All other users share the overflow user ID.
struct UserMap {
  private static let allUsers: UInt64 = (1 << 32) - 1
  private static let textLimit = 64 << 10

  /// The mapped user IDs.
  private let known: [Range<UInt64>]
  private let unknown: UInt32

  /// Parses the contents of `/proc/self/uid_map`.
  init(_ text: String, unknown: UInt32) {
    self.unknown = unknown
    known = text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 3, numbers[0] <= Self.allUsers, numbers[2] <= Self.allUsers else { return nil }
      return numbers[0]..<numbers[0] + numbers[2]
    }
  }

  /// The map of this process; `nil` if the system has no user namespaces.
  static var own: UserMap? {
    func text(_ path: FilePath) throws -> String {
      String(decoding: try path.contents(limit: textLimit), as: UTF8.self)
    }
    do {
      let unknown = try? text("/proc/sys/kernel/overflowuid").split(separator: "\n").first.flatMap {
        UInt32($0)
      }
      return UserMap(try text("/proc/self/uid_map"), unknown: unknown ?? 65_534)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch {
      return UserMap("", unknown: 65_534)
    }
  }

  /// Returns `true` if a user ID belongs to a single user.
  func tellsApart(_ user: UInt32) -> Bool {
    let isEveryoneKnown = known == [0..<Self.allUsers]
    return known.contains { $0.contains(UInt64(user)) } && (user != unknown || isEveryoneKnown)
  }
}
