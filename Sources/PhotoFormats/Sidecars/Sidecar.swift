import PhotoFiles

/// The content of a file that describes the photo next to it.
package enum Sidecar: Sendable, Hashable {
  case packet(XMPFields)
  /// A record of Google Photos.
  case takeout(TakeoutRecord)
  /// Apple's list of edits.
  case editList
  /// A valid file that describes no photo.
  case nothing

  /// Why a sidecar can't be read.
  package struct Damage: Error, Hashable {
    package let reason: String
  }

  /// The maximum size of a sidecar of a kind in bytes.
  package static func sizeLimit(_ kind: SidecarKind) -> Int {
    switch kind {
    case .xmp: 8 << 20
    case .takeout: 1 << 20
    case .editList: 16 << 20
    }
  }

  /// The most bytes to read from a sidecar of a kind; the first ones suffice for a list of edits.
  package static func readLimit(_ kind: SidecarKind) -> Int {
    kind == .editList ? editListHead : sizeLimit(kind)
  }

  private static let editListHead = 64

  /// Parses a sidecar from its first `readLimit` bytes.
  ///
  /// - Throws: `Damage` if its content doesn't match its name.
  package init(_ kind: SidecarKind, _ bytes: Bytes) throws(Damage) {
    guard !bytes.isEmpty else { throw Damage(reason: "it is empty") }
    switch kind {
    case .xmp: self = try Self.packet(bytes)
    case .takeout: self = try Self.takeout(bytes)
    case .editList:
      guard Self.isPropertyListOrText(bytes.prefixSlice(at: 0, count: Self.editListHead)) else {
        throw Damage(reason: "it is no list of edits")
      }
      self = .editList
    }
  }

  private static func packet(_ bytes: Bytes) throws(Damage) -> Sidecar {
    do throws(XMLTokens.Malformed) {
      try XMLTokens.check(bytes)
      return XMPFields(packet: bytes).map { .packet($0) } ?? .nothing
    } catch {
      throw Damage(reason: error.reason)
    }
  }

  private static func takeout(_ bytes: Bytes) throws(Damage) -> Sidecar {
    do {
      return try TakeoutRecord(bytes.array).map { .takeout($0) } ?? .nothing
    } catch {
      throw Damage(reason: "it is no JSON")
    }
  }

  /// Whether it starts as a binary property list or as text, which is usually XML.
  private static func isPropertyListOrText(_ head: Bytes) -> Bool {
    if head.has("bplist") { return true }
    return head.array.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
      && String(validating: head.withoutCutCharacter.array, as: UTF8.self) != nil
  }
}
