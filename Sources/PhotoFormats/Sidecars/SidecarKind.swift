import PhotoFiles

/// What kind of file stands beside a photo to say something about it.
package enum SidecarKind: Sendable, Hashable {
  /// An XMP packet as a file (ISO 16684-1, 7).
  case xmp
  /// Apple's list of edits.
  case editList
  /// What Google Photos knows of a photo, as Takeout exports it.
  case takeout

  /// The extension with its dot, in lower case.
  package var ending: StaticString {
    switch self {
    case .xmp: ".xmp"
    case .editList: ".aae"
    case .takeout: ".json"
    }
  }

  /// The kind of a file of that name; `nil` for one whose extension is another.
  package init?(_ name: FileName) {
    // Asked of each name of each folder: a look at the last byte settles most.
    switch name.bytes.last.map({ $0 | 0x20 }) {
    case UInt8(ascii: "p"): self = .xmp
    case UInt8(ascii: "e"): self = .editList
    case UInt8(ascii: "n"): self = .takeout
    default: return nil
    }
    guard name.bytes.ends(in: ending) else { return nil }
  }
}

extension SidecarKind {
  /// True for the name of a sidecar that no other file bears: not every JSON file stands beside a photo.
  package static func isSure(_ name: FileName) -> Bool {
    switch SidecarKind(name) {
    case .xmp?, .editList?: true
    case .takeout?: TakeoutIndex.isSure(name)
    case nil: false
    }
  }
}

extension FileName {
  /// A name without the extension of its kind, which is that of the file it belongs to or a part of it.
  func dropping(_ kind: SidecarKind) -> FileName {
    FileName(unchecked: Array(bytes.dropLast(kind.ending.utf8CodeUnitCount)))
  }
}

extension [UInt8] {
  /// True if an ending of ASCII letters in lower case stands at the end, in either case, and something before it.
  fileprivate func ends(in ending: StaticString) -> Bool {
    guard count > ending.utf8CodeUnitCount else { return false }
    return ending.withUTF8Buffer { expected in
      zip(suffix(expected.count), expected).allSatisfy { byte, wanted in
        byte == wanted || (0x41...0x5A).contains(byte) && byte | 0x20 == wanted
      }
    }
  }
}
