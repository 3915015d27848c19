import PhotoFiles
import PhotoFormats
import SystemPackage

/// Reads small values from the XML of servers. Entities are refused, and depth and lengths bounded (`XMLTokens`).
enum XMLValues {
  private static let tagLimit = 64 * 1024
  /// The longest value: a key of 1,024 bytes in percent-encoding has 3,072.
  private static let valueLimit = 16 * 1024
  private static let pieceCount = 64 * 1024

  /// Passes the elements of a document to functions.
  ///
  /// - Parameters:
  ///   - start: called with the local names of the open elements.
  ///   - end: Called with the same names and the text of the element, without the text of its children.
  static func read(
    _ document: [UInt8], start: ([String]) -> Void = { _ in },
    end: ([String], [UInt8]) throws(RemoteError) -> Void
  ) throws(RemoteError) {
    let tokens = XMLTokens(tagLimit: tagLimit)
    var path: [String] = []
    var text: [UInt8] = []
    // S3 sends spaces while it puts parts together.
    var position = document.prefix { $0 <= 0x20 }.count
    while true {
      let piece = Array(document[position..<min(position + pieceCount, document.count)])
      let found: [XMLTokens.Token]
      do throws(XMLTokens.Malformed) {
        found = try piece.withUnsafeBytes { bytes in
          Result { () throws(XMLTokens.Malformed) in try tokens.next(bytes, isLast: piece.isEmpty) }
        }.get()
      } catch {
        throw RemoteError(.ioError, "the server sent invalid XML: \(RemoteError.safe(error.reason))")
      }
      for token in found {
        switch token.kind {
        case .start(let name, attributes: _):
          path.append(name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name)
          text = []
          start(path)
        case .text(let more):
          guard text.count + more.count <= valueLimit else {
            throw RemoteError(.ioError, "the server sent a value of more than \(valueLimit) bytes")
          }
          text += more
        case .end:
          try end(path, text)
          path.removeLast()
          text = []
        case .other: break
        }
      }
      if piece.isEmpty { return }
      position += piece.count
    }
  }
}

/// The document with which S3 describes an error.
enum ErrorDocument {
  private static let codeLimit = 64

  /// Returns the code, such as `NoSuchKey`. The message is not used: it may repeat parts of the request.
  static func code(_ body: [UInt8]) -> String? {
    guard body.contains(UInt8(ascii: "<")) else { return nil }
    var code: String?
    try? XMLValues.read(body) { path, text in
      guard path == ["Error", "Code"], 1...codeLimit ~= text.count,
        text.allSatisfy({ $0.isDigit || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 })
      else { return }
      code = String(decoding: text, as: UTF8.self)
    }
    return code
  }
}
