import PhotoFiles
import PhotoFormats
import Testing

@testable import PhotoPortal

struct ChooserRequestTests {
  private static func filter(_ name: String, _ patterns: (UInt32, String)...) -> BusValue {
    .structure([
      .string(name), .array(patterns.map { .structure([.uint32($0.0), .string($0.1)]) }, of: "(us)"),
    ])
  }

  private static func request(_ options: [String: BusValue], _ member: String = "OpenFile") -> ChooserRequest?
  {
    ChooserRequest(
      member,
      [
        .objectPath("/org/freedesktop/portal/desktop/request/1_1/t"), .string("org.example.App"), .string(""),
        .string("Choose a picture"), .options(options),
      ])
  }

  private static func filters(_ filters: BusValue...) -> BusValue { .array(filters, of: "(sa(us))") }

  @Test(arguments: [
    ([filter("Images", (1, "image/*"))], true),
    ([filter("Images", (0, "*.[jJ][pP][gG]"), (0, "*.svg")), filter("All Files", (0, "*"))], true),
    ([filter("Clips", (1, "video/mp4"), (0, "*.mkv"))], true),
    ([filter("All Files", (0, "*"))], false),
    ([filter("Images", (1, "image/png")), filter("Documents", (0, "*.pdf"))], false),
    ([filter("Mixed", (0, "*.jpg"), (0, "*.txt"))], false),
    ([filter("Empty")], false),
    ([filter("Odd", (0, "*.jp?"))], false),
    ([], false),
  ])
  private func `requests for pictures and videos are recognized`(_ filters: [BusValue], _ expected: Bool)
    throws
  {
    let request = try #require(Self.request(["filters": .array(filters, of: "(sa(us))")]))
    #expect(request.isForPhotos == expected)
  }

  @Test func `a request that begins with all files, saves, or opens folders isn't for photos`() throws {
    let (images, all) = (Self.filter("Images", (1, "image/*")), Self.filter("All", (0, "*")))
    let both = Self.filters(images, all)
    #expect(try !#require(Self.request(["filters": both, "current_filter": all])).isForPhotos)
    #expect(try #require(Self.request(["filters": both, "current_filter": images])).isForPhotos)
    #expect(try #require(Self.request(["current_filter": images])).isForPhotos)
    #expect(try !#require(Self.request(["filters": Self.filters(images)], "SaveFile")).isForPhotos)
    #expect(Self.request(["filters": both, "directory": .bool(true)]) == nil)
  }

  @Test func `options become a request, and an answer their results`() throws {
    let images = Self.filter("Images", (1, "image/*"))
    let raw = Self.filter("Raw", (0, "*.cr2"))
    let menu = BusValue.structure([
      .string("size"), .string("Size"),
      .array(
        [.structure([.string("s"), .string("Small")]), .structure([.string("l"), .string("Large")])],
        of: "(ss)"),
      .string("l"),
    ])
    let box = BusValue.structure([
      .string("strip"), .string("Remove metadata"), .array([], of: "(ss)"), .string(""),
    ])
    let request = try #require(
      Self.request([
        "accept_label": .string("_Send__it"), "multiple": .bool(true), "filters": Self.filters(images, raw),
        "current_filter": raw, "choices": .array([menu, box], of: "(ssa(ss)s)"),
        "current_folder": .bytes(Array("/photos\0".utf8)), "unknown": .double(1),
      ]))
    #expect(
      request.kind == .open(isMultiple: true) && request.acceptLabel == "Send_it" && request.filter == 1)
    #expect(request.folder == Array("/photos".utf8) && request.choices.map(\.selected) == ["l", "false"])
    let answer = ChooserAnswer(
      urls: ["file:///a.jpg"], filter: 0, choices: ["size": "s", "strip": "nonsense"])
    let results = try #require(request.results(answer).entries)
    #expect(results["uris"] == .strings(["file:///a.jpg"]) && results["current_filter"] == images)
    #expect(
      results["choices"]
        == .array(
          [.structure([.string("size"), .string("s")]), .structure([.string("strip"), .string("false")])],
          of: "(ss)"))
  }

  @Test func `files to save have names`() throws {
    let files = ["a.jpg", "../b.jpg"].map { BusValue.bytes(Array("\($0)\0".utf8)) }
    #expect(
      Self.request(["files": .array(files, of: "ay")], "SaveFiles")?.kind
        == .saveFiles(names: ["a.jpg", "../b.jpg"]))
    #expect(Self.request(["current_name": .string("x.png")], "SaveFile")?.kind == .saveFile(name: "x.png"))
    let file = BusValue.bytes(Array("/home/ann/old.png\0".utf8))
    #expect(Self.request(["current_file": file], "SaveFile")?.kind == .saveFile(name: "old.png"))
  }

  @Test func `patterns match names and types`() {
    func includes(_ pattern: ChooserFilter.Pattern, _ name: String, _ type: PhotoFileType) -> Bool {
      ChooserFilter(name: "", patterns: [pattern]).includes(FileName(unchecked: Array(name.utf8)), of: type)
    }
    #expect(includes(.glob("*.jpg"), "A.JPG", .jpeg) && !includes(.glob("*.jpg"), "A.png", .png))
    #expect(includes(.mime("image/*"), "a", .png) && !includes(.mime("image/*"), "a.mov", .quickTimeMovie))
    #expect(includes(.mime("video/*"), "a", .mpeg4) && includes(.mime("IMAGE/JPG"), "a", .jpeg))
    #expect(includes(.mime("image/heic"), "a", .heic) && includes(.glob("*"), "a.mov", .quickTimeMovie))
    // Patterns that take exponential time match nothing.
    #expect(
      !includes(.glob(String(repeating: "*a", count: 100) + "b"), String(repeating: "a", count: 200), .jpeg))
  }
}
