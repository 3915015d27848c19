import PhotoFormats
import PhotoLibrary

/// Finds photos by a part of their name, whatever the case of its letters, or of their date as `2014-05-25 10:00`.
package struct PhotoSearch: Sendable {
  private let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool
  private let isDate: Bool

  /// A search for a text.
  package init(_ text: String) {
    self.text = text.lowercased()
    bytes = Array(self.text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    isDate = bytes.allSatisfy { (0x30...0x3A).contains($0) || $0 == UInt8(ascii: "-") || $0 == 0x20 }
  }

  /// True if a photo matches.
  package func matches(_ asset: Asset) -> Bool {
    guard !bytes.isEmpty else { return false }
    let isName =
      isASCII
      ? contains(asset.name.bytes)
      : asset.name.text.lowercased().contains(text)
    if isName { return true }
    guard isDate, let time = asset.wallTime else { return false }
    let iso = time.iso8601
    return "\(iso.prefix(10)) \(iso.dropFirst(11))".contains(text)
  }

  /// True if the name holds the bytes; capital letters count as small ones.
  private func contains(_ name: [UInt8]) -> Bool {
    guard name.count >= bytes.count else { return false }
    return (0...(name.count - bytes.count)).contains { start in
      bytes.indices.allSatisfy { index in
        let byte = name[start + index]
        return bytes[index] == ((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
      }
    }
  }
}
