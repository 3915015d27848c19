import TestSupport
import Testing

@testable import PhotoFormats

struct EditingTests {
  @Test(arguments: [
    "Adobe Photoshop CS2 Windows", "adobe photoshop lightroom classic 8.0", "GIMP 2.10.8", "Photos 5.0",
    "Snapseed 2.0",
    "digiKam-7.1", "paint.net 4.2.13", "Picasa", "XnViewMP", "Aperture 3.4.5", "Capture One 12 Windows",
  ])
  func `editors are known by their names`(name: String) { #expect(EditingProgram.isNamed(by: name)) }

  @Test(arguments: [
    "17.1.1", "Ver.1.00", "Photosmart R707", "Nikon Transfer 1.1 W", "HDR+ 1.0.570503588zd", "GIMPS",
    "Version GIMP",
    "clark_retus-user 5.1.1", "Photosß", "", "Adobe",
  ])
  func `firmware and systems are no editors`(name: String) { #expect(!EditingProgram.isNamed(by: name)) }

  private func editing(exif: String? = nil, xmp: String? = nil, png: String? = nil) -> FieldValue? {
    func named(_ name: String?) -> MetadataFindings {
      var findings = MetadataFindings()
      if let name { findings.offer(.text(name), for: .software) }
      return findings
    }
    var fields = HeaderFields()
    (fields.exif, fields.xmp, fields.findings) = (ExifFields(), XMPFields(), named(png))
    fields.exif?.findings = named(exif)
    fields.xmp?.findings = named(xmp)
    return PhotoMetadata(fields).values[.editing]
  }

  @Test func `one block that an editor wrote is enough`() {
    #expect(editing(exif: "GIMP 2.10") == .flag(true))
    #expect(editing(exif: "Ver.1.00", xmp: "Adobe Photoshop 7.0") == .flag(true))
    #expect(editing(exif: "GIMP 2.10", xmp: "17.1.1") == .flag(true))
    #expect(editing(png: "Krita") == .flag(true))
    #expect(editing(exif: "Ver.1.00", xmp: "17.1.1") == nil)
    #expect(editing() == nil)
  }

  @Test func `a camera writes Exif first, in one scan, and the size of the picture`() {
    func isRewritten(_ photo: [UInt8]) -> Bool {
      PhotoMetadata.read(ByteSource(photo)).values[.rewritten] == .flag(true)
    }
    func photo(_ size: (UInt32, UInt32)?, make: String? = "Canon") -> [UInt8] {
      PictureBuilder.jpeg {
        $0.make = make
        $0.exifSize = size
      }
    }
    let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    #expect(!isRewritten(photo(nil)) && !isRewritten(photo((40, 30))) && !isRewritten(photo((0, 0))))
    #expect(isRewritten(photo((30, 40))) && isRewritten(photo((400, 300))))
    #expect(isRewritten(Array(photo((40, 30)).prefix(2)) + jfif + photo((40, 30)).dropFirst(2)))
    #expect(!isRewritten(photo((30, 40), make: nil)))
    var progressive = photo((40, 30))
    if let frame = progressive.indices.first(where: { progressive[$0...].starts(with: [0xFF, 0xC0]) }) {
      progressive[frame + 1] = 0xC2
    }
    #expect(isRewritten(progressive))
  }
}
