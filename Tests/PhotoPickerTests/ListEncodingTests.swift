import PhotoFiles
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFormats
@testable import PhotoPicker

/// Lists that editors on Windows save.
struct ListEncodingTests {
  private static func bytes(_ text: String, _ order: ByteOrder) -> [UInt8] {
    text.utf16Bytes(isBigEndian: order == .big)
  }

  private func paths(_ bytes: [UInt8]) throws -> [String] {
    try PathList(bytes).paths.map { String(decoding: $0, as: UTF8.self) }
  }

  private func refusal(of bytes: [UInt8]) -> PathListError.Reason? {
    #expect(throws: PathListError.self) { try PathList(bytes) }?.reason
  }

  private static let orders = [ByteOrder.little, .big]

  private static let forms = [
    "/a 写.jpg\n/c.jpg\n", "/a 写.jpg\r\n/c.jpg\r\n", "/a 写.jpg\0/c.jpg\0",
    #"["/a 写.jpg",{"path":"/c.jpg"}]"#, "{\"path\":\"/a 写.jpg\"}\r\n{\"url\":\"file:///c.jpg\"}\r\n",
    "number,path,name\r\n1,/a 写.jpg,x\r\n2,\"/c.jpg\",y\r\n",
    #"<?xml version="1.0" encoding="UTF-16"?><plist version="1.0"><array><string>/a 写.jpg</string>"#
      + "<dict><key>path</key><string>/c.jpg</string></dict></array></plist>",
  ]

  @Test(arguments: forms, orders)
  func `every form of a list may be UTF-16 with a byte order mark`(text: String, order: ByteOrder) throws {
    let list = Self.bytes("\u{FEFF}" + text, order)
    #expect(try paths(list) == ["/a 写.jpg", "/c.jpg"])
    #expect(try paths(#require(GzipEncoder.compressed(list))) == ["/a 写.jpg", "/c.jpg"])
  }

  @Test(arguments: forms.filter { !$0.contains("\0") }, orders)
  func `every form of a list may be UTF-16 without a byte order mark`(text: String, order: ByteOrder) throws {
    #expect(try paths(Self.bytes(text, order)) == ["/a 写.jpg", "/c.jpg"])
  }

  @Test(arguments: [
    "IMG_9.JPG", "./a", "IMG_9.JPG\r\n", "aa", "a.", "ab\n", "写真\n", "写真\r\n花\r\n", "写真\n花\n", "写真/花.jpg",
    "本\r\n",
    "фото.jpg", "Příběh.jpg", "一/一.jpg\n", "/写真/花.jpg\n", ".\r\n", "/\n",
  ])
  func `a text whose names are certain to be UTF-16 is decoded`(text: String) throws {
    for order in Self.orders {
      let names = text.split(whereSeparator: \.isNewline).map(String.init)
      #expect(try paths(Self.bytes(text, order)) == names, "\(order)")
    }
  }

  @Test(arguments: [
    [".", "./a", "./b"], ["/", "/a", "/b/c.jpg"], ["./a.jpg", "./x\n", "./b\n\nc"],
    ["a.jpg", "evil\n", "b.jpg"],
    ["a", "a/x.jpg", "b", "b/y.jpg", "c"], ["a", "b", "c.jpg"], [".", "a.jpg"], ["..", "../a", "."], ["a"],
    [".", "..", "IMG_1.JPG"], ["1", "2", "Größe 東京.jpg"], ["写真.jpg", "花.jpg"],
  ])
  func `names separated by NUL are no UTF-16`(names: [String]) throws {
    #expect(try paths(Array(names.map { $0 + "\0" }.joined().utf8)) == names)
    #expect(try paths(Array(names.joined(separator: "\0").utf8)) == names)
  }

  @Test func `a single name may end with a line break`() throws {
    for name in ["a\n", ".\n", "evil one.jpg\n"] { #expect(try paths(Array("\(name)\0".utf8)) == [name]) }
  }

  @Test func `names that are not UTF-8 are separated by NUL too`() throws {
    #expect(try PathList([0x61, 0xE9, 0, 0x62, 0, 0x63, 0xFC, 0x2E, 0x6A, 0]).paths.count == 3)
  }

  /// "本.jpg" is also the names ",g.", "j", "p" and "g".
  @Test(arguments: ["ab", "abc", "本.jpg", "\u{1}写1/花"])
  func `a text that may be either is refused`(text: String) {
    #expect(refusal(of: Self.bytes(text, .little)) == .uncertainEncoding)
  }

  @Test func `UTF-32 is refused`() {
    let text = Array("\u{FEFF}IMG_9.JPG\n".unicodeScalars)
    for order in Self.orders {
      let list = text.flatMap { scalar in
        let bytes = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
        return order == .big ? bytes : bytes.reversed()
      }
      #expect(refusal(of: list) == .utf32)
      #expect(refusal(of: Array(list.dropFirst(4))) == .utf32)
    }
  }

  @Test(arguments: orders)
  func `an incomplete character is an error`(order: ByteOrder) {
    let text = Self.bytes("\u{FEFF}/a.jpg\r\n/b.jpg\r\n", order)
    let (high, low) = (UInt8(0xD8), UInt8(0x3D))
    let half = order == .big ? [high, low] : [low, high]
    for list in [
      text.dropLast(), text + half, text + half + Self.bytes("x", order), text + half.map { $0 | 4 },
    ] {
      #expect(refusal(of: Array(list)) == .malformed("UTF-16"))
      #expect(refusal(of: Array(list.dropFirst(2))) == .malformed("UTF-16"))
    }
    #expect(PathListError(.malformed("UTF-16"), line: nil).description.hasPrefix("starts like UTF-16"))
  }

  @Test func `a long list keeps its surrogate pairs`() throws {
    let names = (0..<60_000).map { "😀\(String(repeating: "x", count: $0 % 7))\($0)" }
    let list = Self.bytes("\u{FEFF}" + names.joined(separator: "\r\n"), .little)
    #expect(try paths(list) == names)
  }

  @Test func `a text for another command is decoded too`() throws {
    let text = "https://example.org/a.jpg\r\n"
    for list in [Self.bytes(text, .little), Self.bytes("\u{FEFF}" + text, .big), Array(text.utf8)] {
      #expect(try ListText.decoded(list, limit: 100) == Array(text.utf8))
      #expect(throws: PathListError.self) { try ListText.decoded(list, limit: 10) }
    }
    let bomb = try #require(GzipEncoder.compressed([UInt8](repeating: 10, count: 2000)))
    #expect(throws: PathListError.self) { try ListText.decoded(bomb, limit: 1000) }
  }

  @Test func `a writer that waits is answered in UTF-16`() async throws {
    let (reader, writer) = try FileDescriptor.pipe()
    let stream = PathStream([.list(reader, name: "list")])
    // The second line arrives in two parts.
    for (text, parts) in [("\u{FEFF}/a\r\n", 1), ("/写\r\n", 2)] {
      let bytes = Self.bytes(text, .little)
      for part in 0..<parts {
        let piece = bytes[(part * 3)..<(part + 1 == parts ? bytes.count : 3)]
        _ = try writer.writeAll(piece)
      }
      let batch = try #require(try await stream.next())
      #expect(
        batch.map { String(decoding: $0, as: UTF8.self) } == [
          text.filter { $0 != "\u{FEFF}" && !$0.isNewline }
        ])
    }
    try writer.close()
    #expect(try await stream.next() == nil)
    try reader.close()
  }

  @Test(arguments: ["./a\n", "写.jpg\r\n", "写/1.jpg\n"])
  func `characters that arrive one by one wait for what tells them from UTF-16`(text: String) async throws {
    let (reader, writer) = try FileDescriptor.pipe()
    let stream = PathStream([.list(reader, name: "list")])
    WorkerThread.start {
      for byte in Self.bytes(text, .little) {
        _ = try? writer.writeAll([byte])
        usleep(2000)
      }
      try? writer.close()
    }
    #expect(try await stream.next() == [Array(text.filter { !$0.isNewline }.utf8)])
    #expect(try await stream.next() == nil)
    try reader.close()
  }
}

/// Entries of lists that select whole folders.
struct WideEntryTests {
  private static let forms: [@Sendable (String) -> String] = [
    { "x.jpg\n\($0)\n" }, { "/x.jpg\0\($0)\0" }, { "[\"\($0)\"]" }, { "{\"path\":\"\($0)\"}\n" },
    { "path,name\n\($0),x\n" }, { "<plist><array><string>\($0)</string></array></plist>" },
    { "{\"event\":\"batch\",\"insertedItems\":[{\"item\":{\"path\":\"\($0)\"}}]}\n" },
  ]

  @Test(arguments: [
    (".", "names the current folder (.)"), ("./", "names the current folder (./)"),
    ("a/..", "names the current folder (a/..)"), ("././/.", "names the current folder (././/.)"),
    ("/", "names the root of the file system (/)"), ("//", "names the root of the file system (//)"),
    ("/..", "names the root of the file system (/..)"), ("..", "names a folder above the current one (..)"),
    ("../../", "names a folder above the current one (../../)"),
  ])
  func `an entry that names a root or the current folder is noted in every form`(
    entry: String, note: String
  ) async throws {
    for form in Self.forms {
      let list = Array(form(entry).utf8)
      #expect(try PathList(list).wideEntries.map(\.description) == [note], "\(form(entry))")
      let (reader, writer) = try FileDescriptor.pipe()
      _ = try writer.writeAll(list)
      try writer.close()
      let notes = Notes()
      let stream = PathStream([.list(reader, name: "list")], note: notes.add)
      while try await stream.next() != nil {}
      #expect(notes.all == [note])
      try reader.close()
    }
  }

  private final class Notes: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    @Sendable func add(_ entry: WideEntry) { texts.withLock { $0.append(entry.description) } }
  }

  @Test(arguments: ["a", "./a", "../a", "/a/", "...", "a/.", ".a", "s3://bucket", "/home/ann"])
  func `an entry that ends in a name isn't reported`(entry: String) throws {
    #expect(try PathList(Array("\(entry)\n".utf8)).wideEntries == [])
  }

  @Test func `the URL of the root names the root`() throws {
    for list in ["file:///\n", "[\"file:///\"]", "url\nfile:///\n"] {
      let entries = try PathList(Array(list.utf8)).wideEntries
      #expect(entries.map(\.description) == ["names the root of the file system (/)"])
    }
  }

  @Test func `a place is noted once, and a long entry in part`() throws {
    let long = "." + String(repeating: "/.", count: 1000)
    let entries = try PathList(Array("\(long)\n.\n./\n/\n//\n".utf8)).wideEntries
    #expect(entries.map(\.place) == [.current, .root])
    #expect(entries.first?.description.utf8.count ?? 0 < 80)
  }
}
