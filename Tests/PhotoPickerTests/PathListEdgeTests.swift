import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

private func paths(_ text: String) throws -> [String] {
  try PathList(Array(text.utf8)).paths.map { String(decoding: $0, as: UTF8.self) }
}

private func refusal(of text: String) -> PathListError.Reason? {
  do throws(PathListError) {
    _ = try PathList(Array(text.utf8))
    return nil
  } catch {
    return error.reason
  }
}

private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

/// Input that reaches a limit or exceeds it by one.
struct PathListExactLimitTests {
  private static let limit = PathRecord.textLimit

  @Test(arguments: [
    ("{\"url\":\"", "\",\"path\":\"/p\"}"), ("[{\"path\":\"/p\",\"url\":\"", "\"}]"),
    (
      "<plist><array><dict><key>url</key><string>",
      "</string><key>path</key><string>/p</string></dict></array></plist>"
    ),
    ("url,path\n", ",/p"), ("url,path\n\"", "\",/p\n"), ("path,url\n/p,", "\n"),
  ])
  func `a text that names a file is bounded`(head: String, tail: String) throws {
    #expect(try paths(head + letters(Self.limit) + tail) == ["/p"])
    #expect(refusal(of: head + letters(Self.limit + 1) + tail) == .tooLong(Self.limit))
  }

  @Test(arguments: [
    ("[\"", "\\n", "\"]"), ("{\"path\":\"", "\\u0041", "\"}"), ("path\n\"", "\"\"", "\""),
    ("<plist><array><string>", "&amp;", "</string></array></plist>"),
    ("<plist><array><string>", "<![CDATA[&]]>", "</string></array></plist>"),
  ])
  func `what stands for one byte counts as one`(head: String, escape: String, tail: String) {
    let (path, text) = (
      PathListError.Reason.tooLong(PathList.longestPath), PathListError.Reason.tooLong(Self.limit)
    )
    #expect(refusal(of: head + letters(PathList.longestPath - 1) + escape + tail) == nil)
    #expect(refusal(of: head + escape + letters(PathList.longestPath - 1) + tail) == nil)
    #expect(refusal(of: head + escape + letters(PathList.longestPath) + tail) == path)
    #expect(refusal(of: head + escape + letters(Self.limit - 1) + tail) == path)
    if case .tooLong(let limit)? = refusal(of: head + escape + letters(Self.limit) + tail) {
      #expect(limit > PathList.longestPath)
    } else {
      Issue.record("a text that is too long is read")
    }
    #expect(refusal(of: head + letters(Self.limit + 1) + tail) == text)
  }

  @Test func `a text that names no file may be longer`() throws {
    let long = letters(JSONReader.stringLimit)
    #expect(try paths("{\"a\":\"\(long)\",\"path\":\"/p\"}") == ["/p"])
    #expect(refusal(of: "{\"a\":\"\(long)a\",\"path\":\"/p\"}") == .tooLong(JSONReader.stringLimit))
    let record =
      "<plist><array><dict><key>a</key><string>\(long)</string><key>path</key><string>/p</string></dict>"
    #expect(try paths(record + "</array></plist>") == ["/p"])
    #expect(try paths("a,path,b\n\"1\",/p,\(long)\n") == ["/p"])
    #expect(refusal(of: "a,path,b\n1,/p,\(long)a\n") == .tooLong(JSONReader.stringLimit))
  }

  @Test func `numbers and nesting are bounded`() throws {
    let digits = String(repeating: "1", count: 1_023)
    #expect(try paths("{\"a\":\(digits),\"path\":\"/p\"}") == ["/p"])
    #expect(refusal(of: "{\"a\":\(digits)1,\"path\":\"/p\"}") == .malformed("JSON"))
    func nested(_ depth: Int, _ opening: String, _ closing: String) -> String {
      String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
    }
    // The list and the record are two of 64 levels, or three of 16 with the element.
    func json(_ depth: Int) -> String { "[{\"a\":\(nested(depth, "[", "]")),\"path\":\"/p\"}]" }
    #expect(try paths(json(62)) == ["/p"])
    #expect(refusal(of: json(63)) == .malformed("a JSON array"))
    func xml(_ depth: Int) -> String {
      "<plist><array><dict><key>a</key>\(nested(depth, "<array>", "</array>"))<key>path</key>"
        + "<string>/p</string></dict></array></plist>"
    }
    #expect(try paths(xml(13)) == ["/p"])
    #expect(refusal(of: xml(14)) == .malformed("a property list"))
  }

  @Test func `so much memory and no more`() throws {
    let list = Array("/ab\n/c\n".utf8)
    #expect(try PathList(of: ByteWindow(list), memoryLimit: 133).paths.count == 2)
    #expect(try PathList(of: ByteWindow(list + list), memoryLimit: 133).paths.count == 2)
    #expect(throws: PathListError(.tooMany(132), line: nil)) {
      try PathList(of: ByteWindow(list), memoryLimit: 132)
    }
  }

  @Test func `so many separators in a row and no more`() throws {
    func list(_ blanks: Int, _ separator: String) -> String {
      "/a\(separator)" + String(repeating: separator, count: blanks) + "/b"
    }
    for separator in ["\0", "\n"] {
      #expect(try paths(list(65_535, separator)) == ["/a", "/b"])
      #expect(refusal(of: list(65_536, separator)) == .noList)
    }
  }
}

struct PathListCornerTests {
  @Test(arguments: [
    (#"["\"\\\/\b\f\n\r\t"]"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"["\u00e9\u00E9"]"#, "éé"),
    (#"["\ud83d\ude00"]"#, "\u{1F600}"), (#"["\uD800\uDC00\uDBFF\uDFFF"]"#, "\u{10000}\u{10FFFF}"),
    (#"["\uD7FF\uE000\uFFFF"]"#, "\u{D7FF}\u{E000}\u{FFFF}"), (#"["\uDC00a\uD83D"]"#, "\u{FFFD}a\u{FFFD}"),
    (#"["a\u0020 b"]"#, "a  b"), (#"["\uD83D\u0041"]"#, "\u{FFFD}A"),
    (#"["\uD83D\uD83D\uDE00\uD83D\n"]"#, "\u{FFFD}\u{1F600}\u{FFFD}\n"),
  ])
  func `escapes of JSON stand for characters`(text: String, path: String) throws {
    #expect(try paths(text) == [path])
  }

  @Test(arguments: [
    #"["\u00g0"]"#, #"["\u00"]"#, #"["\"#, #"["\ud83d\u"]"#, "[\"a\u{1F}\"]", "[\"a\tb\"]", #"["/a",]"#,
    #"["/a"]]"#, #"["/a"}"#, #"["/a",:"/b"]"#, #"[{"path" "/a"}]"#, #"[{"path":"/a",}]"#, #"[{"path":}]"#,
    #"[{"path":"/a" "b":1}]"#, #"[{"path":"/a"],"#, #"[{"path":"/a",b:1}]"#, #"[{"b":[1,],"path":"/a"}]"#,
    #"[{"b":{"c" 1},"path":"/a"}]"#, #"[{"b":{1:1},"path":"/a"}]"#,
  ])
  func `JSON with a mark too many or too few is refused`(text: String) {
    #expect(refusal(of: text) == .malformed("a JSON array"))
  }

  @Test(arguments: [
    ("[].jpg", ["[].jpg"]), ("[ ]x", ["[ ]x"]), ("[1", ["[1"]), ("[", ["["]), ("{", ["{"]), ("{}", ["{}"]),
    ("<a", ["<a"]), ("<?xm", ["<?xm"]),
    ("/a\r", ["/a\r"]), ("/a\n/b\r", ["/a", "/b\r"]), ("/a\r\n/b\n", ["/a\r", "/b"]),
    ("/a\n/b\r\n", ["/a", "/b\r"]), ("/a\r\n/b\r\n", ["/a", "/b"]), ("/a\r\n/b", ["/a", "/b"]),
    ("/a\r\n/b\r", ["/a", "/b"]), ("/a\r\0/b\r\0", ["/a\r", "/b\r"]), ("\r\n\r\n/a\r\n", ["/a"]),
    ("file:///%00", ["file:///%00"]), ("file://host/a", ["file://host/a"]), ("photo 12\n", ["photo 12"]),
    ("May 2014 · x\n", ["May 2014 · x"]), ("May 2014 · 12\n/a 7\n", ["May 2014 · 12", "/a 7"]),
  ])
  func `names that resemble a form are names`(text: String, expected: [String]) throws {
    #expect(try paths(text) == expected)
  }

  @Test(arguments: [
    ("\"path\",\"name\"\r\n/a,x\r\n", ["/a"]), ("number,path\r\n1,/a\r\n", ["/a"]),
    ("number,\"path\"\r\n1,\"/a\"\r\n", ["/a"]), ("path\n\n/a\n\r\n/b\n", ["/a", "/b"]),
    ("path\n/a,more,\"and\nmore\"\n/b\n", ["/a", "/b"]), ("path,name\n/a\r,b\r\n", ["/a\r"]),
    ("path,name\n/a\r,b\r\n\"/b\r\"\r\n", ["/a\r", "/b\r"]), ("path\n\"\"\"/a\"\"\"\n", ["\"/a\""]),
    ("path\n\"\"\"\"\n", ["\""]), ("path\n\"/a,\nb\"\n", ["/a,\nb"]), ("path\n/a\"b\"\n", ["/a\"b\""]),
    ("path,url\n/a,file:///b\n/c,\n", ["/b", "/c"]), ("path,url\n/a,http://b\n", ["/a"]),
    ("path\n", []), ("path", []),
  ])
  func `rows are read as spreadsheets write them`(text: String, expected: [String]) throws {
    #expect(try paths(text) == expected)
  }

  @Test(arguments: ["number,path\n,\n", "number,path\n1,\n", "number,path\n\"\",\"\"\n", "path,name\n,x\n"])
  func `a row without a path is refused`(text: String) {
    #expect(refusal(of: text) == .noPath)
  }

  @Test(arguments: [
    (
      "<dict><key>path</key><array><string>/x</string></array><key>path</key><string>/a</string></dict>",
      ["/a"]
    ),
    (
      "<dict><key>a</key><string>/x</string><string>/y</string><key>path</key><string>/a</string></dict>",
      ["/a"]
    ),
    ("<dict><key>path</key><string>/a</string><string>/x</string></dict>", ["/a"]),
    ("<dict><key>path</key><string>/a</string><key>url</key><string>file:///b</string></dict>", ["/b"]),
    ("<string>/a<!-- x -->b<?c d?>&lt;&gt;&quot;&apos;&#xe9;</string>", ["/ab<>\"'é"]),
    ("<string>/a]]&amp;<![CDATA[]b]]c]]]></string>", ["/a]]&]b]]c]"]), ("", []),
  ])
  func `property lists hold texts, comments and entities`(text: String, expected: [String]) throws {
    #expect(try paths("<plist version=\"1.0\"><array>\(text)</array></plist>\n") == expected)
    // Input after the end is ignored.
    #expect(try paths("<plist><array>\(text)</array></plist><string>/late</string>") == expected)
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\"?><key>path</key>", PathListError.Reason.malformed("a property list")),
    ("<?xml version=\"1.0\"?><string>/a</string>", .malformed("a property list")),
    ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><array/></plist>", .malformed("a property list")),
    ("<plist><array><dict/></array></plist>", .noPath),
    ("<plist><array><integer>1</integer></array></plist>", .noPath),
    ("<plist><array></dict></plist>", .malformed("a property list")),
    ("<plist><array><string>/a<b></string></array></plist>", .malformed("a property list")),
    ("<plist><array><string>&#xD800;</string></array></plist>", .malformed("a property list")),
    ("<plist><array><string>&65;</string></array></plist>", .malformed("a property list")),
    ("<plist><array><string>/a", .malformed("a property list")),
    ("<plist><array><string", .malformed("a property list")),
    ("<plist><!-- x", .malformed("a property list")),
  ])
  func `a property list of something else is refused`(text: String, reason: PathListError.Reason) {
    #expect(refusal(of: text) == reason)
  }

  @Test(arguments: [
    "   1  2014-05-25x 10:00  jpeg  /a.jpg", "   1  2014-05-25 1000  jpeg  /a.jpg",
    "   1  2014x05-25 10:00  jpeg  /a.jpg", "   1  no dates  jpeg  /a.jpg", "  x1  no date  jpeg  /a.jpg",
  ])
  func `a row with another date or number is a name`(row: String) throws {
    #expect(try paths(row) == [row])
  }

  @Test func `what comes again right after it left is in the list`() throws {
    let lines = [
      #"{"event":"snapshot","sections":[{"items":[{"path":"/a"},{"path":"/b"},{"path":"/c"}]}]}"#,
      #"{"event":"batch","deletedItems":[{"path":"/b"}],"insertedItems":[{"item":{"path":"/b"}}]}"#,
    ]
    let list = try PathList(Array(lines.joined(separator: "\n").utf8))
    #expect(list.paths.map { String(decoding: $0, as: UTF8.self) } == ["/a", "/c", "/b"])
  }
}
