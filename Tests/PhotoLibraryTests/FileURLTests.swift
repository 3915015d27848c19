import Foundation
import PhotoLibrary
import Testing

struct FileURLTests {
  @Test func `every byte of a path survives`() {
    for byte in UInt8(1)...255 {
      let path = Array("/a/".utf8) + [byte] + Array("z.jpg".utf8)
      let url = FileURL.text(path)
      #expect(FileURL.path(url) == path)
      #expect(URL(string: url) != nil)
      #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }

  @Test func `what is plain stays plain`() {
    #expect(FileURL.text(Array("/home/a b/Zoë~1-2_3.jpg".utf8)) == "file:///home/a%20b/Zo%C3%AB~1-2_3.jpg")
    #expect(FileURL.text(Array("/100%?#[x].jpg".utf8)) == "file:///100%25%3F%23%5Bx%5D.jpg")
  }

  @Test(arguments: [
    ("file:/a", "/a"), ("file://localhost/a%20b", "/a b"), ("file:///é", "/é"), ("file:///%2f", "//"),
  ])
  func `other ways to write the URL are read`(url: String, path: String) {
    #expect(FileURL.path(url) == Array(path.utf8))
  }

  @Test(arguments: [
    "", "file://", "file:", "/a", "http:///a", "file://host/a", "file:///%", "file:///%4", "file:///%zz",
    "file:///a%00b",
  ])
  func `what is no URL of a file here is none`(url: String) {
    #expect(FileURL.path(url) == nil)
  }
}
