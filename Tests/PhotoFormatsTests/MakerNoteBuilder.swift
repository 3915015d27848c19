import PhotoFormats

/// Builds photos with maker notes, which are directories with offsets of various origins.
struct MakerNoteBuilder {
  /// An entry with tag, type and raw values.
  struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let bytes: [UInt8]

    static func text(_ tag: UInt16, _ text: String) -> Entry {
      Entry(tag: tag, type: 2, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
    }

    static func bytes(_ tag: UInt16, _ bytes: [UInt8]) -> Entry {
      Entry(tag: tag, type: 7, count: bytes.count, bytes: bytes)
    }
  }

  var order = ByteOrder.little
  var make = ""

  func short(_ tag: UInt16, _ values: Int...) -> Entry {
    Entry(tag: tag, type: 3, count: values.count, bytes: values.flatMap { number($0, 2) })
  }

  func long(_ tag: UInt16, _ value: Int, type: UInt16 = 4) -> Entry {
    Entry(tag: tag, type: type, count: 1, bytes: number(value, 4))
  }

  func rational(_ tag: UInt16, _ upper: Int, _ lower: Int) -> Entry {
    Entry(tag: tag, type: 10, count: 1, bytes: number(upper, 4) + number(lower, 4))
  }

  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return order == .little ? bytes : bytes.reversed()
  }

  /// A directory at `place` by the offsets of the note, followed by its values.
  func directory(at place: Int, _ entries: [Entry]) -> [UInt8] {
    var (table, values) = (number(entries.count, 2), [UInt8]())
    let end = place + 2 + entries.count * 12 + 4
    for entry in entries {
      table += number(Int(entry.tag), 2) + number(Int(entry.type), 2) + number(entry.count, 4)
      if entry.bytes.count <= 4 {
        table += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      } else {
        table += number(end + values.count, 4)
        values += entry.bytes
      }
    }
    return table + number(0, 4) + values
  }

  /// An Exif block with a note for its offset.
  func block(exif: [TIFFBuilder.Entry] = [], note: (Int) -> [UInt8]) -> [UInt8] {
    func block(_ note: [UInt8]) -> [UInt8] {
      let entries = exif + [TIFFBuilder.Entry(0x927C, .bytes(note))]
      return TIFFBuilder(order).file([
        [.init(0x010F, .ascii(make)), .init(0x8769, .directories([entries]))]
      ])
    }
    let directories = TIFFDirectories(ByteSource(block(note(0))))
    return block(note(directories?.directory(.exif)?[0x927C]?.position ?? 0))
  }
}
