import PhotoFiles

/// The kind of a sidecar.
package enum SidecarKind: Sendable, Hashable {
  /// XMP as a file (ISO 16684-1, 7).
  case xmp
  case editList
  /// A record of Google Photos in Takeout.
  case takeout

  /// The extension including the dot, in lowercase.
  package var ending: StaticString {
    switch self {
    case .xmp: ".xmp"
    case .editList: ".aae"
    case .takeout: ".json"
    }
  }

  package init?(_ name: FileName) {
    // Called for each name of each folder: the last byte decides most of them.
    switch name.bytes.last.map({ $0 | 0x20 }) {
    case UInt8(ascii: "p"): self = .xmp
    case UInt8(ascii: "e"): self = .editList
    case UInt8(ascii: "n"): self = .takeout
    default: return nil
    }
    guard name.hasEnding(ending) else { return nil }
  }

  /// Whether only a sidecar can have this name: most JSON files aren't sidecars.
  package static func isSure(_ name: FileName) -> Bool {
    switch SidecarKind(name) {
    case .xmp?, .editList?: true
    case .takeout?: TakeoutIndex.isSure(name)
    case nil: false
    }
  }
}

extension FileName {
  /// The name without the extension of a kind.
  package func dropping(_ kind: SidecarKind) -> FileName {
    FileName(unchecked: Array(bytes.dropLast(kind.ending.utf8CodeUnitCount)))
  }
}
