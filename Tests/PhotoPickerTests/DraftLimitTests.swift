import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// Limits and edge cases of drafts and preselections.
struct DraftLimitTests {
  private let tree: TemporaryTree
  private let store: DraftStore

  init() throws {
    tree = try TemporaryTree()
    store = DraftStore(folder: tree.at("drafts"))
  }

  private func bytes(_ paths: [String]) -> [[UInt8]] { paths.map { Array($0.utf8) } }

  @Test func `an empty draft is kept and is no damaged one`() throws {
    let name = try DraftName("empty")
    #expect(try store.update(name) { $0 }.paths == [])
    #expect(try store.draft(name)?.paths == [])
    #expect(try store.names() == [name])
    #expect(try store.delete(name))
    #expect(try !store.delete(name))
    #expect(try !DraftStore(folder: tree.at("none")).delete(name))
    #expect(!isThere(tree.at("none")))
  }

  @Test func `a draft is written only if it changed`() throws {
    let name = try DraftName("same")
    let first = bytes(["/a", "/b"])
    try store.update(name) { _ in first }
    let file = tree.at("drafts/same.draft")
    let before = try FileStatus(file)
    try store.update(name) { $0 }
    #expect(try FileStatus(file).identity == before.identity)
    try store.update(name) { $0.reversed() }
    #expect(try store.draft(name)?.paths == first.reversed())
  }

  @Test(arguments: [
    ("a", true), (String(repeating: "x", count: 200), true), (String(repeating: "x", count: 201), false),
    ("", false),
    ("a/b", false), (".a", false), ("a.b", true), ("a\tb", false), ("a\u{7F}", false), ("a b", true),
    ("é", true),
  ])
  func `a name has up to 200 bytes`(text: String, isName: Bool) {
    #expect(((try? DraftName(text)) != nil) == isName)
  }

  /// The previous picks, the new picks, and concurrently added paths.
  @Test(arguments: [
    (["/a", "/b"], ["/a", "/b"], ["/a", "/b", "/x"]), (["/a", "/b"], ["/b"], ["/b", "/x"]),
    (["/a", "/b"], ["/b", "/a"], ["/b", "/x", "/a"]), (["/a", "/b"], ["/a", "/c"], ["/a", "/x", "/c"]),
    (["/a", "/b", "/c"], ["/a", "/c"], ["/a", "/c", "/x"]), (["/a"], [], ["/x"]), ([], ["/a"], ["/x", "/a"]),
    (["/a", "/b", "/c"], ["/c", "/b", "/a"], ["/c", "/x", "/b", "/a"]),
  ])
  func `a change keeps what stays in order and what others added`(
    kept: [String], wanted: [String], result: [String]
  ) {
    let change = DraftChange(from: bytes(kept), to: bytes(wanted))
    #expect(change.applied(to: bytes(kept)) == bytes(wanted))
    #expect(change.applied(to: bytes(kept + ["/x"])) == bytes(result))
  }

  private func view(_ names: [[String]]) throws -> NumberedView {
    let folder = Folder(tree.path)
    return NumberedView(
      try names.enumerated().map { index, names in
        AssetGroup(
          key: "\(index)", title: "\(index)",
          assets: try names.map { name in
            let path = tree.at(FilePath(name))
            if !isThere(path) { try tree.file(FilePath(name), PictureBuilder.png()) }
            return try LibraryScanner().read(folder.path(of: FileName(unchecked: Array(name.utf8))))
          })
      })
  }

  private func list(_ names: [String]) throws -> PathList {
    try PathList(names.flatMap { Array("\(tree.at(FilePath($0)))\n".utf8) })
  }

  private func shown(_ view: NumberedView) -> [[String]] { view.groups.map { $0.assets.map(\.name.text) } }

  @Test func `photos picked earlier come first, those left out come nowhere`() throws {
    let view = try view([["a.png", "b.png"], [], ["c.png"]])
    func arranged(_ preselected: [String]?, _ excluded: [String]?) throws -> [[String]] {
      let picks = EarlierPicks(
        preselected: try preselected.map(list), excluded: try excluded.map(list))
      #expect(picks.isEmpty == (preselected == nil && excluded == nil))
      return shown(try picks.arranged(view, with: LibraryScanner()).view)
    }
    #expect(try arranged(nil, nil) == [["a.png", "b.png"], [], ["c.png"]])
    #expect(try arranged(["b.png"], nil) == [["b.png"], ["a.png"], [], ["c.png"]])
    #expect(try arranged(["b.png", "b.png", "c.png"], nil) == [["b.png", "c.png"], ["a.png"], []])
    #expect(try arranged(nil, ["a.png"]) == [["b.png"], [], ["c.png"]])
    #expect(try arranged(["b.png"], ["b.png"]) == [["a.png"], [], ["c.png"]])
    #expect(try arranged(["b.png"], ["a.png", "c.png"]) == [["b.png"], []])
    #expect(try arranged(nil, ["a.png", "b.png", "c.png"]) == [[]])
  }

  @Test func `a photo is left out under each of its names`() throws {
    let view = try view([["a.png", "b.png"]])
    try tree.hardLink("other.png", to: "a.png")
    let picks = EarlierPicks(excluded: try list(["other.png"]))
    #expect(shown(try picks.arranged(view, with: LibraryScanner()).view) == [["b.png"]])
    #expect(picks.included(Array(view.all)).map(\.asset.name.text) == ["b.png"])
    #expect(EarlierPicks().included(Array(view.all)).count == 2)
    // A deleted file is excluded by path.
    try tree.remove("b.png")
    let gone = EarlierPicks(excluded: try list(["b.png", "c.png", "a.png"]))
    #expect(gone.missingExclusions == 2)
    #expect(gone.included(Array(view.all)).isEmpty)
    #expect(EarlierPicks(excluded: try list(["b.png"])).included(Array(view.all)).map(\.number) == [1])
    // Excluded files remain excluded after their paths change.
    try tree.remove("other.png")
    #expect(picks.missingExclusions == 0)
    #expect(picks.included(Array(view.all)).map(\.asset.name.text) == ["b.png"])
    let lost = EarlierPicks(preselected: try list(["gone.png"]))
    #expect(try lost.arranged(view, with: LibraryScanner()).problems.map(\.path) == [tree.at("gone.png")])
  }
}

struct OutputBufferTests {
  @Test(arguments: [0, 1, 9, 10, -1, -9, -10, 99, 100, Int64.max, .min, .min + 1])
  func `a number is written with its sign`(number: Int64) {
    var buffer = OutputBuffer()
    buffer.append(decimal: number)
    #expect(String(decoding: buffer.take(), as: UTF8.self) == "\(number)")
  }

  @Test func `a decimal is written with the digits that identify it`() {
    var numbers: [Double] = [
      0, -0.0, 0.001, 0.0009, 0.05, 2.05, 1e9, -1e15, 0x1p53, 0x1.8p53, 1e300, 999_999_999.999999, 0.1 + 0.2,
      1 / 3, .pi, 52.520008,
    ]
    for digits in 0...7 {
      for whole in [1, 5, 9, 10, 20, 101, 123_456, 999_999, 9_999_999] as [Double] {
        let number = whole / Double(CaptureDate.powersOfTen[digits])
        numbers += [number, -number, number.nextUp, number.nextDown]
      }
    }
    for number in numbers {
      var buffer = OutputBuffer()
      buffer.append(number: number)
      #expect(String(decoding: buffer.take(), as: UTF8.self) == number.shortestText)
    }
  }

  @Test(arguments: 0...17) func `every special byte is found wherever it is`(count: Int) {
    func isPlain(_ text: [UInt8]) -> Bool { text.withUnsafeBufferPointer { PlainText.isPlain($0) } }
    for filler in [0x20, 0x7E] as [UInt8] {
      let text = [UInt8](repeating: filler, count: count)
      #expect(isPlain(text))
      for position in text.indices {
        for byte in 0...UInt8.max {
          var changed = text
          changed[position] = byte
          let isSpecial = !(0x20...0x7E).contains(byte) || byte == 0x22 || byte == 0x5C
          #expect(isPlain(changed) == !isSpecial, "byte \(byte) at \(position)")
        }
      }
    }
  }

  @Test(arguments: 1...20) func `a special character is escaped wherever it is`(count: Int) {
    for position in 0..<count {
      var text = [Character](repeating: "a", count: count)
      text[position] = "\""
      var writer = JSONWriter()
      writer.string(String(text))
      text[position] = "'"
      let expected = "\"\(String(text))\"".replacing("'", with: "\\\"")
      #expect(String(decoding: writer.take(), as: UTF8.self) == expected)
    }
  }

  @Test func `room grows as it is needed, and what is taken is gone`() {
    var buffer = OutputBuffer()
    buffer.reserve(3)
    var expected: [UInt8] = []
    for count in [0, 1, 2, 3, 4, 100, 1, 5000] {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: count)
      buffer.append(bytes)
      expected += bytes
      #expect(buffer.count == expected.count)
    }
    #expect(buffer.take() == expected)
    #expect(buffer.count == 0 && buffer.take() == [])
    buffer.append(lowercaseHexadecimal: 0x0AF, digits: 4)
    buffer.append(lowercaseHexadecimal: 0xB, digits: 1)
    #expect(String(decoding: buffer.take(), as: UTF8.self) == "00afb")
  }

  @Test(arguments: [
    ("{number:1}", "7"), ("{number:04}", "0007"), ("{number:4}", "   7"), ("{number:064}", nil),
  ])
  func `a number has a width up to 64`(text: String, written: String?) throws {
    let template = try OutputTemplate(text)
    let rendered = template.render { _ in .integer(7) }
    #expect(rendered == written ?? String(repeating: "0", count: 63) + "7")
  }

  @Test(arguments: [
    "{number:0}", "{number:65}", "{number:}", "{number:0064}", "{number:-1}", "{number:4", "{number",
  ])
  func `another width is a mistake`(text: String) {
    #expect(throws: OutputTemplateError.self) { try OutputTemplate(text) }
  }

  @Test func `a template knows whether it ends a record with NUL`() throws {
    #expect(try OutputTemplate("{path}\\0").endsWithNUL)
    #expect(try !OutputTemplate("\\0{path}").endsWithNUL && !OutputTemplate("{path}\\n").endsWithNUL)
    #expect(try !OutputTemplate("").endsWithNUL)
    #expect(try OutputTemplate("{{}}\\\\").render { _ in nil } == "{}\\")
    #expect(try OutputTemplate("{number:03}").render { _ in .integer(-7) } == "-07")
    #expect(try OutputTemplate("[{number:3}]").render { _ in nil } == "[]")
  }
}
