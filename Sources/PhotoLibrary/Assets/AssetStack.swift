import PhotoFiles
import PhotoFormats

/// The files of one shot, or the shots of a burst.
///
/// A shot consists of all files of one press of the shutter: a RAW file with its JPEG, a Live Photo with its video, a photo
/// with its edited copies. A burst is at least three shots in a row. All members are in one folder.
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
  /// The index of the member that views show: the one that the user prefers, otherwise the one that the camera named as the
  /// cover, otherwise the first.
  public let coverIndex: Int
  public let kind: Kind
  /// The range of the members of each shot.
  private let shots: [Range<Int>]
  /// The stack that this one is a part of.
  private let whole: AssetStack?
  /// The first member by name, whose path identifies the stack.
  private let first: Asset?

  /// - Parameters:
  ///   - members: The members in order.
  ///   - coverIndex: The index of the member that represents the stack.
  ///   - whole: The stack that this one is a part of.
  init(_ members: [Member], cover coverIndex: Int, _ kind: Kind, of whole: AssetStack? = nil) {
    (self.members, self.coverIndex, self.kind, self.whole) = (members, coverIndex, kind, whole)
    first =
      whole.map(\.first)
      ?? members.min { $0.asset.name.bytes.lexicographicallyPrecedes($1.asset.name.bytes) }?.asset
    var (shots, start) = ([Range<Int>](), 0)
    for index in members.indices.dropFirst() where members[index].shot != members[start].shot {
      shots.append(start..<index)
      start = index
    }
    shots.append(start..<members.count)
    self.shots = shots
  }

  /// A string of hexadecimal digits that identifies the stack as long as its first member by name remains.
  public var identifier: String {
    let digits = String(Checksum.of(first?.pathBytes ?? []), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the stack without some shots.
  ///
  /// - Parameter shots: The numbers of the remaining shots in order.
  /// - Returns: The stack, and the new index of each member, `nil` if it doesn't remain.
  func narrowed(to shots: [Int]) -> (stack: AssetStack, indices: [Int32?]) {
    var (remaining, indices) = ([Member](), [Int32?](repeating: nil, count: members.count))
    for (number, shot) in shots.enumerated() {
      for index in self.shots[shot] {
        indices[index] = Int32(remaining.count)
        remaining.append(Member(asset: members[index].asset, role: members[index].role, shot: number))
      }
    }
    let cover = indices[coverIndex].map(Int.init) ?? 0
    return (AssetStack(remaining, cover: cover, kind, of: whole ?? self), indices)
  }

  public var cover: Asset { members[coverIndex].asset }

  /// The stack with all shots, whether or not they match the filter of the view.
  package var unfiltered: AssetStack { whole ?? self }

  public var shotCount: Int { shots.count }

  /// A short text for views, such as `RAW+JPEG` or `burst 12`, which counts shots.
  public var badge: String { kind == .burst ? "burst \(shotCount)" : Self.badge(of: members[...]) ?? "" }

  /// Returns the kind of a shot of several files.
  static func kind(of shot: ArraySlice<Member>) -> Kind {
    func has(_ role: Role) -> Bool { shot.contains { $0.role == role } }
    if has(.raw), has(.photo) { return .rawAndPhoto }
    return has(.video) && (has(.raw) || has(.photo)) ? .live : .edited
  }

  /// Returns a short string for the files of a shot, or `nil` for a single file.
  static func badge(of shot: ArraySlice<Member>) -> String? {
    guard shot.count > 1 else { return nil }
    return switch kind(of: shot) {
    case .rawAndPhoto: "RAW+\(shot.first { $0.role == .photo }?.asset.format.title ?? "JPEG")"
    case .live: "live"
    case .edited, .burst: "edited"
    }
  }

  /// Returns the members of the same shot.
  func shot(ofMemberAt index: Int32) -> ArraySlice<Member> { members[shots[members[Int(index)].shot]] }
}

extension Asset {
  /// The files of one press of the shutter, including this one, if a query found stacks.
  public var shotMembers: [AssetStack.Member] { Array(stack?.shot(ofMemberAt: memberIndex) ?? []) }

  /// The number of its shot within the stack, counted from 0.
  package var shotIndex: Int { stack.map { $0.members[Int(memberIndex)].shot } ?? 0 }

  /// The part that the file has in its shot.
  package var role: AssetStack.Role {
    stack?.members[Int(memberIndex)].role ?? (isVideo ? .video : format == .raw ? .raw : .photo)
  }

  /// Whether the asset is in no stack, or the cover of its stack.
  package var isCover: Bool { stack.map { $0.coverIndex == Int(memberIndex) } ?? true }
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
          $0.role == $1.role && $0.shot == $1.shot && $0.asset.isUnchanged(since: $1.asset)
        }
  }
}
