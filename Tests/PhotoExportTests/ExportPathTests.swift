import PhotoFiles
import PhotoFormats
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Paths below a destination, and records.
struct ExportPathTests {
  private func text(_ path: ExportPath) -> String {
    (path.folders + [path.name]).map(\.text).joined(separator: "|")
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("2014/05/a.jpg", "2014|05|a.jpg"), ("/etc/passwd", "etc|passwd"),
    ("../../a", "__|__|a"), ("./a/./b", "a|b"), ("", "unnamed"), ("/", "unnamed"), ("..", "__"),
    ("a\0b", "a"), ("//a//b//", "a|b"),
  ])
  func `a path never leads up`(given: String, path: String) {
    #expect(text(ExportPath(Array(given.utf8))) == path)
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("10:30 \"x\" <y>|z?*.jpg", "10_30 _x_ _y__z__.jpg"), ("a\\b.jpg", "a_b.jpg"),
    ("Oslo./b /a.jpg", "Oslo_|b_|a.jpg"), ("etc...", "etc.._"), ("CON.jpg", "CON_.jpg"), ("nul", "nul_"),
    ("com1.a.jpg", "com1_.a.jpg"), ("con artist.jpg", "con artist.jpg"), ("a\u{1}.jpg", "a_.jpg"),
    (".hidden", ".hidden"), ("東京 é.jpg", "東京 é.jpg"),
  ])
  func `a portable path is valid on Windows`(given: String, path: String) {
    #expect(text(ExportPath(Array(given.utf8)).portable) == path)
  }

  @Test func `a value creates no folder`() {
    var value = Array("../a/b".utf8)
    ExportPath.makeSafe(&value)
    #expect(value == Array(".._a_b".utf8))
  }

  @Test(arguments: [
    ("Cam\nera\u{1B}[31m\u{7F}\u{9B}1m", "Cam_era_[31m__1m"), ("a/b\\c", "a_b_c"),
    ("gpj.\u{202E}exe\u{2066}\u{200F}\u{2028}x", "gpj._exe___x"), ("Größe 東京 👍", "Größe 東京 👍"),
  ])
  func `text from a photo contains no control characters`(text: String, expected: String) {
    var value = Array(text.utf8)
    ExportPath.makeTextSafe(&value)
    #expect(value == Array(expected.utf8))
    var broken: [UInt8] = [0x41, 0xFF, 0xC3]
    ExportPath.makeTextSafe(&broken)
    #expect(String(validating: broken, as: UTF8.self) == "A\u{FFFD}\u{FFFD}")
  }

  @Test(arguments: [
    ("-rf", "_rf"), ("-x/--y/a-b.jpg", "_x|_-y|a-b.jpg"), ("a\u{202E}gpj.exe", "a_gpj.exe"),
    ("\u{1B}[2J/\u{9B}1m\u{7F}\n.jpg", "_[2J|_1m__.jpg"),
    ("\u{61C}a\u{200E}\u{200F}\u{2028}\u{202A}\u{2066}\u{2069}.jpg", "_a______.jpg"),
    ("Größe 👩\u{200D}🎨 é.jpg", "Größe 👩\u{200D}🎨 é.jpg"),
  ])
  func `a made name begins with no minus and contains no control characters`(given: String, path: String) {
    let made = ExportPath(Array(given.utf8)).safe(copying: FileName("other.jpg"))
    #expect(text(made) == path)
  }

  @Test func `the name of the photo itself does not change, nor do bytes that are not UTF-8`() {
    for name in ["-rf.jpg", "a\u{202E}gpj.exe", "\u{1B}[2J.jpg"] {
      let path = ExportPath(Array("-x/\(name)".utf8)).safe(copying: FileName(unchecked: Array(name.utf8)))
      #expect(text(path) == "_x|\(name)")
    }
    let path = ExportPath([0x2D, 0xE9, 0xC2, 0x2E]).safe(copying: FileName("other.jpg"))
    #expect(path.name.bytes == [0x5F, 0xE9, 0xC2, 0x2E])
  }

  @Test func `a long name keeps its extension and complete characters`() throws {
    let path = ExportPath(Array((String(repeating: "é", count: 200) + ".jpeg").utf8))
    #expect(path.name.bytes.count <= 240)
    #expect(path.name.text.hasSuffix("é.jpeg"))
    #expect(!path.name.text.contains("\u{FFFD}"))
    let extensionAlone = ExportPath(Array(("a." + String(repeating: "x", count: 400)).utf8))
    #expect(extensionAlone.name.bytes.count <= 255)
  }

  @Test func `an extension is replaced or added`() {
    #expect(text(ExportPath(Array("x/a.HEIC".utf8)).replacingExtension(with: "jpg")) == "x|a.jpg")
    #expect(text(ExportPath(Array("x/a".utf8)).appendingExtension(Array("JPG".utf8))) == "x|a.JPG")
  }

  @Test func `records are decoded as they were encoded, with any bytes in names`() throws {
    let path = FilePath("/a\nb \u{1B}[31m")
    let mark = FileMark(
      inode: .max, size: 5, modified: .init(seconds: -1, nanoseconds: 999_999_999), checksum: .max)
    let records: [ExportRecord] = [
      .destination(path), .folder(path), .part(path), .dropped(path),
      .file(.move, source: path, destination: "/c", mark),
      .picture(source: path, mark, destination: "/c", mark),
      .merged(source: path, destination: "/c", mark), .aside(path, temporary: "/c"),
      .numbered(photo: path, .max), .end,
    ]
    let content = RecordFile<ExportRecord>.content(RecordFile.bytes(records))
    #expect(content.records == records && !content.isDamaged)
  }
}

/// Stores the largest reported progress.
final class LastProgress: Sendable {
  private let last = Mutex(ExportProgress())

  var value: ExportProgress { last.withLock { $0 } }

  func keep(_ progress: ExportProgress) {
    last.withLock { if ($0.files, $0.bytes) <= (progress.files, progress.bytes) { $0 = progress } }
  }
}
