import Foundation
import PhotoFiles
import Testing

struct FileURLTests {
  @Test func `all but unreserved characters and slashes are encoded`() {
    let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    for byte in UInt8(1)...255 {
      let digits = String(byte, radix: 16, uppercase: true)
      let encoded =
        unreserved.contains(byte) ? [byte] : Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
      #expect(FileURL.bytes([0x2F, byte, 0x61]) == Array("file:///".utf8) + encoded + [0x61])
    }
  }

  @Test func `every byte of a path survives`() {
    for byte in UInt8(1)...255 {
      let path = Array("/a/".utf8) + [byte] + Array("z.jpg".utf8)
      let url = FileURL.text(path)
      #expect(FileURL.path(url) == path)
      #expect(URL(string: url) != nil)
      #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }

  @Test func `unreserved characters are not encoded`() {
    #expect(FileURL.text(Array("/home/a b/Zoë~1-2_3.jpg".utf8)) == "file:///home/a%20b/Zo%C3%AB~1-2_3.jpg")
    #expect(FileURL.text(Array("/100%?#[x].jpg".utf8)) == "file:///100%25%3F%23%5Bx%5D.jpg")
  }

  @Test(arguments: [
    ("file:/a", "/a"), ("file://localhost/a%20b", "/a b"), ("file:///é", "/é"), ("file:///%2f", "//"),
  ])
  func `other spellings of the URL are parsed`(url: String, path: String) {
    #expect(FileURL.path(url) == Array(path.utf8))
  }

  @Test(arguments: [
    "", "file://", "file:", "/a", "http:///a", "file://host/a", "file:///%", "file:///%4", "file:///%zz",
    "file:///a%00b",
  ])
  func `invalid URLs are rejected`(url: String) {
    #expect(FileURL.path(url) == nil)
  }
}
