import CPhotoCodecs
import PhotoFiles

/// A streaming reader of XML 1.0 in UTF-8 or UTF-16, of any length.
///
/// Document types with declarations are refused, elements nest at most 64 deep, and the length of a tag or comment is
/// bounded, which bounds memory as well.
package final class XMLTokens {
  /// A part of a document.
  package struct Token {
    package enum Kind {
      /// A start tag, or the only tag of an empty element. Names include their prefix, and attributes the declarations
      /// of namespaces.
      case start(String, attributes: [(name: String, value: String)])
      case end(String)
      /// A part of the text of the innermost element, in UTF-8.
      case text([UInt8])
      /// A comment or a processing instruction.
      case other
    }

    package let kind: Kind
    /// The bytes of the token. The end of an empty element is the empty range after its tag.
    package fileprivate(set) var range: Range<Int>
  }

  /// Why a document can't be read.
  package struct Malformed: Error, Equatable {
    package let reason: String

    package init(reason: String) { self.reason = reason }

    fileprivate init(_ message: [CChar]) {
      reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  private static let pieceCount = 64 * 1024

  private var document: OpaquePointer?
  private var tokens: [Token] = []
  private var failure: Malformed?

  /// Creates a reader of tags and comments of at most `tagLimit` bytes.
  ///
  /// - Parameter isUTF8: Whether the bytes are UTF-8, whatever encoding the document declares.
  package init(tagLimit: Int = 1 << 20, isUTF8: Bool = false) {
    var handlers = photo_xml_handlers(
      start: { context, name, attributes in
        guard let name, let attributes else { return false }
        var list: [(name: String, value: String)] = []
        while let name = attributes[2 * list.count], let value = attributes[2 * list.count + 1] {
          list.append((String(cString: name), String(cString: value)))
        }
        return XMLTokens.add(context, .start(String(cString: name), attributes: list))
      },
      end: { context, name in XMLTokens.add(context, name.map { .end(String(cString: $0)) }) },
      text: { context, text, count in
        XMLTokens.add(
          context, text.map { .text(Array(UnsafeRawBufferPointer(start: $0, count: count))) })
      },
      other: { XMLTokens.add($0, .other) })
    document = photo_xml_open(
      &handlers, Unmanaged.passUnretained(self).toOpaque(), isUTF8 ? "UTF-8" : nil, tagLimit)
  }

  deinit { photo_xml_close(document) }

  private static func add(_ context: UnsafeMutableRawPointer?, _ kind: Token.Kind?) -> Bool {
    guard let context, let kind else { return false }
    let reader = Unmanaged<XMLTokens>.fromOpaque(context).takeUnretainedValue()
    let place = photo_xml_place(reader.document)
    reader.tokens.append(Token(kind: kind, range: Int(place.offset)..<Int(place.offset + place.count)))
    return true
  }

  /// Returns the tokens that the next bytes complete.
  ///
  /// - Parameter isLast: `true` if the document ends with these bytes; there may be none.
  /// - Throws: `Malformed`, after all tokens before the error were returned.
  package func next(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(Malformed) -> [Token] {
    if let failure { throw failure }
    guard let document else { throw Malformed(reason: "out of memory") }
    tokens.removeAll(keepingCapacity: true)
    var message = [CChar](repeating: 0, count: Int(PHOTO_MESSAGE_SIZE))
    let state = photo_xml_read(
      document, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, isLast, &message)
    if state != PHOTO_XML_MORE {
      let failure = Malformed(message)
      self.failure = failure
      if tokens.isEmpty { throw failure }
    }
    return tokens
  }

  /// Passes the tokens of one whole document to a function; white space may precede it, and tags may have any length.
  package static func visit(_ bytes: Bytes, _ body: (Token) throws(Malformed) -> Void) throws(Malformed) {
    let reader = XMLTokens(tagLimit: bytes.count)
    let blanks = bytes.withUnsafeBytes { $0.prefix(while: ByteWindow.isBlank).count }
    var position = blanks
    repeat {
      let piece = bytes.prefixSlice(at: position, count: pieceCount).array
      position += piece.count
      let tokens = piece.withUnsafeBytes { piece in
        Result { () throws(Malformed) in try reader.next(piece, isLast: position >= bytes.count) }
      }
      for var token in try tokens.get() {
        token.range = token.range.lowerBound + blanks..<token.range.upperBound + blanks
        try body(token)
      }
    } while position < bytes.count
    if let failure = reader.failure { throw failure }
  }

  /// Throws unless bytes are one whole document; white space may precede it, and tags may have any length.
  package static func check(_ bytes: Bytes) throws(Malformed) {
    var handlers = photo_xml_handlers(
      start: { _, _, _ in true }, end: { _, _ in true }, text: { _, _, _ in true }, other: nil)
    guard let document = photo_xml_open(&handlers, nil, nil, bytes.count) else {
      throw Malformed(reason: "out of memory")
    }
    defer { photo_xml_close(document) }
    var message = [CChar](repeating: 0, count: Int(PHOTO_MESSAGE_SIZE))
    let state = bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes.drop(while: ByteWindow.isBlank))
      return photo_xml_read(document, text.bindMemory(to: UInt8.self).baseAddress, text.count, true, &message)
    }
    guard state == PHOTO_XML_MORE else { throw Malformed(message) }
  }
}

extension String {
  /// The name of an XML element without its prefix.
  package var localName: Substring { self[(lastIndex(of: ":").map(index(after:)) ?? startIndex)...] }
}
