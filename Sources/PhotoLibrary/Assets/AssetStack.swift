import PhotoFiles
import PhotoFormats

/// Photos and videos of one moment, which views show as one: a RAW file with its JPEG, a Live Photo with its video,
/// a photo with its edited copies, or a burst.
///
/// All members are in one folder.
public final class AssetStack: Sendable {
  /// The part of a member.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// A copy that a program changed, such as `IMG_1-edited.jpg`.
    case edited
    case photo
    case raw
    /// The video of a Live Photo, or a single edited video's original.
    case video
  }

  /// What the members are to one another, the most conspicuous relation first.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case burst
    case rawAndPhoto = "raw+photo"
    case live
    case edited
  }

  public struct Member: Sendable {
    public let asset: Asset
    public let role: Role
    /// The shot that the member belongs to, counted from 0: a burst has several.
    public let shot: Int
  }

  /// The shots in order of time, each in order of role.
  public let members: [Member]
  /// The index of the member that views show: the one that the user prefers, otherwise the first.
  public let coverIndex: Int
  public let kind: Kind
  /// - Parameters:
  ///   - members: At least two members in order.
  ///   - preference: Returns `true` for a photo that the user prefers as the cover.
  init(_ members: [Member], _ kind: Kind, preference: (Asset) -> Bool) {
    self.members = members
    self.kind = kind
    coverIndex = members.firstIndex { preference($0.asset) } ?? 0
  }

  /// A string of hexadecimal digits that identifies the stack as long as its first member by name remains.
  public var identifier: String {
    let first = members.map(\.asset).min { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    let digits = String(Checksum.of(first?.pathBytes ?? []), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  public var cover: Asset { members[coverIndex].asset }

  public var shotCount: Int { (members.map(\.shot).max() ?? 0) + 1 }

  /// A short text for views, such as `RAW+JPEG` or `burst 12`.
  public var badge: String {
    switch kind {
    case .burst: "burst \(shotCount)"
    case .rawAndPhoto: "RAW+\(members.first { $0.role == .photo }?.asset.format.title ?? "JPEG")"
    case .live: "live"
    case .edited: "edited"
    }
  }

  public func member(_ asset: Asset) -> Member? {
    members.first { $0.asset.name == asset.name && $0.asset.folder == asset.folder }
  }

  /// Returns the members that show the same picture as a member, including itself: RAW, photo and edited copies of its
  /// shot.
  public func samePicture(as asset: Asset) -> [Asset] {
    guard let member = member(asset), member.role != .video else { return [asset] }
    return members.filter { $0.shot == member.shot && $0.role != .video }.map(\.asset)
  }
}

extension Asset {
  /// Whether the asset is in no stack, or the cover of its stack.
  package var isCover: Bool { stack.map { $0.cover.name == name } ?? true }
}

extension AssetStack.Role: Comparable {
  /// Orders roles by how well they suit as the cover.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .edited: 0
    case .photo: 1
    case .raw: 2
    case .video: 3
    }
  }
}

extension AssetStack: Equatable {
  /// Stacks are equal if they have the same members, which are unchanged, and the same cover.
  public static func == (left: AssetStack, right: AssetStack) -> Bool {
    left === right
      || left.coverIndex == right.coverIndex && left.kind == right.kind
        && left.members.elementsEqual(right.members) {
          $0.role == $1.role && $0.asset.isUnchanged(since: $1.asset)
        }
  }
}
