import Testing

@testable import PhotoFormats

/// Invalid and hostile maker notes.
struct MakerNoteLimitTests {
  private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  private func findings(_ block: [UInt8]) -> MetadataFindings? { ExifFields(block: Bytes(block))?.findings }

  /// Blocks with maker notes of each layout.
  private var blocks: [[UInt8]] {
    let (canon, other) = (MakerNoteBuilder(make: "Canon"), MakerNoteBuilder())
    let lens = MakerNoteBuilder.Entry.text(0x0203, "OLYMPUS M.14-42mm")
    return [
      canon.block { canon.directory(at: $0, [canon.short(4, 0, 0, 160), .text(0x0095, "EF16-35mm")]) },
      other.block { _ in
        latin("Nikon\0\u{2}\0\0\0") + TIFFBuilder().file([[.init(0x0002, .short([0, 640]))]])
      },
      other.block { _ in
        latin("OLYMPUS\0II\u{3}\0")
          + other.directory(at: 12, [.bytes(0x2010, other.directory(at: 30, [lens]))])
      },
    ]
  }

  @Test func `a note with a wrong byte, or cut anywhere, is survived`() {
    for block in blocks {
      #expect(findings(block)?.isEmpty == false)
      for index in block.indices {
        for wrong: UInt8 in [0, 0x7F, 0xFF] {
          var hostile = block
          hostile[index] = wrong
          _ = findings(hostile)
        }
        _ = findings(Array(block.prefix(index)))
      }
    }
  }

  @Test func `a directory inside that is the note itself, or outside of it, is not followed in circles`() {
    let note = MakerNoteBuilder()
    for place in [0, 12, 11, 8, 1000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      let block = note.block { _ in
        latin("OLYMPUS\0II\u{3}\0") + note.directory(at: 12, [note.long(0x2010, place)])
      }
      #expect(findings(block)?.isEmpty == true)
    }
  }

  @Test func `a directory has at most 255 entries`() {
    let canon = MakerNoteBuilder(make: "Canon")
    func lens(_ count: Int) -> FieldValue? {
      let others = (1..<count).map { canon.short(UInt16(0x1000 + $0), 1) }
      return findings(canon.block { canon.directory(at: $0, [.text(0x0095, "EF16-35mm")] + others) })?[.lens]
    }
    #expect(lens(255) == .text("EF16-35mm"))
    #expect(lens(256) == nil && lens(257) == nil)
  }

  @Test func `values beyond the note are not its own`() {
    let note = MakerNoteBuilder()
    for distance in [0, 400] {
      let block = note.block { _ in
        latin("Apple iOS\0\0\u{1}II") + note.directory(at: 14 + distance, [.text(0x000B, "A3B0C5D2-0000")])
      }
      let found = findings(block + [UInt8](repeating: 0x41, count: 2000))
      #expect(found?[.burst] == (distance == 0 ? .text("A3B0C5D2-0000") : nil))
    }
  }

  @Test func `a note that is empty, or shorter than its signature, says nothing`() {
    for text in [
      "", "A", "Apple iOS\0", "Nikon\0\u{2}\0\0\0", "Nikon\0\u{2}\0\0\0II*\0", "OLYMPUS\0II\u{3}\0",
    ] {
      #expect(findings(MakerNoteBuilder(make: "Canon").block { _ in latin(text) })?.isEmpty == true)
    }
  }
}
