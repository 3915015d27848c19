import CPhotoCodecs

/// The elements and texts of an XML document in UTF-8 or UTF-16 as it comes (XML 1.0), without attributes.
///
/// The document may be of any length. Declarations of a document type are refused, elements nest at most 64 deep, and a
/// tag or comment has at most 1 MiB, so that memory is bounded.
package final class XMLTokens {
  /// A part of a document.
  package enum Token: Sendable, Equatable {
    case start(String)
    case end(String)
    /// A part of the text of the innermost element, in UTF-8.
    case text([UInt8])
  }

  /// Why a document cannot be read.
  package struct Malformed: Error, Equatable {
    /// A few words.
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  private static let tagLimit = 1 << 20

  private var document: OpaquePointer?
  private var tokens: [Token] = []
  private var failure: Malformed?

  package init() {
    var handlers = photo_xml_handlers(
      start: { context, name, _ in
        XMLTokens.add(context, name.map { .start(String(cString: $0)) })
      },
      end: { context, name in
        XMLTokens.add(context, name.map { .end(String(cString: $0)) })
      },
      text: { context, text, count in
        XMLTokens.add(
          context, text.map { .text(Array(UnsafeRawBufferPointer(start: $0, count: count))) })
      }, other: nil)
    document = photo_xml_open(&handlers, Unmanaged.passUnretained(self).toOpaque(), Self.tagLimit)
  }

  deinit { photo_xml_close(document) }

  private static func add(_ context: UnsafeMutableRawPointer?, _ token: Token?) -> Bool {
    guard let context, let token else { return false }
    Unmanaged<XMLTokens>.fromOpaque(context).takeUnretainedValue().tokens.append(token)
    return true
  }

  /// The tokens that the next bytes of the document complete.
  ///
  /// - Parameter isLast: true for its last bytes; there may be none.
  /// - Throws: `Malformed` if the document cannot be read on, once all tokens before that were given.
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

  /// Throws unless bytes are one whole document; blanks may precede it, and a tag may be of any length.
  package static func check(_ bytes: Bytes) throws(Malformed) {
    let handlers = photo_xml_handlers(
      start: { _, _, _ in true }, end: { _, _ in true }, text: { _, _, _ in true }, other: nil)
    try read(bytes, handlers, nil) { _ in }
  }

  /// Passes one whole document to C handlers, as `check` reads it.
  ///
  /// - Parameter willRead: called with the C reader before it starts.
  static func read(
    _ bytes: Bytes, _ handlers: photo_xml_handlers, _ context: UnsafeMutableRawPointer?,
    willRead: (OpaquePointer) -> Void
  ) throws(Malformed) {
    var handlers = handlers
    guard let document = photo_xml_open(&handlers, context, bytes.count) else {
      throw Malformed(reason: "out of memory")
    }
    defer { photo_xml_close(document) }
    willRead(document)
    var message = [CChar](repeating: 0, count: Int(PHOTO_MESSAGE_SIZE))
    let state = bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes.drop(while: ByteWindow.isBlank))
      return photo_xml_read(
        document, text.bindMemory(to: UInt8.self).baseAddress, text.count, true, &message)
    }
    guard state == PHOTO_XML_MORE else { throw Malformed(message) }
  }
}

extension XMLTokens.Malformed {
  /// What a C function says, ended by NUL.
  fileprivate init(_ message: [CChar]) {
    reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
