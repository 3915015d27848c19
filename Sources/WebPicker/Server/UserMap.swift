import PhotoFiles
import SystemPackage

/// The users that have numbers in a user namespace (user_namespaces(7)).
///
/// All others have the same number there, that of an unknown user.
struct UserMap {
  /// Numbers from 0 on.
  private static let allUsers: UInt64 = (1 << 32) - 1
  private static let textLimit = 64 << 10

  /// The ranges of numbers in the namespace that belong to users.
  private let known: [Range<UInt64>]
  /// The number of all other users.
  private let unknown: UInt32

  /// The map in a text of `/proc/self/uid_map`.
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

  /// Whether no other user has the number of a user.
  func tellsApart(_ user: UInt32) -> Bool {
    let isEveryoneKnown = known == [0..<Self.allUsers]
    return known.contains { $0.contains(UInt64(user)) } && (user != unknown || isEveryoneKnown)
  }
}
