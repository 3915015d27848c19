import Testing

@testable import PhotoFormats

/// What maker notes add to Exif.
struct MakerNoteTests {
  private typealias Note = MakerNoteBuilder

  private func findings(_ block: [UInt8]) -> MetadataFindings? { ExifFields(block: Bytes(block))?.findings }

  /// A note with a signature; offsets are relative to it, or to the block.
  private func findings(
    _ builder: MakerNoteBuilder, _ signature: [UInt8], ofBlock: Bool, exif: [TIFFBuilder.Entry] = [],
    _ entries: [MakerNoteBuilder.Entry]
  ) -> MetadataFindings? {
    findings(
      builder.block(exif: exif) { place in
        signature + builder.directory(at: (ofBlock ? place : 0) + signature.count, entries)
      })
  }

  private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  @Test(arguments: [ByteOrder.little, .big]) func `Canon names lenses and counts in 32nds`(order: ByteOrder) {
    let note = Note(order: order, make: "Canon")
    func iso(_ settings: Int, _ shot: Int...) -> FieldValue? {
      findings(
        note, [], ofBlock: true,
        [
          Note.Entry(
            tag: 1, type: 3, count: 17, bytes: (0..<17).flatMap { note.number($0 == 16 ? settings : 15, 2) }),
          Note.Entry(tag: 4, type: 3, count: shot.count, bytes: shot.flatMap { note.number($0, 2) }),
        ])?[.iso]
    }
    #expect(iso(0x4000 + 320, 0, 0, 160) == .number(320))
    #expect(iso(15, 0, 0, 160) == .number(100))
    #expect(iso(15, 0, -32, 160) == .number(50))
    #expect(iso(0x7FFF, 0, 16, 160) == .number(141))
    #expect(iso(-1, 0, 0, 0) == nil && iso(0) == nil && iso(0, 0, 32_767, 32_767) == nil)
    let lens = findings(note, [], ofBlock: true, [.text(0x0095, "EF16-35mm f/2.8L II USM")])
    #expect(lens?[.lens] == .text("EF16-35mm f/2.8L II USM") && lens?[.iso] == nil)
    let other = Note(order: order, make: "Other")
    #expect(findings(other, [], ofBlock: true, [.text(0x0095, "EF16-35mm")])?[.lens] == nil)
  }

  @Test func `Exif goes before the note, and so does XMP`() throws {
    let note = Note(make: "Canon")
    let settings = Note.Entry(
      tag: 1, type: 3, count: 17, bytes: (0..<17).flatMap { _ in note.number(0x4000 + 320, 2) })
    let exif = try #require(
      findings(
        note, [], ofBlock: true, exif: [.init(0x8827, .short([200]))],
        [settings, .text(0x0095, "of the note")]))
    #expect(exif[.iso] == .number(200) && exif[.lens] == .text("of the note"))
    var fields = HeaderFields()
    fields.exif = ExifFields()
    fields.exif?.findings = exif
    fields.xmp = XMPFields()
    fields.xmp?.findings.offer(.text("of XMP"), for: .lens, rank: 1)
    #expect(PhotoMetadata(fields).values[.lens] == .text("of XMP"))
  }

  @Test func `a note is not looked into if Exif says all that it may say`() throws {
    let block = Bytes(
      Note(make: "Canon").block { Note().directory(at: $0, [.text(0x0095, "EF16-35mm")]) })
    let directories = try #require(TIFFDirectories(ByteSource(block)))
    var findings = MetadataFindings()
    #expect(MakerNote(directories, make: "Canon", beside: findings) != nil)
    findings.offer(.text("A lens"), for: .lens)
    #expect(MakerNote(directories, make: "Canon", beside: findings) != nil)
    findings.offer(.number(100), for: .iso)
    #expect(MakerNote(directories, make: "Canon", beside: findings) == nil)
  }

  @Test(arguments: [ByteOrder.little, .big]) func `Nikon's note has a header of its own`(order: ByteOrder) {
    func iso(_ values: [UInt16]) -> FieldValue? {
      let header = TIFFBuilder(order).file([[.init(0x0002, .short(values))]])
      // The photo may have the other byte order.
      let note = Note(order: order == .big ? .little : .big, make: "NIKON CORPORATION")
      return findings(note.block { _ in latin("Nikon\0\u{2}\u{10}\0\0") + header })?[.iso]
    }
    #expect(iso([0, 640]) == .number(640))
    #expect(iso([640]) == nil && iso([0, 0]) == nil)
  }

  @Test(arguments: [
    ("OLYMPUS\0II\u{3}\0", 7), ("OM SYSTEM\0\0\0II\u{4}\0", 13), ("OM SYSTEM\0\0\0II\u{4}\0", 4),
  ])
  func `Olympus names lenses in a directory inside`(signature: String, type: UInt16) {
    let (note, photo) = (Note(order: .little), Note(order: .big))
    let start = latin(signature)
    func whole(equipment: Int) -> [UInt8] {
      let inner = note.directory(at: equipment, [.text(0x0203, "OLYMPUS M.14-42mm F3.5-5.6")])
      let pointer =
        type == 7
        ? Note.Entry.bytes(0x2010, inner) : note.long(0x2010, equipment, type: type)
      let outer = note.directory(at: start.count, [note.rational(0x1001, 6, 1), pointer])
      return start + outer + (type == 7 ? [] : inner)
    }
    // The inner directory follows the outer one and the eight bytes of the rational.
    let block = photo.block { _ in whole(equipment: start.count + 2 + 2 * 12 + 4 + 8) }
    #expect(findings(block)?[.lens] == .text("OLYMPUS M.14-42mm F3.5-5.6"))
    #expect(findings(block)?[.iso] == .number(200))
  }

  @Test(arguments: ["OLYMP\0\u{1}\0", "EPSON\0\u{1}\0"])
  func `the number of entries tells the order if nothing else does`(signature: String) {
    let (note, photo) = (Note(order: .big), Note(order: .little))
    let block = photo.block { place in
      latin(signature) + note.directory(at: place + 8, [note.rational(0x1001, 5, 1)])
    }
    #expect(findings(block)?[.iso] == .number(100))
    let zero = photo.block { place in
      latin(signature) + note.directory(at: place + 8, [note.rational(0x1001, 0, 1)])
    }
    #expect(findings(zero)?[.iso] == nil)
  }

  @Test func `Panasonic, and Leica with it, name lenses`() {
    let entries: [MakerNoteBuilder.Entry] = [.text(0x0051, "LUMIX G VARIO 14-42/F3.5-5.6  ")]
    let lens = FieldValue.text("LUMIX G VARIO 14-42/F3.5-5.6")
    #expect(findings(Note(), latin("Panasonic\0\0\0"), ofBlock: true, entries)?[.lens] == lens)
    #expect(findings(Note(make: "LEICA"), latin("LEICA\0\0\0"), ofBlock: true, entries)?[.lens] == lens)
    #expect(findings(Note(make: "Leica"), latin("LEICA\0\0\0"), ofBlock: true, entries)?[.lens] == nil)
  }

  @Test func `Pentax and Casio write plain sensitivities, and numbers that stand for some`() {
    func pentax(_ number: Int, _ signature: String = "AOC\0MM") -> FieldValue? {
      let note = Note(order: .big, make: "PENTAX Corporation")
      return findings(note, latin(signature), ofBlock: signature == "AOC\0MM", [note.short(0x0014, number)])?[
        .iso]
    }
    #expect(pentax(50) == .number(50) && pentax(400, "PENTAX \0MM") == .number(400))
    for code in [3, 45, 49, 258, 286, 3201, 65_535] { #expect(pentax(code) == nil) }
    for number in [257, 287, 3200] { #expect(pentax(number) == .number(Double(number))) }
    let name =
      [UInt8](repeating: 1, count: 12) + latin("01 STANDARD PRIME") + [UInt8](repeating: 0, count: 13)
    #expect(
      findings(Note(), latin("AOC\0II"), ofBlock: true, [.bytes(0x0239, name)])?[.lens]
        == .text("01 STANDARD PRIME"))
    let casio = Note(order: .big, make: "CASIO")
    #expect(findings(casio, [], ofBlock: true, [casio.short(0x0014, 64)])?[.iso] == .number(64))
    for signature in ["QVC\0\0\0", "DCI\0\0\0"] {
      #expect(
        findings(casio, latin(signature), ofBlock: true, [casio.short(0x3014, 80)])?[.iso] == .number(80))
      #expect(findings(casio, latin(signature), ofBlock: true, [casio.short(0x0014, 3)])?[.iso] == nil)
    }
  }

  @Test func `Apple tells what belongs together`() {
    let entries: [MakerNoteBuilder.Entry] = [
      .text(0x000B, "A3B0C5D2-0000"), .text(0x0011, "E2F4A6C8-1111"),
    ]
    let found = findings(
      Note(order: .big, make: "Apple"), latin("Apple iOS\0\0\u{1}MM"), ofBlock: false, entries)
    #expect(found?[.contentIdentifier] == .text("E2F4A6C8-1111"))
    #expect(found?[.burst] == .text("A3B0C5D2-0000"))
  }

  @Test(
    arguments: [
      (0, nil, true), (1000, nil, false), (20, nil, false), (20, 20, true), (20, 30, false), (0, 20, true),
      (1000, 1000, true), (1000, 20, false),
    ] as [(Int, Int?, Bool)])
  func `of a note that an editor moved the header at its end tells where it stood`(
    distance: Int, told: Int?, isRead: Bool
  ) {
    let note = Note(make: "Canon")
    let block = note.block { place in
      let end = told.map { [0x49, 0x49, 42, 0] + note.number(place + $0, 4) } ?? []
      return note.directory(at: place + distance, [.text(0x0095, "EF16-35mm f/2.8L")]) + end
    }
    let found = findings(block + [UInt8](repeating: 0x41, count: 2000))
    #expect(found?[.lens] == (isRead ? .text("EF16-35mm f/2.8L") : nil))
  }

  @Test func `values outside of the note are not its own`() {
    let note = Note()
    for distance in [0, 1000] {
      let block = note.block { place in
        latin("Panasonic\0\0\0") + note.directory(at: place + 12 + distance, [.text(0x0051, "LUMIX G VARIO")])
      }
      let found = findings(block + [UInt8](repeating: 0x41, count: 2000))
      #expect(found?[.lens] == (distance == 0 ? .text("LUMIX G VARIO") : nil))
    }
  }
}
