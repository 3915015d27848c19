import PhotoFormats
import PhotoLibrary
import Testing

@testable import PhotoPicker

struct CSVWriterTests {
  /// Parses CSV according to RFC 4180.
  private func rows(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = [[]]
    var value: [UInt8] = []
    var isQuoted = false
    for byte in bytes {
      switch byte {
      case 0x22: isQuoted.toggle()
      case 0x2C where !isQuoted:
        rows[rows.count - 1].append(String(decoding: value, as: UTF8.self))
        value = []
      case 0x0A where !isQuoted && value.last == 0x0D:
        rows[rows.count - 1].append(String(decoding: value.dropLast(), as: UTF8.self))
        rows.append([])
        value = []
      default: value.append(byte)
      }
    }
    return rows.dropLast()
  }

  private func document(isForTerminal: Bool = false, _ write: (inout CSVWriter) -> Void) -> [UInt8] {
    var writer = CSVWriter(isForTerminal: isForTerminal)
    write(&writer)
    writer.finish()
    return writer.take()
  }

  @Test func `every field is a column, and what is missing is empty`() throws {
    let bytes = document { writer in
      writer.beginDictionary()
      writer.entry("number", Int64(7))
      writer.entry("name", "a.jpg")
      writer.entry("duration", 1.5)
      writer.entry("screenshot", .flag(true))
      writer.endDictionary()
    }
    let rows = rows(bytes)
    #expect(rows[0] == ["number", "group", "album"] + AssetField.all.map(\.name))
    #expect(rows.count == 2 && rows[1].count == rows[0].count)
    let record = Dictionary(zip(rows[0], rows[1]).filter { !$0.1.isEmpty }, uniquingKeysWith: { $1 })
    #expect(record == ["number": "7", "name": "a.jpg", "duration": "1.5", "screenshot": "true"])
  }

  @Test func `lines end with CR and LF, also without a record`() {
    let bytes = document { _ in }
    #expect(bytes.suffix(2) == [0x0D, 0x0A])
    #expect(rows(bytes).count == 1)
  }

  @Test(arguments: [
    ("plain text", "plain text"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\nb", "\"a\nb\""),
    ("a\r\nb", "\"a\r\nb\""), ("\"", "\"\"\"\""),
  ])
  func `what would end a value stands in quotation marks`(text: String, written: String) {
    let bytes = document { writer in
      writer.beginDictionary()
      writer.entry("group", text)
      writer.endDictionary()
    }
    let header = document { _ in }
    #expect(
      String(decoding: bytes.dropFirst(header.count + 1).prefix(written.utf8.count), as: UTF8.self) == written
    )
  }

  @Test func `a list is one value, and a key without a column is passed over`() {
    let bytes = document { writer in
      writer.beginDictionary()
      writer.entry("group", FieldValue.list(["a", "b"]))
      writer.entry("nowhere", "x")
      writer.endDictionary()
    }
    #expect(rows(bytes)[1].filter { !$0.isEmpty } == ["a, b"])
  }

  @Test func `a terminal is not steered`() {
    let bytes = document(isForTerminal: true) { writer in
      writer.beginDictionary()
      writer.entry("name", "a\u{1B}[2Jb")
      writer.endDictionary()
    }
    #expect(!bytes.contains(0x1B))
  }
}
