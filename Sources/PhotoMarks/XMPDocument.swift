import CSidecars
import PhotoFiles

/// An XMP packet that is changed; what is not touched stays as other programs wrote it. It belongs to one task.
final class XMPDocument {
  /// Why a document cannot be read or written.
  struct Failure: Error {
    /// A few words.
    let reason: String
  }

  private let document: OpaquePointer

  /// A document from the bytes of a sidecar; without any, one without properties.
  ///
  /// - Throws: `Failure` if it is no XMP, or if libexempi is not installed.
  init(_ bytes: [UInt8] = []) throws(Failure) {
    var message = [CChar](repeating: 0, count: Int(XMP_DOCUMENT_MESSAGE_SIZE))
    guard let document = xmp_document_read(bytes, bytes.count, &message) else {
      throw Failure(
        reason: message.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
    }
    self.document = document
  }

  deinit { xmp_document_free(document) }

  /// What a property holds: the items of a list, or one text; empty if it is missing.
  subscript(property: MarkProperty) -> [String] {
    let (space, name) = (property.space, property.name)
    switch property.form {
    case .text: return [Self.take(xmp_document_text(document, space, name))].compactMap(\.self)
    case .languages: return [Self.take(xmp_document_default_text(document, space, name))].compactMap(\.self)
    case .list:
      var items: [String] = []
      while items.count < Self.itemLimit,
        let item = Self.take(xmp_document_item(document, space, name, Int32(items.count + 1)))
      {
        items.append(item)
      }
      return items
    }
  }

  /// More items than a list has.
  private static let itemLimit = 100_000

  /// Sets a property, or removes it if it is to hold nothing. Items of a list that stay are not touched.
  func set(_ property: MarkProperty, to values: [String]) throws(Failure) {
    let (space, name) = (property.space, property.name)
    let isSet: Bool
    switch property.form {
    case .text: isSet = xmp_document_set_text(document, space, name, values.first)
    case .languages: isSet = xmp_document_set_default_text(document, space, name, values.first)
    case .list:
      let wanted = Set(values)
      let before = self[property]
      for (index, item) in before.enumerated().reversed() where !wanted.contains(item) {
        xmp_document_remove_item(document, space, name, Int32(index + 1))
      }
      let kept = Set(before)
      isSet = values.filter { !kept.contains($0) }
        .allSatisfy { xmp_document_append(document, space, name, $0) }
    }
    guard isSet else { throw Failure(reason: "\(property.rawValue) cannot be set in it") }
  }

  /// The document as XML in UTF-8.
  var xml: [UInt8] {
    get throws(Failure) {
      guard let text = Self.take(xmp_document_xml(document)) else { throw Failure(reason: "no memory left") }
      return Array(text.utf8)
    }
  }

  private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { free(text) }
    return text.map { String(cString: $0) }
  }
}
