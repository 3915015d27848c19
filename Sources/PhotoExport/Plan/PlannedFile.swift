import PhotoFiles
import PhotoFormats
import PhotoImaging
import SystemPackage

/// A photo of a plan, another file of its shot, or a companion.
struct PlannedFile: Sendable {
  let source: FilePath
  let role: ExportRole
  let name: PlannedName
  var encoding: PictureEncoding?
  /// Whether the file goes along with a photo, so that it must not be a symbolic link.
  var isCompanion = false
  /// Whether the file also belongs to a photo that isn't exported with it, so that a move copies the file.
  var isShared = false
  /// The size in bytes when the plan was made, or 0 if it is unknown.
  let size: Int64

  /// Returns the action for this file. A move copies a shared file. A link export copies sidecars, because scans don't
  /// follow links to sidecars.
  func action(in export: ExportAction) -> ExportAction {
    switch export {
    case .move: isShared ? .copy : .move
    case .link: role == .sidecar ? .copy : .link
    case .copy, .hardlink: export
    }
  }
}

/// A new name with room for a number: `IMG` and `.JPG` for `IMG.JPG`, `IMG-2.JPG`, `IMG-3.JPG`.
struct PlannedName: Sendable {
  let stem: [UInt8]
  /// The part between the stem and the ending, such as `-edited`.
  var middle: [UInt8] = []
  /// The ending with its dot.
  let ending: [UInt8]
  /// The name for number 1 of a sidecar with a prefix that differs from the photo's.
  var own: FileName?
  /// `true` for the AAE file of an iPhone's first edits, whose stem contains a letter for it.
  var isOfFirstEdits = false

  func numbered(_ number: Int) -> FileName {
    if number == 1, let own { return own }
    let stem = stem + (number > 1 ? Array("-\(number)".utf8) : [])
    return FileName(
      unchecked: (isOfFirstEdits ? SidecarIndex.firstEdits(of: stem) : stem) + middle + ending)
  }
}

/// The names of the files of a shot, which follow from the new name of one of them.
struct ShotNames {
  private let old: FileName
  private let new: FileName
  /// The caseless names for the numbers 1 and 2, each after the number and a slash.
  private var taken: Set<String> = []

  /// - Parameters:
  ///   - old: The present name of the file that the new name was made for.
  ///   - new: Its new name.
  init(of old: FileName, as new: FileName) { (self.old, self.new) = (old, new) }

  /// Returns the new name of a photo or video.
  mutating func name(of file: FileName, _ role: ExportRole) -> PlannedName {
    let ending = file.ending
    let (oldStem, newStem) = (old.stem, new.stem)
    let name: PlannedName
    if file == old {
      name = PlannedName(stem: newStem, ending: new.ending)
    } else if file.stem.starts(with: oldStem) {
      name = PlannedName(stem: newStem, middle: Array(file.stem.dropFirst(oldStem.count)), ending: ending)
    } else if let place = newStem.lastRange(of: oldStem) {
      let stem = newStem[..<place.lowerBound] + file.stem + newStem[place.upperBound...]
      name = PlannedName(stem: Array(stem), ending: ending)
    } else {
      name = PlannedName(stem: newStem, middle: role == .edited ? Array("-edited".utf8) : [], ending: ending)
    }
    return unused(name)
  }

  /// Returns the new name of a sidecar or proxy.
  mutating func name(of companion: FileName, of file: FileName, as name: PlannedName) -> PlannedName {
    let bytes = companion.bytes
    if bytes.starts(with: file.bytes + [UInt8(ascii: ".")]) {
      let ending = name.ending + bytes.dropFirst(file.bytes.count)
      return unused(PlannedName(stem: name.stem, middle: name.middle, ending: ending))
    }
    if bytes.starts(with: file.stem) {
      let ending = Array(bytes.dropFirst(file.stem.count))
      return unused(PlannedName(stem: name.stem, middle: name.middle, ending: ending))
    }
    let own = name.numbered(1) == file ? companion : nil
    if SidecarKind(companion) == nil {
      // The proxy of a video may have another stem. Under the stem of the video it stays a companion.
      let isSame = companion.ending.map(\.lowercased) == name.ending.map(\.lowercased)
      let middle = name.middle + (isSame ? Array("_proxy".utf8) : [])
      return unused(PlannedName(stem: name.stem, middle: middle, ending: companion.ending, own: own))
    }
    let isOfFirstEdits = SidecarKind(companion) == .editList
    // Names that Google clips or numbers are also found under the full name of the photo.
    return unused(
      PlannedName(
        stem: name.stem, middle: name.middle, ending: (isOfFirstEdits ? [] : name.ending) + companion.ending,
        own: own, isOfFirstEdits: isOfFirstEdits))
  }

  /// Adds a number to a name that another of the files has, with or without the number that they share.
  private mutating func unused(_ name: PlannedName) -> PlannedName {
    var (unused, number) = (name, 1)
    while !taken.isDisjoint(with: Self.forms(of: unused)) {
      number += 1
      (unused.middle, unused.own) = (name.middle + Array("_\(number)".utf8), nil)
    }
    taken.formUnion(Self.forms(of: unused))
    return unused
  }

  /// The names for higher numbers differ wherever the names for number 2 do.
  private static func forms(of name: PlannedName) -> [String] {
    [1, 2].map { "\($0)/\(name.numbered($0).caseless)" }
  }
}

extension FileName {
  /// The extension with its dot; empty without an extension.
  fileprivate var ending: [UInt8] { Array(bytes.dropFirst(stem.count)) }
}

extension [UInt8] {
  /// The last range of other bytes, or `nil`.
  fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
    guard !other.isEmpty, count >= other.count else { return nil }
    return (0...count - other.count).reversed().lazy.map { $0..<$0 + other.count }
      .first { self[$0].elementsEqual(other) }
  }
}
