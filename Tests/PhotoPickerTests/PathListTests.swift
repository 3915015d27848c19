import TestSupport
import Testing

@testable import PhotoPicker

struct PathListTests {
  @Test func `a picture is no list, a name that begins like one is`() throws {
    let noList = PathListError(.noList, line: nil)
    #expect(throws: noList) { try PathList(PictureBuilder.jpeg()) }
    #expect(throws: noList) { try PathList(PictureBuilder.movie(created: 0)) }
    #expect(try PathList(Array("GIF89a\n".utf8)).paths.count == 1)
    #expect(try PathList(Array("2014free space.jpg\0\u{1}.jpg\0".utf8)).paths.count == 2)
  }

  private func paths(_ text: String) throws -> [String] { try Self.paths(text) }

  private static func paths(_ text: String) throws -> [String] {
    try PathList(Array(text.utf8)).paths.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let separated = [
    "/a b.jpg\n/c.jpg\n", "/a b.jpg\r\n/c.jpg\r\n", "/a b.jpg\0/c.jpg\0",
    "\u{FEFF}/a b.jpg\r\n/c.jpg", "/a b.jpg\n/c.jpg\n/a b.jpg", "file:///a%20b.jpg\n/c.jpg",
  ]

  private static let json = [
    #"["/a b.jpg","file:///c.jpg"]"#,
    #" [ {"path":"/a b.jpg","number":1}, {"url":"file:///c.jpg","path":"/other"} ] "#,
    #"[{"path":"/a b.jpg","a":[[1,{"path":"/x"}],null,true,-1.5e3]}]"# + "\n" + #"[ "/c.jpg" ]"#,
    #"{"UIImagePickerControllerReferenceURL":"file:///a%20b.jpg","ALAssetPropertyRepresentations":["x"]}"#
      + "\n\n" + #"{"path":"/c.jpg"}"# + "\n",
    #"{"UIImagePickerControllerOriginalImage":{"path":"/made.jpg"},"path":"\/a\u0020b.jpg"}"# + "\n"
      + "{\n  \"url\" : \"http://c\",\n  \"path\" : \"/c.jpg\"\n}\n",
  ]

  private static let propertyLists = [
    #"<?xml version="1.0"?><plist version="1.0"><array><dict><key>path</key><string>/a b.jpg</string></dict>"#
      + "<dict><key>UIImagePickerControllerReferenceURL</key><string>file:///c.jpg</string></dict></array></plist>",
    "<plist><array><dict><key>UIImagePickerControllerOriginalImage</key><dict><key>path</key>"
      + "<string>/made.jpg</string></dict><key>path</key><string>/a&#x20;b<![CDATA[.jpg]]></string></dict>"
      + "<string>/c.jpg</string></array></plist>",
  ]

  private static let tables = [
    "number,path,url,name\r\n1,/a?.jpg,file:///a%20b.jpg,\"x, \"\"y\"\"\r\n.jpg\"\r\n2,/c.jpg,,\r\n",
    "path\n\"/a b.jpg\"\n/c.jpg",
  ]

  private static let changes = [
    #"{"event":"snapshot","sections":[{"key":"5","title":"May","items":[{"path":"/a b.jpg"},{"path":"/x"}]}]}"#,
    #"{"event":"batch","deletedItems":[{"indexPath":[0,1],"path":"/x","url":"file:///x"}],"insertedSections":"#
      + #"[{"index":0,"key":"6"}],"insertedItems":[{"indexPath":[0,0],"item":{"path":"/c.jpg"}}],"#
      + #""movedItems":[{"from":[0,1],"to":[1,0]}]}"#,
    #"{"event":"batch","movedItems":[]}"#,
  ]

  @Test(arguments: separated + json + propertyLists + tables + [changes.joined(separator: "\n")])
  func `every form of a result names the same files`(text: String) throws {
    #expect(try paths(text) == ["/a b.jpg", "/c.jpg"])
  }

  @Test func `bytes that are no UTF-8 are kept`() throws {
    #expect(try PathList([0x2F, 0xFF, 0x0A]).paths == [[0x2F, 0xFF]])
    #expect(
      try PathList(Array(#"[{"url":"file:///%FF","path":"/\#u{FFFD}"}]"#.utf8)).paths == [[0x2F, 0xFF]])
  }

  @Test(arguments: [
    "May 2014 · 2\n/a.jpg", "   1  2014-05-25  jpeg  40×30  /a.jpg",
    "   1  2014-05-25 10-00  jpeg  40×30  /a.jpg", "   1  2014-5-25 10:00  jpeg  40×30  /a.jpg",
    "   1  no name  jpeg  40×30  /a.jpg", "   1  2014-05-25 10:00  text  40×30  /a.jpg",
    "   1  2014-05-25 10:00  jpeg", "paths,number\n1,/a.jpg", "path of a photo.jpg\nurl             x",
    "x1  2014-05-25 10:00  jpeg  40×30  /a.jpg",
  ])
  func `lines that only resemble a table are paths`(text: String) throws {
    #expect(try paths(text) == text.split(separator: "\n").map(String.init))
  }

  @Test(arguments: [
    ("May 2014 · 2\n   1  2014-05-25 10:00  jpeg     4032×3024  /a b.jpg\n", "the table of photopick browse"),
    ("   1 ~2014-05-25 10:00:07  jpeg  a.jpg\r\n", "the table of photopick browse"),
    ("   1  2014-05-25 --:--  jpeg  a.jpg", "the table of photopick browse"),
    ("   2  no date           unknown             /c.jpg", "the table of photopick browse"),
    (
      "All Photos  13  2001-09-09  2001-09-09\na           13  2001-09-09  2001-09-09  /a",
      "the table of photopick list-albums"
    ),
    ("2014 · 1\nmy a  1  2001-09-09  2001-09-09  /b/a\n", "the table of photopick list-albums"),
    ("path            /a b.jpg\nurl             file:///a%20b.jpg\n", "the output of photopick info"),
  ])
  func `what is printed for people is refused`(text: String, name: String) {
    #expect(throws: PathListError(.forPeople(name), line: nil)) { try paths(text) }
  }

  @Test func `what leaves and comes again is in the list`() throws {
    let lines = [
      #"{"event":"snapshot","sections":[{"items":[{"path":"/a"},{"path":"/b"}]}]}"#,
      #"{"event":"batch","deletedItems":[{"path":"/a"},{"path":"/b"}]}"#,
      #"{"event":"batch","insertedItems":[{"item":{"path":"/a"}}],"updatedItems":[{"item":{"path":"/a"}}]}"#,
    ]
    #expect(try paths(lines.joined(separator: "\n")) == ["/a"])
  }

  @Test(arguments: [
    #"[{"name":"All Photos","type":"all"},{"name":"a","type":"folder","path":"/a"}]"#,
    "{\"name\":\"All Photos\",\"type\":\"all\"}\n{\"type\":\"folder\",\"path\":\"/a\"}",
    "group,name,type,path,url,count\n,All Photos,all,,,2\n,a,folder,/a,file:///a,2\n",
    "<plist><array><dict><key>type</key><string>all</string></dict><dict><key>type</key><string>folder</string>"
      + "<key>path</key><string>/a</string></dict></array></plist>",
  ])
  func `albums are a list of folders, without that of all photos`(text: String) throws {
    #expect(try paths(text) == ["/a"])
  }

  @Test(arguments: [
    "a  13  2001-09-09  2001-09-09.jpg", "  2001-09-09  2001-09-09", "a  x  2001-09-09  2001-09-09",
  ])
  func `names that only resemble a line of albums are names`(name: String) throws {
    #expect(try paths(name) == [name])
  }

  @Test func `names that begin with a bracket are names`() throws {
    #expect(try paths("[1].jpg\n{a}.jpg\n<b>.jpg") == ["[1].jpg", "{a}.jpg", "<b>.jpg"])
  }

  @Test(arguments: ["", "\n\n", "[]", " [ ] \n"])
  func `an empty list is one`(text: String) throws {
    #expect(try paths(text).isEmpty)
  }

  @Test(arguments: [
    (#"[{"path":"/a.jpg"},"#, PathListError.Reason.malformed("a JSON array"), nil),
    (#"[{"name":"a.jpg"}]"#, .noPath, nil),
    (#"[{"path":"/a\u0000b"}]"#, .noPath, nil),
    (#"[{"path":""}]"#, .noPath, nil),
    ("{\"path\":\"/a\"}\n{\"path\":", .malformed("JSON"), 2),
    (#"["/a.jpg","#, .malformed("a JSON array"), nil),
    (#"["/a.jpg" "/b.jpg"]"#, .malformed("a JSON array"), nil),
    (#"["/a.jpg\x"]"#, .malformed("a JSON array"), nil), (#"["/a.jpg",7]"#, .noPath, nil),
    (#"["/a.jpg"] x"#, .malformed("a JSON array"), nil), ("{\"path\":\"/a\nb\"}", .malformed("JSON"), 1),
    ("<?xml version=\"1.0\"?><plist><array>", .malformed("a property list"), nil),
    ("<plist><array><dict><key>path</key></array></plist>", .malformed("a property list"), nil),
    ("<plist><array><string>/a&b;</string></array></plist>", .malformed("a property list"), nil),
    ("<plist><array><dict><key>name</key><string>a</string></dict></array></plist>", .noPath, nil),
    ("bplist00\u{1}\u{2}", .binaryPropertyList, nil),
    (#"[{"name":"All Photos","type":"all"}]"#, .allPhotos, nil),
    (#"[{"name":"a.jpg","type":"photo"}]"#, .noPath, nil),
    ("number,path\n1\n", .noPath, nil), ("number,path\n1,\"/a", .malformed("CSV"), nil),
  ])
  func `what is cut short or names no file is refused`(
    text: String, reason: PathListError.Reason, line: Int?
  ) {
    #expect { try paths(text) } throws: {
      let error = $0 as? PathListError
      return error?.reason == reason && error?.line == line
    }
  }

  @Test func `deep nesting is refused without a crash`() {
    let depth = 100_000
    let json = "[" + String(repeating: #"{"a":["#, count: depth)
    #expect(throws: PathListError.self) { try paths(json) }
  }

  @Test(arguments: [
    "<array>", "<plist>", "<array><!--</array>-->", "<dict><key>a</key><!--</dict>-->",
    "<array><?a </array>?>",
    "<array><?></array>?>", "<array a=</array>", "<array a=\"</array>\">",
    "<array><string><![CDATA[</array>]]></string>",
  ])
  func `a property list that hides how deep it is is refused without a crash`(text: String) {
    let property = "<?xml version=\"1.0\"?><plist>" + String(repeating: text, count: 100_000)
    #expect(throws: PathListError(.malformed("a property list"), line: nil)) { try paths(property) }
  }

  @Test func `elements without content and what stands in comments are not deep`() throws {
    let record = "<dict><key>path</key><string>/a.jpg</string><key>b</key><array/><key>c</key><dict /></dict>"
    let comment = "<!-- <array> --><?note <dict> ?>"
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist><array>"
      + String(repeating: comment + record, count: 20) + "</array></plist>"
    #expect(try paths(text) == ["/a.jpg"])
  }
}
