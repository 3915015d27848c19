import Foundation
import PhotoFiles
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WebPicker

struct PageTests {
  /// An open page with a picker.
  private struct Page {
    let visitor: PageVisitor
    let address: String
    let result: Task<[String]?, any Error>

    func json(_ target: String) async throws -> [String: Any] {
      let reply = try #require(try await visitor.get(target))
      return try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
    }

    @discardableResult
    func command(_ json: String) async throws -> [String: Any] {
      let reply = try #require(try await visitor.command(json))
      return try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
    }

    /// Returns the photos once there are `count` of them.
    func photos(_ count: Int) async throws -> (view: Int, photos: [[String: Any]]) {
      var patience = Patience()
      while true {
        let view = try await json("view")
        if view["count"] as? Int == count, let number = view["view"] as? Int {
          let rows = try await json("photos?view=\(number)&from=0&count=500")
          if let photos = rows["photos"] as? [[String: Any]] { return (number, photos) }
        }
        let isOver = patience.isOver()
        try #require(!isOver, "there are not \(count) photos: \(view)")
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
    for number in 1...3 { try tree.file(FilePath("photos/\(number).jpg"), picture(width: 200, height: 150)) }
  }

  private func open(
    isRemote: Bool = false, _ change: (inout PickerOptions) -> Void = { _ in }
  ) async throws -> Page {
    var options = PickerOptions()
    options.query.sorting = .name
    options.marks = PickerMarks(journals: tree.at("journals"), scanner: LibraryScanner())
    change(&options)
    let library = PhotoLibrary(roots: [tree.at("photos")])
    let picker = WebPicker(
      options, cache: ThumbnailCache(folder: tree.at("thumbnails"), version: "test"),
      renderings: RenderingFolder(tree.at("renderings")), isRemote: isRemote
    ) { onProgress, show in
      for try await change in library.changes(onProgress: onProgress) { await show(change.snapshot) }
    }
    let (addresses, found) = AsyncStream<String>.makeStream()
    // Before the tests that have not started, which would delay responses.
    let result = Task(priority: .high) {
      try await picker.run { if case .ready(let address, _) = $0 { found.yield(address) } }?
        .picked.map(\.asset.name.text)
    }
    var address = ""
    for await text in addresses {
      address = text
      break
    }
    let visitor = try #require(try await PageVisitor(opening: address))
    return Page(visitor: visitor, address: address, result: result)
  }

  @Test func `picks are returned in order`() async throws {
    let page = try await open()
    let photos = try await page.photos(3).photos
    #expect(photos.map { $0["name"] as? String } == ["1.jpg", "2.jpg", "3.jpg"])
    for index in [2, 0] {
      let state = try await page.command(
        #"{"action":"toggle","photo":{"id":\#(photos[index]["id"] ?? ""),"position":\#(index)}}"#)
      #expect((state["picked"] as? [String: Any])?["count"] as? Int == (index == 2 ? 1 : 2))
    }
    let rows = try await page.photos(3).photos
    #expect(rows.map { $0["number"] as? Int } == [2, nil, 1])
    #expect(try await page.command(#"{"action":"done"}"#)["ended"] as? String == "done")
    #expect(try await page.result.value == ["3.jpg", "1.jpg"])
  }

  @Test func `a crop is sent to all pages and preserved`() async throws {
    let page = try await open { $0.crop = AspectRatio("1:1") }
    func crops() async throws -> [[String: Int]?] {
      try await page.photos(3).photos.map { $0["crop"] as? [String: Int] }
    }
    let middle = ["x": 25, "y": 0, "width": 150, "height": 150, "mostWidth": 150, "mostHeight": 150]
    #expect(try await crops() == [middle, middle, middle])
    #expect(try await page.json("view")["canCrop"] as? Bool == true)
    let photo = try #require(try await page.photos(3).photos[1]["id"] as? Int)
    let before = try #require(
      try await page.command(#"{"action":"original","on":false}"#)["revision"] as? Int)
    let state = try await page.command(
      #"{"action":"crop","photo":{"id":\#(photo)},"x":10,"y":20,"width":100,"height":100}"#)
    #expect(state["revision"] as? Int == before + 1 && state["message"] == nil)
    let moved = ["x": 10, "y": 20, "width": 100, "height": 100, "mostWidth": 150, "mostHeight": 150]
    #expect(try await crops() == [middle, moved, middle])
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `cancel returns nothing, and the port is closed`() async throws {
    let page = try await open()
    #expect(try await page.command(#"{"action":"cancel"}"#)["ended"] as? String == "cancelled")
    #expect(try await page.result.value == nil)
    await #expect(throws: Errno.connectionRefused) { try await page.visitor.get("view") }
  }

  @Test func `the address works once, and other paths need the cookie`() async throws {
    let page = try await open()
    #expect(try await PageVisitor(opening: page.address) == nil)
    for target in ["", "view", "events", "photos/0", "photos/0/thumbnail?side=256", "page/main.js"] {
      let reply = try #require(try await page.visitor.get(target, ["Cookie": "photopick=0"]))
      #expect(reply.status == 403)
      #expect(reply.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(!reply.text.contains(".jpg"))
    }
    let command = #"{"action":"all"}"#
    let other = try await page.visitor.get("view", ["Origin": "http://evil.example"])
    #expect(other?.status == 403)
    #expect(try await page.command(command)["picked"] != nil)
    page.result.cancel()
    #expect(try await page.result.value == nil)
  }

  @Test func `over a network, pictures are small and cacheable`() async throws {
    let page = try await open(isRemote: true)
    let photo = try #require(try await page.photos(3).photos.first?["id"] as? Int)
    for _ in 1...2 {
      let reply = try #require(try await page.visitor.get("photos/\(photo)/thumbnail?side=128"))
      #expect(reply.headers["content-type"] == "image/jpeg")
      #expect(reply.headers["cache-control"] == "private, max-age=86400, immutable")
    }
  }

  @Test func `a picture of the page has the marks of the photo, and the cache has one picture for all marks`()
    async throws
  {
    for rating in [3, 5] {
      try tree.file("photos/1.jpg.xmp", SidecarFile.xmp(rating: rating))
      let page = try await open()
      let photo = try #require(try await page.photos(3).photos.first?["id"] as? Int)
      let reply = try #require(try await page.visitor.get("photos/\(photo)/picture"))
      #expect(PhotoMetadata.read(ByteSource(reply.body)).values[.rating] == .integer(Int64(rating)))
    }
    #expect(tree.names("renderings").count == 1)
  }

  @Test func `the page preloads the first photos`() async throws {
    let page = try await open()
    let (view, photos) = try await page.photos(3)
    let index = try #require(try await page.visitor.get("")).text
    let targets = index.split(separator: "<link rel=\"preload\" href=\"./").dropFirst()
      .compactMap { $0.split(separator: "\"").first?.replacing("&amp;", with: "&") }
    #expect(targets == ["view", "photos?view=\(view)&from=0&count=100", "shapes?view=\(view)"])
    let rows = try await page.json(String(targets[1]))["photos"] as? [[String: Any]]
    #expect(rows?.count == photos.count)
    // The scripts use the same addresses, so the browser reuses the preloaded responses.
    let scripts = try #require(try await page.visitor.get("page/photos.js")).text
    #expect(scripts.contains("const BLOCK = 100;"))
  }

  @Test func `album and section names have no bidirectional effect`() async throws {
    try tree.file("photos/a\u{202E}b/4.jpg", picture(width: 200, height: 150))
    let page = try await open { $0.query.grouping = .album }
    _ = try await page.photos(4)
    let view = try await page.json("view")
    for (list, key) in [("albums", "name"), ("sections", "title")] {
      let names = (view[list] as? [[String: Any]])?.compactMap { $0[key] as? String } ?? []
      #expect(names.contains { $0.contains(#"a\u{202e}b"#) }, "\(names)")
    }
  }

  @Test func `choices have titles and counts`() async throws {
    let page = try await open()
    let photo = try #require(try await page.photos(3).photos.first?["id"] as? Int)
    for mark in [#""stars":4"#, #""label":"Red""#] {
      try await page.command(#"{"action":"judge","photo":{"id":\#(photo)},\#(mark)}"#)
    }
    func titles(_ list: Any?) -> [String] {
      (list as? [[String: Any]])?.map { choice in
        let count = (choice["count"] as? Int).map { " \($0)" } ?? ""
        return "\(choice["title"] ?? "")\(count)"
      } ?? []
    }
    let view = try await page.json("view")
    #expect(titles(view["groupings"]).contains("Hour of the day"))
    #expect(titles(view["orders"]).prefix(2) == ["Newest", "Oldest"])
    #expect(view["filters"] as? String == "")
    #expect(view["place"] as? String == PhotoFacts.path(tree.at("photos").fileSystemBytes))
    var (filters, patience) = (try await page.json("filters"), Patience())
    while titles(filters["labels"]) != ["Red 1"] {
      let isOver = patience.isOver()
      try #require(!isOver, "\(filters)")
      try await Task.sleep(for: .milliseconds(5))
      filters = try await page.json("filters")
    }
    #expect(titles(filters["kinds"]) == ["Photos 3", "JPEG 3"])
    #expect(
      titles(filters["judged"])
        == ["Unrated 2", "★ or more 1", "★★ or more 1", "★★★ or more 1", "★★★★ or more 1"])
    try await page.command(
      #"{"action":"filter","kinds":["!video"],"judged":["3"],"labels":["Red"]}"#)
    _ = try await page.photos(1)
    #expect(try await page.json("view")["filters"] as? String == "not videos, ★★★ or more, Red")
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `messages name the page of the command`() async throws {
    let page = try await open { $0.policy = SelectionChecks(maximumCount: 2) }
    _ = try await page.photos(3)
    let state = try await page.command(#"{"action":"all","page":"first"}"#)
    #expect((state["message"] as? String)?.hasPrefix("Only 2 photos please!") == true)
    #expect(state["page"] as? String == "first")
    let other = try await page.command(#"{"action":"done","page":"second"}"#)
    #expect(other["message"] == nil && other["page"] == nil)
    _ = try await page.result.value
  }

  @Test func `the paths of the picks are in order, one line each`() async throws {
    try tree.file("photos/0\n\u{1B}.jpg", picture(width: 200, height: 150))
    let page = try await open()
    let photos = try await page.photos(4).photos
    for index in [2, 0] {
      try await page.command(#"{"action":"toggle","photo":{"id":\#(photos[index]["id"] ?? "")}}"#)
    }
    let shown = photos.map { $0["name"] as? String ?? "" }
    #expect(shown.sorted() == [#"0\n\e.jpg"#, "1.jpg", "2.jpg", "3.jpg"])
    let picks = try await page.json("picks")
    #expect(picks["count"] as? Int == 2)
    #expect(picks["paths"] as? [String] == [2, 0].map { tree.at("photos").string + "/" + shown[$0] })
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `keyword completion follows the library`() async throws {
    let names = ["Kyoto", "Oslo"]
    for (number, name) in names.enumerated() {
      try tree.file(FilePath("photos/\(number + 1).jpg.xmp"), SidecarFile.xmp(keyword: name))
    }
    let page = try await open()
    _ = try await page.photos(3)
    for beginning in ["k", "o", "x"] {
      let reply = try #require(try await page.visitor.get("keywords?beginning=\(beginning)"))
      let expected = names.filter { $0.lowercased().hasPrefix(beginning) }
      #expect(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String] == expected)
    }
  }

  @Test func `pictures are addressed only by number`() async throws {
    let page = try await open()
    let photo = try #require(try await page.photos(3).photos.first?["id"] as? Int)
    for (target, type) in [
      ("thumbnail?side=128", "image/jpeg"), ("picture", "image/jpeg"),
      ("region?x=0&y=0&width=1&height=1&scale=1", "image/jpeg"), ("thumbnail?side=128", "image/png"),
    ] {
      let reply = try #require(try await page.visitor.get("photos/\(photo)/\(target)"))
      #expect(reply.status == 200, "\(target)")
      #expect(reply.headers["content-type"] == type)
      #expect(reply.headers["cache-control"] == "no-store")
    }
    for target in [
      "photos/99/picture", "photos/-1/picture", "photos/\(Int.max)/picture", "photos/\(UInt64.max)",
      "photos/1.jpg/picture", "photos/..%2F1.jpg/picture",
      "photos/../photos/0", "photos//0", "photos/0/original", "photos/0/video", "../view", "page/../view",
      "page/index.html", "page/%2e%2e/main.js",
    ] {
      #expect(try await page.visitor.get(target)?.status == 404, "\(target)")
    }
    for target in [
      "photos/0/thumbnail", "photos/0/thumbnail?side=0", "photos/0/thumbnail?side=4096",
      "photos/0/region?x=-1&y=0&width=1&height=1&scale=1", "photos/0/region?x=0&y=0&width=0&height=1&scale=1",
      "photos/0/region?x=0&y=0&width=1&height=1&scale=nan", "photos?view=1&from=0&count=501",
      "photos?view=1&from=-1&count=1", "photos?from=x", "photos?view=1&from=\(Int.max)&count=500",
      "photos?view=1&from=0&count=\(Int.max)", "photos/0/thumbnail?side=\(Int.max)",
      "photos/0/region?x=\(Int.max)&y=0&width=1&height=1&scale=1",
      "photos/0/region?x=0&y=0&width=\(Int.max)&height=1&scale=1",
      "completions?text=a&caret=\(Int.max)", "completions?text=a&caret=\(Int.min)",
    ] {
      #expect(try await page.visitor.get(target)?.status == 400, "\(target)")
    }
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `a video is sent whole or in parts`() async throws {
    let movie = PictureBuilder.movie(created: 1_400_000_000)
    try tree.file("photos/4.mp4", movie)
    let page = try await open()
    let photo = try number("4.mp4", try await page.photos(4).photos)
    let target = "photos/\(photo)/video"
    let whole = try #require(try await page.visitor.get(target))
    #expect(whole.status == 200 && whole.body == movie)
    #expect(whole.headers["content-type"] == "video/mp4" && whole.headers["accept-ranges"] == "bytes")
    let part = try #require(try await page.visitor.get(target, ["Range": "bytes=4-11"]))
    #expect(part.status == 206 && part.body == Array(movie[4...11]))
    #expect(part.headers["content-range"] == "bytes 4-11/\(movie.count)")
    let beyond = try #require(try await page.visitor.get(target, ["Range": "bytes=\(movie.count)-"]))
    #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */\(movie.count)")
    try tree.remove("photos/4.mp4")
    #expect(try await page.visitor.get(target)?.status == 404)
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `slow photos delay neither completion nor ordinary photos`() async throws {
    let slow = TooSlowPicture.bytes
    let slowCount = 16
    for number in 1...slowCount { try tree.file(FilePath("photos/slow-\(number).tif"), slow) }
    let page = try await open()
    let photos = try await page.photos(slowCount + 3).photos
    let done = SharedCount()
    let visitor = page.visitor
    let waiting = try (1...slowCount).map { number in
      let target = "photos/\(try self.number("slow-\(number).tif", photos))/thumbnail?side=128"
      return Task {
        _ = try? await visitor.get(target)
        done.value.withLock { $0 += 1 }
      }
    }
    try await Task.sleep(for: .milliseconds(300))
    let ordinary = try self.number("1.jpg", photos)
    for target in [
      "completions?text=camera%3A&caret=7", "keywords?beginning=a", "photos/\(ordinary)/thumbnail?side=128",
      "photos/\(ordinary)/picture", "photos/\(ordinary)/region?x=0&y=0&width=9&height=9&scale=1",
    ] {
      #expect(try await visitor.get(target)?.status == 200, "\(target)")
      // A single queue would have loaded all of them; a busy machine may load some.
      #expect(done.value.withLock { $0 } < slowCount, "\(target)")
    }
    page.result.cancel()
    _ = try await page.result.value
    for task in waiting { await task.value }
  }

  private func number(_ name: String, _ photos: [[String: Any]]) throws -> Int {
    try #require(photos.first { $0["name"] as? String == name }?["id"] as? Int)
  }

  @Test func `requests for an outdated view are refused`() async throws {
    let page = try await open()
    let view = try await page.photos(3).view
    #expect(try await page.visitor.get("shapes?view=\(view)")?.body.count == 3)
    // Positions after the last photo return an empty list.
    for start in [3, Int(Int32.max)] {
      let rows = try await page.json("photos?view=\(view)&from=\(start)&count=500")
      #expect((rows["photos"] as? [Any])?.count == 0)
    }
    for target in ["shapes?view=\(Int.max)", "photos?view=\(UInt64.max)&from=0&count=1"] {
      #expect(try await page.visitor.get(target)?.status == 409, "\(target)")
    }
    for target in ["shapes?view=\(view + 1)", "photos?view=\(view - 1)&from=0&count=1"] {
      let reply = try #require(try await page.visitor.get(target))
      #expect(reply.status == 409)
      #expect(reply.text == #"{"view":\#(view)}"#)
    }
    try tree.file("photos/4.jpg", picture(width: 200, height: 150))
    #expect(try await page.photos(4).view > view)
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `stars are written to a sidecar and reverted`() async throws {
    let page = try await open()
    let (view, photos) = try await page.photos(3)
    let photo = try #require(photos.first?["id"] as? Int)
    func stars(_ expected: Int?) async throws {
      var patience = Patience()
      while try await page.photos(3).photos.first?["stars"] as? Int != expected {
        let isOver = patience.isOver()
        try #require(!isOver)
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    try await page.command(#"{"action":"judge","photo":{"id":\#(photo),"position":0},"stars":4}"#)
    try await stars(4)
    #expect(tree.names("photos").contains("1.jpg.xmp"))
    // Give the library time to report; the view must not change.
    try await Task.sleep(for: .seconds(1))
    #expect(try await page.photos(3).view == view)
    try await page.command(#"{"action":"undo"}"#)
    try await stars(nil)
    page.result.cancel()
    _ = try await page.result.value
  }

  @Test func `HTML in names and captions is plain text`() async throws {
    let name = "<img src=x onerror=alert(1)>\u{1B}[2J\n\u{202E}.jpg"
    try tree.file(FilePath("photos/\(name)"), picture(width: 200, height: 150))
    let page = try await open()
    let rows = try await page.photos(4).photos
    // Control and bidirectional characters would disguise a name.
    #expect(rows.contains { $0["name"] as? String == SafeText.escaping(name) })
    #expect(SafeText.escaping(name).contains("<img src=x onerror=alert(1)>"))
    let reply = try #require(try await page.visitor.get("photos?view=\(page.photos(4).view)&from=0&count=9"))
    #expect(reply.headers["content-type"] == "application/json")
    #expect(reply.headers["x-content-type-options"] == "nosniff")
    #expect(reply.headers["content-security-policy"]?.hasPrefix("default-src 'self';") == true)
    page.result.cancel()
    _ = try await page.result.value
  }
}

/// A counter shared by tasks.
private final class SharedCount: Sendable {
  let value = Mutex(0)
}
