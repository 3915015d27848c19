import PhotoFiles
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

/// A folder tree, and the expected result of walking it.
struct WalkedTree: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The roots relative to the tree.
  var roots: [FilePath] = [""]
  var options = ScanOptions()
  /// The expected photos in order.
  let assets: [FilePath]
  /// The expected problems by path.
  var problems: [FilePath: String] = [:]
  /// The paths with expected remarks.
  var remarks: Set<FilePath> = []
  /// Creates the tree.
  let build: @Sendable (TemporaryTree) throws -> Void

  init(
    _ name: String, roots: [FilePath] = [""], options: ScanOptions = ScanOptions(), finds assets: [FilePath],
    problems: [FilePath: String] = [:], remarks: Set<FilePath> = [],
    build: @escaping @Sendable (TemporaryTree) throws -> Void
  ) {
    testDescription = name
    self.roots = roots
    self.options = options
    self.assets = assets
    self.problems = problems
    self.remarks = remarks
    self.build = build
  }

  static let all = folders + links + policies + files + named + sidecars + passedOver

  private static let passedOver: [WalkedTree] = {
    var anyFile = ScanOptions()
    anyFile.includesAnyFile = true
    let all = ScanOptions(includesHidden: true)
    return [
      WalkedTree(
        "companions", finds: ["GX010001.MP4", "CLIP/C0001.MP4", "SUB/C0002S03.MP4"], build: addCompanions),
      WalkedTree(
        "companions on request", options: anyFile,
        finds: [
          "GL010001.LRV", "GX010001.MP4", "GX010001.THM", "CLIP/C0001.MP4", "SUB/C0001S03.MP4",
          "SUB/C0002S03.MP4", "THMBNL/C0001T01.JPG",
        ], build: addCompanions),
      WalkedTree(
        "named companions", roots: ["GL010001.LRV", "SUB"],
        finds: ["GL010001.LRV", "SUB/C0001S03.MP4", "SUB/C0002S03.MP4"], build: addCompanions),
      WalkedTree(
        "thumbnails on a card",
        finds: ["DCIM/100MEDIA/DJI_0001.MP4", "DCIM/100MEDIA/DJI_0002.JPG", "MISC/THM/100/DJI_0003.SCR"],
        build: addThumbnails),
      WalkedTree(
        "thumbnails without their films", roots: ["MISC"],
        finds: ["MISC/THM/100/DJI_0001.THM", "MISC/THM/100/DJI_0002.SCR", "MISC/THM/100/DJI_0003.SCR"],
        build: addThumbnails),
      WalkedTree(
        "system folders", finds: ["a.png"],
        remarks: ["#recycle", "@eaDir", "$RECYCLE.BIN", "b/lost+found"],
        build: addSystemFolders),
      WalkedTree(
        "system folders on request", options: all,
        finds: [
          "a.png", "#recycle/a.png", "$RECYCLE.BIN/a.png", ".Trash-1000/a.png", "@eaDir/a.png",
          "b/lost+found/a.png",
        ],
        build: addSystemFolders),
      WalkedTree(
        "a named system folder", roots: ["#recycle", "b/lost+found"],
        finds: ["#recycle/a.png", "b/lost+found/a.png"], build: addSystemFolders),
      WalkedTree(
        "files in transit", finds: ["a.jpg"], remarks: ["a.jpg_original", "b.jpg.part"],
        build: addFilesInTransit),
      WalkedTree(
        "files in transit on request", options: anyFile, finds: ["a.jpg", "a.jpg_original", "b.jpg.part"],
        build: addFilesInTransit),
      WalkedTree(
        "a named file in transit", roots: ["b.jpg.part"], finds: ["b.jpg.part"], build: addFilesInTransit),
    ]
  }()

  @Sendable private static func addCompanions(to tree: TemporaryTree) throws {
    let films: [FilePath] = [
      "GX010001.MP4", "GL010001.LRV", "CLIP/C0001.MP4", "SUB/C0001S03.MP4", "SUB/C0002S03.MP4",
    ]
    for place in films { try tree.file(place, PictureBuilder.movie(created: 0)) }
    for place in ["GX010001.THM", "THMBNL/C0001T01.JPG"] as [FilePath] {
      try tree.file(place, PictureBuilder.jpeg())
    }
  }

  @Sendable private static func addThumbnails(to tree: TemporaryTree) throws {
    try tree.file("DCIM/100MEDIA/DJI_0001.MP4", PictureBuilder.movie(created: 0))
    let pictures = [
      "DCIM/100MEDIA/DJI_0002", "MISC/THM/100/DJI_0001", "MISC/THM/100/DJI_0002", "MISC/THM/100/DJI_0003",
    ]
    for (place, ending) in zip(pictures, [".JPG", ".THM", ".SCR", ".SCR"]) {
      try tree.file(FilePath(place + ending), PictureBuilder.jpeg())
    }
  }

  @Sendable private static func addSystemFolders(to tree: TemporaryTree) throws {
    let folders: [FilePath] = ["", "@eaDir", "#recycle", "$RECYCLE.BIN", ".Trash-1000", "b/lost+found"]
    for folder in folders { try tree.file(folder.appending("a.png"), PictureBuilder.png()) }
  }

  @Sendable private static func addFilesInTransit(to tree: TemporaryTree) throws {
    for place in ["a.jpg", "a.jpg_original", "b.jpg.part"] as [FilePath] {
      try tree.file(place, PictureBuilder.jpeg())
    }
  }

  private static let sidecars = [
    WalkedTree(
      "sidecars, of which some are passed over", finds: ["a.png", "a/b.png"],
      remarks: ["a.png.xmp", "a/b.png.json", "a/b.AAE"]
    ) { tree in try addSidecars(to: tree) },
    WalkedTree(
      "sidecars of named files", roots: ["a.png", "c.png"], finds: ["a.png"],
      problems: ["c.png": "no such file or folder"], remarks: ["a.png.xmp"]
    ) { tree in
      try addSidecars(to: tree)
    },
  ]

  private static func addSidecars(to tree: TemporaryTree) throws {
    for place in ["a.png", "a/b.png"] as [FilePath] { try tree.file(place, PictureBuilder.png()) }
    try tree.file("a.png.xmp", Array("<x".utf8))
    try tree.file("a.xmp", SidecarFile.xmp(rating: 3, of: "png"))
    try tree.file("a/b.png.json", Array("{".utf8))
    try tree.file("a/b.AAE", [])
    // Sidecars without a photo.
    try tree.file("c.png.xmp", Array("<x".utf8))
    try tree.folder("a/b.png.xmp")
    try tree.symbolicLink("a/b.xmp", to: "../a.png.xmp")
  }

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
    WalkedTree(
      "links to a folder elsewhere", roots: ["in"], options: ScanOptions(links: .all),
      finds: ["in/1/way/a.png", "in/1/way/sub/b.png"]
    ) { try linkOut(of: $0) },
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
      "links that lead nowhere", finds: [], remarks: ["a.png", "notes", "loop"]
    ) { tree in
      try tree.symbolicLink("a.png", to: "gone.png")
      try tree.symbolicLink("notes", to: "gone")
      try tree.symbolicLink("loop", to: "loop")
    },
    WalkedTree(
      "links behind links", roots: ["in"], options: ScanOptions(links: .all),
      finds: ["in/way/a.png", "in/way/on/b.png"]
    ) { tree in
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

  private static let policies = [
    WalkedTree(
      "links that lead out of the roots", roots: ["in"], finds: [], remarks: ["in/1/way", "in/2/way"]
    ) { try linkOut(of: $0) },
    WalkedTree(
      "a link out of the roots, and one back in behind it", roots: ["in"], finds: ["in/a.png"],
      remarks: ["in/way"]
    ) { tree in
      try tree.file("in/a.png", PictureBuilder.png())
      try tree.symbolicLink("in/way", to: "../out")
      try tree.symbolicLink("out/back", to: "../in/.hidden")
      try tree.file("in/.hidden/b.png", PictureBuilder.png())
    },
    WalkedTree(
      "a link to a folder below a root that the walk does not reach", finds: ["way/b.png", "way/1/c.png"]
    ) { tree in
      try tree.file(".hidden/b.png", PictureBuilder.png())
      try tree.file(".hidden/1/c.png", PictureBuilder.png())
      try tree.symbolicLink("way", to: ".hidden")
    },
    WalkedTree(
      "a folder whose name begins like that of a root", roots: ["in"], finds: [], remarks: ["in/way"]
    ) {
      try $0.file("inner/a.png", PictureBuilder.png())
      try $0.symbolicLink("in/way", to: "../inner")
    },
    WalkedTree(
      "no links", options: ScanOptions(includesHidden: true, links: .none), finds: ["a.png", ".h/b.png"],
      remarks: ["1.png", "way", "lost.png", "up"]
    ) { tree in
      try tree.file("a.png", PictureBuilder.png())
      try tree.file(".h/b.png", PictureBuilder.png())
      try tree.symbolicLink("1.png", to: "a.png")
      try tree.symbolicLink("way", to: ".h")
      try tree.symbolicLink("lost.png", to: "gone")
      try tree.symbolicLink("up", to: "..")
    },
    WalkedTree("a root that is a link", roots: ["way"], finds: ["way/a.png", "way/on/b.png"]) { tree in
      try tree.file("out/a.png", PictureBuilder.png())
      try tree.file("out/.h/b.png", PictureBuilder.png())
      try tree.symbolicLink("out/on", to: ".h")
      try tree.symbolicLink("way", to: "out")
    },
    WalkedTree(
      "a root that is a link, and no other link", roots: ["way", "1.png"],
      options: ScanOptions(links: .none), finds: ["1.png", "way/a.png"], remarks: ["way/on"]
    ) { tree in
      try tree.file("out/a.png", PictureBuilder.png())
      try tree.file("b.png", PictureBuilder.png())
      try tree.symbolicLink("1.png", to: "b.png")
      try tree.symbolicLink("out/on", to: ".")
      try tree.symbolicLink("way", to: "out")
    },
    WalkedTree(
      "a link to what the kernel shows", options: ScanOptions(links: .all), finds: ["a.png"],
      remarks: ["devices", "process"]
    ) { tree in
      try tree.file("a.png", PictureBuilder.png())
      try tree.symbolicLink("process", to: "/proc/self")
      try tree.symbolicLink("devices", to: "/dev")
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

  private static func linkOut(of tree: TemporaryTree) throws {
    try tree.file("out/a.png", PictureBuilder.png())
    try tree.file("out/sub/b.png", PictureBuilder.png())
    try tree.symbolicLink("in/2/way", to: "../../out")
    try tree.symbolicLink("in/1/way", to: "../../out")
  }

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
