import TestSupport
import Testing

@testable import PhotoFormats

struct TIFFEditorTests {
  private typealias Entry = TIFFBuilder.Entry

  private func edited(_ block: [UInt8], _ changes: [ExifChange]) throws -> [UInt8] {
    let splices = try TIFFEditor(ByteSource(block)).splices(making: changes)
    return try #require(splices.applied(to: block)).bytes
  }

  private func fields(_ block: [UInt8]) throws -> ExifFields { try #require(ExifFields(block: Bytes(block))) }

  @Test(arguments: [ByteOrder.little, .big])
  func `values of the same size are replaced where they are`(order: ByteOrder) throws {
    let block = TIFFBuilder(order).file([Entry.photo(), TIFFDirectoriesTests.thumbnail])
    let date = try #require(DateText(Bytes(Array("2015-06-07T08:09:10.250+02:00".utf8))))
    let old = try fields(block)
    let changes = ExifChange.dates(date.captureDate(.fileName), beside: old)
    let made = try edited(block, changes)
    #expect(made.count == block.count)
    var wanted = old
    wanted.dateTimeOriginal = date
    #expect(try fields(made) == wanted, "the digitization time differed before, so it remains")
  }

  @Test(arguments: [ByteOrder.little, .big])
  func `new tags and directories follow the end, and nothing else moves`(order: ByteOrder) throws {
    let directory: [Entry] = [
      .init(0x010F, .ascii("Canon")), .init(0x0110, .ascii("Model")),
      .init(
        0x8769,
        .directories([
          [.init(0x9003, .ascii("2014:05:25 10:00:00")), .init(0x927C, .bytes([1, 2, 3, 4, 5]))]
        ])),
    ]
    let block = TIFFBuilder(order).file([directory, TIFFDirectoriesTests.thumbnail]) + [7]
    let place = try #require(GeoLocation(latitude: -35.5, longitude: 135.25, altitude: 10))
    let date = try #require(DateText(Bytes(Array("2014-05-25T11:00:00.5+09:00".utf8))))
    let changes =
      place.exifChanges(order) + ExifChange.dates(date.captureDate(.xmpCreateDate), beside: try fields(block))
    let made = try edited(block, changes)
    // Only the offset of IFD0 changes in the old bytes, and the value of the same size.
    let same = zip(block, made).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    let value = try #require(TIFFDirectories(ByteSource(block))?.directory(.exif)?[0x9003])
    #expect(same.allSatisfy { (4..<8).contains($0) || (value.position..<value.position + 20).contains($0) })
    let (old, new) = (try fields(block), try fields(made))
    #expect(new.location?.isSamePlace(as: place) == true && new.dateTimeOriginal == date)
    #expect(new.dateTimeDigitized == nil, "only dates that exist are corrected")
    #expect(new.thumbnail == old.thumbnail && new.make == "Canon" && new.model == "Model")
    let notes = try [block, made].map {
      try #require(TIFFDirectories(ByteSource($0))?.directory(.exif)?[0x927C])
    }
    #expect(notes[0].position == notes[1].position)
    // A second change happens in place, and a removed position leaves zeros.
    let again = try edited(
      made, try #require(GeoLocation(latitude: 1, longitude: 2, altitude: 3)).exifChanges(order))
    #expect(again.count == made.count)
    let without = try edited(again, ExifChange.withoutPlace)
    #expect(try fields(without).location == nil && without.count == made.count)
    #expect(try fields(without).dateTimeOriginal == date)
  }

  @Test func `values that share bytes are separated`() throws {
    let text = Array("2014:05:25 10:00:00\0".utf8)
    let builder = MakerNoteBuilder()
    func entry(_ tag: UInt16) -> [UInt8] {
      builder.number(Int(tag), 2) + builder.number(2, 2) + builder.number(20, 4) + builder.number(56, 4)
    }
    let image =
      builder.number(1, 2) + builder.number(0x8769, 2) + builder.number(4, 2) + builder.number(1, 4)
      + builder.number(26, 4) + builder.number(0, 4)
    let block =
      Array("II*\0".utf8) + builder.number(8, 4) + image + builder.number(2, 2) + entry(0x9003)
      + entry(0x9004)
      + builder.number(0, 4) + text
    #expect(try fields(block).dateTimeOriginal == fields(block).dateTimeDigitized)
    let made = try edited(block, [ExifChange(.exif, 0x9003, .ascii("2015:05:25 10:00:00"))])
    #expect(try fields(made).dateTimeOriginal?.time.parts.year == 2015)
    #expect(try fields(made).dateTimeDigitized?.time.parts.year == 2014)
  }

  @Test func `damaged directories are refused`() throws {
    let block = TIFFBuilder().file([Entry.photo()])
    #expect(throws: TIFFEditor.Problem.unusual) { try TIFFEditor(ByteSource(Array(block.prefix(20)))) }
    #expect(throws: TIFFEditor.Problem.unusual) {
      try TIFFEditor(ByteSource(TIFFBuilder(isBig: true).file([[.init(1, .short([1]))]])))
    }
    // The GPS directory is IFD0.
    let loop = TIFFBuilder().file([[.init(0x010F, .ascii("Canon")), .init(0x8825, .long([16]))]])
    let place = try #require(GeoLocation(latitude: 1, longitude: 2))
    #expect(throws: TIFFEditor.Problem.unusual) { try edited(loop, place.exifChanges(.little)) }
    let twice = TIFFBuilder().file([[.init(0x010E, .ascii("First")), .init(0x010E, .ascii("Second"))]])
    #expect(throws: TIFFEditor.Problem.unusual) {
      try edited(twice, [ExifChange(.image, 0x010E, .ascii("New"))])
    }
  }

  @Test func `hostile structures are refused or changed, but never trap`() throws {
    var random = SeededGenerator(seed: 5)
    let place = try #require(GeoLocation(latitude: 35.5, longitude: -135.25, altitude: 10))
    for order in [ByteOrder.little, .big] {
      let original = TIFFBuilder(order).file([Entry.photo(), TIFFDirectoriesTests.thumbnail])
      for round in 0..<5000 {
        var block = original
        for _ in 0..<(1 + round % 6) {
          block[Int.random(in: 2..<block.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        if round % 3 == 0 { block = Array(block.prefix(Int.random(in: 4..<block.count, using: &random))) }
        guard let editor = try? TIFFEditor(ByteSource(block)) else { continue }
        let changes =
          place.exifChanges(editor.order) + [ExifChange(.image, ExifTag.imageDescription, .ascii("New"))]
        guard let splices = try? editor.splices(making: changes) else { continue }
        let made = splices.applied(to: block)?.bytes
        #expect(made.map { $0.count < block.count + 1000 } ?? true)
        if let made { _ = ExifFields(block: Bytes(made)) }
      }
    }
  }
}
