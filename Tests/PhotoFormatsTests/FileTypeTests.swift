import PhotoFiles
import Testing

@testable import PhotoFormats

struct FileTypeTests {
  @Test func `types keep the numbers that catalogs hold`() {
    let numbers: [(PhotoFileType, UInt8)] = [
      (.unknown, 0), (.jpeg, 1), (.avif, 7), (.canonRAW, 8), (.otherRAW, 16), (.quickTimeMovie, 17),
      (.mpeg4, 18),
    ]
    for (type, number) in numbers { #expect(type.rawValue == number) }
  }

  @Test func `every type has a row of its own`() {
    let types = PhotoFileType.allCases
    #expect(Set(types.map(\.typeIdentifier)).count == types.count)
    #expect(Set(types.compactMap(\.mimeName)).count == types.count - 1)
    let extensions = types.flatMap(\.declaration.extensions)
    #expect(Set(extensions).count == extensions.count)
    for type in types where type != .unknown {
      #expect(type.format != .unknown)
      #expect(type.declaration.reader != nil && type.declaration.coding != nil)
      for text in type.declaration.extensions {
        #expect(FileName(unchecked: Array("A.\(text.uppercased())".utf8)).hasPhotoExtension)
      }
    }
    #expect(!FileName("a.txt").hasPhotoExtension)
  }

  @Test func `every format has a type`() {
    let formats = Set(PhotoFileType.allCases.map(\.format))
    for format in PhotoFormat.allCases { #expect(formats.contains(format)) }
    #expect(PhotoFormat(alias: "jpg") == .jpeg)
    #expect(PhotoFormat(alias: "jpeg") == nil)
  }

  @Test(
    arguments: [
      ("II*\0\u{10}\0\0\0CR\u{2}\0", .canonRAW), ("II*\0\u{10}\0\0\0CR\u{3}\0", .tiff),
      ("IIRO\u{8}\0\0\0", .olympusRAW),
      ("IIU\0\u{18}\0\0\0", .panasonicRAW), ("FUJIFILMCCD-RAW ", .fujifilmRAW), ("FUJIFILM", nil),
      ("GIF89a", .gif),
      ("RIFF\0\0\0\0WEBP", .webp), ("RIFF\0\0\0\0WAVE", nil),
      ("RIFF\0\0\0\0AVI ", .avi), ("FOVb", .sigmaRAW), ("\0\0\0\u{C}JXL \r\n\u{87}\n", nil),
      ("\0\0\0\u{14}ftypavif\0\0\0\0avif", .avif),
      ("\0\0\0\u{14}ftypcrx \0\0\0\0crx ", .canonCR3), ("\0\0\0\u{14}ftypM4A \0\0\0\0M4A ", nil),
      ("8BPS\0\u{1}", .photoshop), ("8BPS\0\u{3}", nil),
      ("\0\0\0\u{8}wide\0\0\0\0mdat", .quickTimeMovie), ("GIF", nil), ("", nil),
    ] as [(String, PhotoFileType?)])
  func `a file is known by its start`(start: String, type: PhotoFileType?) {
    #expect(PhotoFileType(signature: Bytes(Array(start.utf8))) == type)
  }
}
