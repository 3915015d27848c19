import CPhotoCodecs
import PhotoFiles

/// A visitor of the markup of an XML document.
package protocol XMLVisitor: AnyObject {
  /// Visits a start tag, or the only tag of an empty element.
  ///
  /// - Parameters:
  ///   - name: The name with its prefix.
  ///   - attributes: The attributes in the order of the tag, namespace declarations included.
  ///   - range: The bytes of the tag.
  func start(_ name: String, _ attributes: [(name: String, value: String)], _ range: Range<Int>)
  /// Visits an end tag. The range is empty, and follows the only tag, if the element is empty.
  func end(_ range: Range<Int>)
  /// Visits a part of the text of the innermost element, in UTF-8.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  /// Visits a comment or a processing instruction.
  func other(_ range: Range<Int>)
  /// A Boolean value indicating whether the visitor has seen enough; the document counts as malformed then.
  var isDone: Bool { get }
}

/// Reads whole XML documents along with the bytes at which their markup is.
package enum XMLEvents {
  /// Passes the markup of a document to a visitor. The document may start with white space.
  ///
  /// - Throws: `XMLTokens.Malformed` unless the bytes are one whole document; what precedes the error was visited.
  package static func visit(_ bytes: Bytes, _ visitor: some XMLVisitor) throws(XMLTokens.Malformed) {
    let session = Session(
      visitor, offset: bytes.withUnsafeBytes { $0.prefix(while: ByteWindow.isBlank).count })
    let handlers = photo_xml_handlers(
      start: { Session.of($0)?.start($1, $2) ?? false },
      end: { context, _ in Session.of(context)?.end() ?? false },
      text: { Session.of($0)?.text($1, $2) ?? false },
      other: { Session.of($0)?.other() ?? false })
    // The session outlives the reading, which takes place inside this call.
    try withExtendedLifetime(session) { () throws(XMLTokens.Malformed) in
      try XMLTokens.read(bytes, handlers, Unmanaged.passUnretained(session).toOpaque()) {
        session.document = $0
      }
    }
  }

  private final class Session {
    let visitor: any XMLVisitor
    /// The number of bytes that the C reader doesn't see.
    let offset: Int
    var document: OpaquePointer?

    init(_ visitor: any XMLVisitor, offset: Int) {
      self.visitor = visitor
      self.offset = offset
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Session? {
      context.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private var range: Range<Int> {
      guard let document else { return 0..<0 }
      let place = photo_xml_place(document)
      let start = Int(place.offset) + offset
      return start..<start + Int(place.count)
    }

    func start(
      _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Bool {
      guard let name, let attributes else { return false }
      var list: [(name: String, value: String)] = []
      while let name = attributes[2 * list.count], let value = attributes[2 * list.count + 1] {
        list.append((String(cString: name), String(cString: value)))
      }
      visitor.start(String(cString: name), list, range)
      return !visitor.isDone
    }

    func end() -> Bool {
      visitor.end(range)
      return !visitor.isDone
    }

    func text(_ text: UnsafePointer<CChar>?, _ count: Int) -> Bool {
      guard let text else { return false }
      visitor.text(
        UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count))
      return true
    }

    func other() -> Bool {
      visitor.other(range)
      return true
    }
  }
}
