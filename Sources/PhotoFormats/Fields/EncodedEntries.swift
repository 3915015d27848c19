/// Numbered values one after the other, as `MetadataValues.encoded` has them, in memory that somebody else owns.
///
/// An entry is its number (one byte), the length of what follows (LEB128), and the value. They stand in ascending order
/// of their numbers.
package struct EncodedEntries {
  private let bytes: UnsafeRawBufferPointer

  /// The entries in some bytes; what follows an entry that does not fit is passed over.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The bytes of the value of a number, or `nil` if there is none.
  package subscript(number: UInt8) -> UnsafeRawBufferPointer? {
    var position = 0
    while position < bytes.count {
      let found = bytes[position]
      guard found <= number, let payload = payload(at: position) else { return nil }
      if found == number {
        return UnsafeRawBufferPointer(
          start: bytes.baseAddress.map { $0 + payload.start }, count: payload.count)
      }
      position = payload.start &+ payload.count
    }
    return nil
  }

  /// Calls `body` with the number and the bytes of each value.
  package func forEach(_ body: (UInt8, UnsafeRawBufferPointer) throws -> Void) rethrows {
    var position = 0
    while position < bytes.count, let payload = payload(at: position) {
      try body(
        bytes[position],
        UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + payload.start }, count: payload.count))
      position = payload.start &+ payload.count
    }
  }

  /// Where the value of the entry at a position stands. A question asks it some millions of times.
  @inline(__always)
  private func payload(at position: Int) -> (start: Int, count: Int)? {
    guard position &+ 1 < bytes.count else { return nil }
    let length = Int(bytes[position &+ 1])
    // Hardly any value is longer.
    guard length < 0x80 else { return longPayload(at: position) }
    return length <= bytes.count &- position &- 2 ? (position &+ 2, length) : nil
  }

  private func longPayload(at position: Int) -> (start: Int, count: Int)? {
    var start = position + 1
    guard let length = bytes.length(at: &start), length <= bytes.count - start else { return nil }
    return (start, length)
  }

  /// Appends an entry, whose number is greater than that of those before it.
  package static func append(_ number: UInt8, _ value: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(number)
    bytes.append(length: value.count)
    bytes.append(contentsOf: value)
  }

  /// True if one of the texts that a value of a kind holds fulfils a condition; numbers, dates and flags hold none.
  ///
  /// - Parameter bytes: the value as `MetadataValues` keeps it.
  package static func holdsText(
    _ bytes: UnsafeRawBufferPointer, _ kind: FieldKind, _ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    switch kind {
    case .text: return isWanted(bytes.bindMemory(to: UInt8.self))
    case .list:
      var position = 0
      while position < bytes.count {
        guard let length = bytes.length(at: &position), length <= bytes.count - position else { return false }
        let text = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
        if isWanted(text.bindMemory(to: UInt8.self)) { return true }
        position += length
      }
      return false
    case .regions, .integer, .number, .flag, .date: return false
    }
  }
}

extension FieldValue {
  /// The value of a kind that bytes of `MetadataValues` hold, or `nil` if they hold none.
  package init?(_ bytes: UnsafeRawBufferPointer, _ kind: FieldKind) { self.init(Array(bytes)[...], kind) }
}
