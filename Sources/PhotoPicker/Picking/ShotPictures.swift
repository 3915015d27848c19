import PhotoFiles
import PhotoLibrary

/// The pictures that the full view displays: of each shot the best one, or the one that the user switched to.
///
/// Compared shots display the same kind of picture if all of them have it.
package struct ShotPictures: Sendable, Hashable {
  package struct Kind: Sendable, Hashable {
    let role: AssetStack.Role
    /// The number among the pictures with this role, from 1.
    let number: Int

    /// Identifies the kind, for example `raw 1`.
    package var name: String { "\(role.rawValue) \(number)" }
  }

  private var chosen: Kind?

  package init() {}

  /// Whether the user switched to another picture than the best one.
  package var isSwitched: Bool { chosen != nil }

  /// Returns the picture to display of each photo of a view.
  package func pictures(of photos: [Asset], in unit: ViewUnit) -> [Asset] {
    let shots = photos.map { Self.pictures(of: $0, in: unit) }
    let common = shots.first?.lazy.map(\.kind).first { kind in
      shots.allSatisfy { $0.contains { $0.kind == kind } }
    }
    let kind = chosen ?? common
    return shots.map { shot in (shot.first { $0.kind == kind } ?? shot[0]).asset }
  }

  /// Switches to the picture that follows a displayed one in its shot.
  ///
  /// - Returns: `false` if the shot has no other picture.
  package mutating func switchToNext(of photo: Asset, after displayed: Asset, in unit: ViewUnit) -> Bool {
    let pictures = Self.pictures(of: photo, in: unit)
    guard pictures.count > 1 else { return false }
    let index = pictures.firstIndex { PhotoKey($0.asset) == PhotoKey(displayed) } ?? 0
    chosen = pictures[(index + 1) % pictures.count].kind
    return true
  }

  /// Returns the pictures of the shot that a photo of a view belongs to. The photo, which is the best one, comes first.
  package static func pictures(of photo: Asset, in unit: ViewUnit) -> [(kind: Kind, asset: Asset)] {
    let files = unit == .file || photo.role == .video ? [photo] : ViewUnit.shot.markedFiles(of: photo)
    var counts: [AssetStack.Role: Int] = [:]
    let pictures = files.map { file in
      counts[file.role, default: 0] += 1
      return (kind: Kind(role: file.role, number: counts[file.role, default: 1]), asset: file)
    }
    let isPhoto = { PhotoKey($0) == PhotoKey(photo) }
    return pictures.filter { isPhoto($0.asset) } + pictures.filter { !isPhoto($0.asset) }
  }
}

extension PhotoFacts {
  /// Returns what a picture is in its shot: `RAW`, `JPEG`, `edit`.
  package static func kind(of picture: Asset) -> String {
    switch picture.role {
    case .edited: "edit"
    case .raw: "RAW"
    case .photo, .video: picture.format.title
    }
  }
}
