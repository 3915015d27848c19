import CPhotoCodecs

/// A property of XMP, or a field of the structures that a property holds, in an outline.
struct XMPName: Hashable, Sendable {
  let number: UInt16
}

/// What is read of XMP packets: properties, and fields of the structures that they hold. All else is passed over.
final class XMPOutline: @unchecked Sendable {  // Whoever makes it adds to it before others see it.
  /// `nil` if there was no memory.
  let storage: OpaquePointer?

  init() { storage = photo_xmp_outline_open() }

  deinit { photo_xmp_outline_close(storage) }

  /// Adds a property, or a field by the way to it: the property, then field in field.
  ///
  /// Arrays are no step of the way.
  func add(_ steps: (XMPNamespace, StaticString)...) -> XMPName { add(steps) }

  /// Adds a property, or a field by the way to it.
  func add(_ steps: [(XMPNamespace, StaticString)]) -> XMPName {
    guard let storage else { return XMPName(number: .max) }
    var parent = Int32(PHOTO_XMP_TOP)
    for (namespace, name) in steps {
      parent = photo_xmp_outline_add(storage, parent, namespace.rawValue, name.description)
    }
    // No value has the highest number.
    return XMPName(number: UInt16(exactly: parent) ?? .max)
  }

  /// Adds a property by the URI of its namespace and its name there.
  func add(_ namespace: String, _ name: String) -> XMPName {
    guard let storage else { return XMPName(number: .max) }
    return XMPName(
      number: UInt16(exactly: photo_xmp_outline_add(storage, Int32(PHOTO_XMP_TOP), namespace, name)) ?? .max)
  }
}
