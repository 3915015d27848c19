import PhotoFiles

/// What a file says of the photo beside which it stands.
package enum Sidecar: Sendable, Hashable {
  /// An XMP packet.
  case packet(XMPFields)
  /// What Google Photos knows.
  case takeout(TakeoutRecord)
  /// The photo was edited.
  case editList
  /// Nothing: the file is whole, and says something else.
  case nothing

  /// Why a file that bears the name of a sidecar cannot be read as one.
  package struct Damage: Error, Hashable {
    /// A few words.
    package let reason: String
  }

  /// How many bytes a sidecar of a kind may have: more than programs write.
  package static func sizeLimit(_ kind: SidecarKind) -> Int {
    switch kind {
    case .xmp: 8 << 20
    case .takeout: 1 << 20
    case .editList: 16 << 20
    }
  }

  /// How many bytes of a sidecar of a kind are read at most; its size is looked at besides.
  package static func readLimit(_ kind: SidecarKind) -> Int {
    kind == .editList ? editListHead : sizeLimit(kind)
  }

  /// How much of a list of edits is looked at.
  private static let editListHead = 64

  /// Reads a sidecar.
  ///
  /// - Parameter bytes: all of it, or the first `readLimit` bytes.
  /// - Throws: `Damage` if it is not what its name says.
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

  /// True for what begins as a property list in its binary form does, or as text: XML, most often.
  private static func isPropertyListOrText(_ head: Bytes) -> Bool {
    if head.has("bplist") { return true }
    return head.array.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
      && String(validating: head.array.droppingCutCharacter, as: UTF8.self) != nil
  }
}

extension [UInt8] {
  /// UTF-8 without the bytes of a last character that may have been cut in two.
  fileprivate var droppingCutCharacter: ArraySlice<UInt8> {
    let rest = suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    guard let lead = dropLast(rest).last, lead >= 0xC0 else { return self[...] }
    return dropLast(rest + 1)
  }
}
