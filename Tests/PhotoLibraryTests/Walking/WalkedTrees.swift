import PhotoFiles
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

/// A tree of folders, and what any walk over it finds.
struct WalkedTree: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What is walked, in the tree.
  var roots: [FilePath] = [""]
  var options = ScanOptions()
  /// The photos that are found, in order.
  let assets: [FilePath]
  /// What cannot be read, with the reason.
  var problems: [FilePath: String] = [:]
  /// Puts everything into the tree.
  let build: @Sendable (TemporaryTree) throws -> Void

  init(
    _ name: String, roots: [FilePath] = [""], options: ScanOptions = ScanOptions(), finds assets: [FilePath],
    problems: [FilePath: String] = [:], build: @escaping @Sendable (TemporaryTree) throws -> Void
  ) {
    testDescription = name
    self.roots = roots
    self.options = options
    self.assets = assets
    self.problems = problems
    self.build = build
  }

  static let all = folders + links + files + named

  private static let folders = [
    WalkedTree("folders in natural order", finds: ["a.png", "2/a.png", "10/1.png", "10/b.png"]) { tree in
      for place in ["10/b.png", "10/1.png", "2/a.png", "a.png"] as [FilePath] {
        try tree.file(place, PictureBuilder.png())
      }
      try tree.folder("empty")
    },
    WalkedTree("what is hidden", finds: ["b/a.png"]) { tree in try hide(in: tree) },
    WalkedTree(
      "what is hidden and asked for", options: ScanOptions(includesHidden: true),
      finds: [".a/a.png", "b/.a.png", "b/a.png"]
    ) { tree in try hide(in: tree) },
    WalkedTree("no level below", options: ScanOptions(maximumDepth: 0), finds: ["a.png"]) { tree in
      try nest(in: tree)
    },
    WalkedTree("one level below", options: ScanOptions(maximumDepth: 1), finds: ["a.png", "1/a.png"]) {
      try nest(in: $0)
    },
    WalkedTree("more files than one worker takes", finds: (0..<150).map { FilePath("f/\($0).png") }) { tree in
      for number in 0..<150 { try tree.file(FilePath("f/\(number).png"), PictureBuilder.png()) }
    },
    WalkedTree("a root in another root", roots: ["", "1", "1/2"], finds: ["a.png", "1/a.png", "1/2/a.png"]) {
      try nest(in: $0)
    },
    WalkedTree(
      "roots that are gone", roots: ["gone", "", "a.png/inside"], finds: ["a.png"],
      problems: ["gone": "no such file or folder", "a.png/inside": "Not a directory"]
    ) { tree in try tree.file("a.png", PictureBuilder.png()) },
    WalkedTree("roots in other words", roots: ["a", "./a", "a/../a", "a//", "a/."], finds: ["a/b.png"]) {
      try $0.file("a/b.png", PictureBuilder.png())
    },
  ]

  private static let links = [
    WalkedTree("links that lead round in circles", finds: ["1/a.png", "2/a.png"]) { tree in
      for number in 1...2 { try tree.file(FilePath("\(number)/a.png"), PictureBuilder.png()) }
      try tree.symbolicLink("1/next", to: "../2")
      try tree.symbolicLink("2/next", to: "../1")
      try tree.symbolicLink("2/up", to: "..")
    },
    WalkedTree("links to a folder elsewhere", roots: ["in"], finds: ["in/1/way/a.png", "in/1/way/sub/b.png"])
    {
      try $0.file("out/a.png", PictureBuilder.png())
      try $0.file("out/sub/b.png", PictureBuilder.png())
      try $0.symbolicLink("in/2/way", to: "../../out")
      try $0.symbolicLink("in/1/way", to: "../../out")
    },
    WalkedTree("a folder that is also linked", roots: ["a", "b"], finds: ["b/a.png"]) { tree in
      try tree.file("b/a.png", PictureBuilder.png())
      try tree.symbolicLink("a/way", to: "../b")
    },
    WalkedTree("links to files", roots: ["in"], finds: ["in/b.png", "in/c.png"]) { tree in
      try tree.file("out.png", PictureBuilder.png())
      try tree.file("in/b.png", PictureBuilder.png())
      try tree.symbolicLink("in/a.png", to: "b.png")
      try tree.symbolicLink("in/c.png", to: "../out.png")
      try tree.symbolicLink("in/d.png", to: "../out.png")
    },
    WalkedTree(
      "links that lead nowhere", finds: [],
      problems: [
        "a.png": "no such file or folder", "loop": "the symbolic link leads back to itself",
      ]
    ) { tree in
      try tree.symbolicLink("a.png", to: "gone.png")
      try tree.symbolicLink("notes", to: "gone")
      try tree.symbolicLink("loop", to: "loop")
    },
    WalkedTree("links behind links", roots: ["in"], finds: ["in/way/a.png", "in/way/on/b.png"]) { tree in
      try tree.file("out/a.png", PictureBuilder.png())
      try tree.file("further/b.png", PictureBuilder.png())
      try tree.symbolicLink("in/way", to: "../out")
      try tree.symbolicLink("out/on", to: "../further")
    },
    WalkedTree("a file with several names", finds: ["a/9.png"]) { tree in
      try tree.file("b/1.png", PictureBuilder.png())
      try tree.hardLink("a/10.png", to: "b/1.png")
      try tree.hardLink("a/9.png", to: "b/1.png")
    },
  ]

  private static let files = [
    WalkedTree("files that are no photos", finds: ["broken.jpg", "really"]) { tree in
      try tree.file("notes.txt", Array("text".utf8))
      try tree.file("broken.jpg", Array("text".utf8))
      try tree.file("really", PictureBuilder.png())
      try tree.file("nothing", [])
    },
    WalkedTree("pipes", finds: []) { tree in
      #expect(mkfifo(tree.at("a.jpg").string, 0o600) == 0)
    },
  ]

  private static let named = [
    WalkedTree("a named file that is no photo", roots: ["notes.txt"], finds: ["notes.txt"]) { tree in
      try tree.file("notes.txt", Array("text".utf8))
      try tree.file("a.png", PictureBuilder.png())
    },
    WalkedTree("a named file and its folder", roots: ["a.png", ""], finds: ["a.png", "b.png"]) { tree in
      for place in ["a.png", "b.png"] as [FilePath] { try tree.file(place, PictureBuilder.png()) }
    },
    WalkedTree(
      "named files out of order", roots: ["b.png", "s/c.png", "a.png"], finds: ["a.png", "b.png", "s/c.png"]
    ) {
      for place in ["a.png", "b.png", "s/c.png"] as [FilePath] { try $0.file(place, PictureBuilder.png()) }
    },
    WalkedTree("a named link and its file", roots: ["a.png", "real"], finds: ["real/b.png"]) { tree in
      try linkNamed(in: tree)
    },
    WalkedTree("a file and a named link to it", roots: ["real/b.png", "a.png"], finds: ["real/b.png"]) {
      tree in
      try linkNamed(in: tree)
    },
    WalkedTree("a named link", roots: ["a.png"], finds: ["a.png"]) { try linkNamed(in: $0) },
    WalkedTree("a named pipe", roots: ["a.jpg"], finds: [], problems: ["a.jpg": "not a file"]) { tree in
      #expect(mkfifo(tree.at("a.jpg").string, 0o600) == 0)
    },
  ]

  private static func hide(in tree: TemporaryTree) throws {
    for place in [".a/a.png", "b/.a.png", "b/a.png"] as [FilePath] {
      try tree.file(place, PictureBuilder.png())
    }
  }

  private static func nest(in tree: TemporaryTree) throws {
    for place in ["a.png", "1/a.png", "1/2/a.png"] as [FilePath] {
      try tree.file(place, PictureBuilder.png())
    }
  }

  private static func linkNamed(in tree: TemporaryTree) throws {
    try tree.file("real/b.png", PictureBuilder.png())
    try tree.symbolicLink("a.png", to: "real/b.png")
  }
}
