/// A record that is stored in a file: alone, as a draft is, or after others, as in a journal.
package protocol StoredRecord: RecordCodable, Sendable {
  static var signature: String { get }
}

/// The format of files of records: a line of text, and then each record in a frame with length and checksum.
///
/// A frame begins with the length of the record and its complement, four bytes each, and the checksum of the record,
/// eight bytes; the record and a byte that is not 0 follow. A kill or a full disk may truncate a file, and after a
/// power failure its last bytes may be zeros. Such a tail is ignored, since the step of its record was not done. Other
/// damage is reported.
package enum RecordFile<Record: StoredRecord> {
  package struct Content: Sendable {
    /// The records before the first corrupt one.
    package var records: [Record] = []
    package var end = 0
    /// Whether more than an incomplete record follows them, or the file is of another kind or version.
    package var isDamaged = false
  }

  private static var head: [UInt8] { Array("\(Record.signature)\n".utf8) }

  package static func bytes(_ records: some Sequence<Record>, reserving count: Int = 192) -> [UInt8] {
    var output = RecordEncoder(reserving: count)
    output.bytes += head
    for record in records { RecordFrame.append(record, to: &output) }
    return output.bytes
  }

  package static func bytes(adding record: Record) -> [UInt8] {
    var output = RecordEncoder()
    RecordFrame.append(record, to: &output)
    return output.bytes
  }

  package static func content(_ bytes: [UInt8]) -> Content {
    bytes.withUnsafeBytes { bytes in
      let head = head
      var content = Content()
      guard bytes.starts(with: head) else {
        content.isDamaged = !head.starts(with: bytes.prefix(RecordFrame.writtenCount(bytes[...])))
        return content
      }
      content.end = head.count
      while content.end < bytes.count {
        switch RecordFrame(bytes[content.end...]) {
        case .whole(let part):
          guard let record = record(UnsafeRawBufferPointer(rebasing: part)) else {
            content.isDamaged = true
            return content
          }
          content.records.append(record)
          content.end = part.endIndex + RecordFrame.tailSize
        case .cut: return content
        case .damaged:
          content.isDamaged = true
          return content
        }
      }
      return content
    }
  }

  /// Returns the record of a file that contains exactly one, or `nil` if the file is corrupt or of another version.
  package static func onlyRecord(_ bytes: [UInt8]) -> Record? {
    let content = content(bytes)
    return content.records.count == 1 && content.end == bytes.count ? content.records.first : nil
  }

  private static func record(_ bytes: UnsafeRawBufferPointer) -> Record? {
    var input = RecordDecoder(bytes)
    guard let record = try? Record(from: &input), input.remaining == 0 else { return nil }
    return record
  }
}

private enum RecordFrame {
  case whole(Slice<UnsafeRawBufferPointer>)
  /// The file ends within the frame, or in zeros.
  case cut
  case damaged

  static let headSize = 16
  static let tailSize = 1
  private static let tail = UInt8(ascii: "\n")

  static func append(_ record: some RecordCodable, to output: inout RecordEncoder) {
    let start = output.bytes.count
    output.bytes += repeatElement(0, count: headSize)
    record.encode(to: &output)
    let part = (start + headSize)..<output.bytes.count
    let checksum = output.bytes.withUnsafeBytes { Self.checksum(of: $0[part]) }
    // A record of 4 GiB or more can't be read back.
    let length = UInt32(truncatingIfNeeded: part.count)
    var head = RecordEncoder(reserving: headSize)
    head.append(length)
    head.append(~length)
    head.append(checksum)
    output.bytes.replaceSubrange(start..<part.lowerBound, with: head.bytes)
    output.bytes.append(tail)
  }

  init(_ rest: Slice<UnsafeRawBufferPointer>) {
    var input = RecordDecoder(UnsafeRawBufferPointer(rebasing: rest))
    guard let length: UInt32 = try? input.integer(), let complement: UInt32 = try? input.integer() else {
      self = .cut
      return
    }
    guard length == ~complement else {
      self = Self.writtenCount(rest) < 8 ? .cut : .damaged
      return
    }
    let size = Self.headSize + Int(length) + Self.tailSize
    guard size <= rest.count, let checksum: UInt64 = try? input.integer() else {
      self = .cut
      return
    }
    let part = rest.dropFirst(Self.headSize).prefix(Int(length))
    if rest[part.endIndex] == Self.tail, Self.checksum(of: part) == checksum {
      self = .whole(part)
    } else {
      self = Self.writtenCount(rest) < size ? .cut : .damaged
    }
  }

  /// Returns the number of bytes up to the last that is not 0.
  static func writtenCount(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    (bytes.lastIndex { $0 != 0 } ?? bytes.startIndex - 1) - bytes.startIndex + 1
  }

  private static func checksum(of part: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    var checksum = Checksum()
    checksum.add(UnsafeRawBufferPointer(rebasing: part))
    return checksum.value
  }
}
