import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// The files of a shot, their names and what undo does with them.
struct ExportShotTests {
  private let fixture: ExportFixture
  private static let shot: [(name: String, role: ExportRole)] = [
    ("IMG_1.CR2", .raw), ("IMG_E1.JPG", .edited), ("IMG_1-edited.jpg", .edited), ("IMG_1.MOV", .video),
  ]
  private static let names = ["IMG_1.JPG", "IMG_1.xmp", "IMG_E1.JPG.xmp"] + shot.map(\.name)

  init() throws {
    fixture = try ExportFixture()
    for name in Self.names { try fixture.photo(name, Array(name.utf8)) }
  }

  private func export(as name: String, _ exporter: Exporter? = nil) async throws -> ExportResult {
    try await fixture.export(
      ["IMG_1.JPG"], as: [name], exporter ?? fixture.exporter(), companions: .sidecars, with: Self.shot)
  }

  @Test(arguments: [
    (
      "IMG_1.JPG",
      [
        "IMG_1-edited.jpg", "IMG_1.CR2", "IMG_1.JPG", "IMG_1.MOV", "IMG_1.xmp", "IMG_E1.JPG",
        "IMG_E1.JPG.xmp",
      ]
    ),
    (
      "b_IMG_1.JPG",
      [
        "b_IMG_1-edited.jpg", "b_IMG_1.CR2", "b_IMG_1.JPG", "b_IMG_1.MOV", "b_IMG_1.xmp", "b_IMG_E1.JPG",
        "b_IMG_E1.JPG.xmp",
      ]
    ),
    (
      "7.JPG",
      [
        "7-edited.JPG", "7-edited.JPG.xmp", "7-edited_2.jpg", "7.CR2", "7.JPG", "7.MOV", "7.xmp",
      ]
    ),
  ])
  func `names follow from that of the photo, and no two differ only in case`(
    name: String, names: [String]
  ) async throws {
    let result = try await export(as: name)
    #expect(result.problems.isEmpty && fixture.exported == names.sorted())
    #expect(try fixture.bytes(name) == Array("IMG_1.JPG".utf8))
    #expect(try await export(as: name).files.allSatisfy { $0.outcome == .skipped })
  }

  @Test func `a taken name numbers all files of the shot`() async throws {
    try OpenFolder.make(fixture.target)
    try write([0], to: fixture.target.appending("IMG_1.cr2"))
    _ = try await export(as: "IMG_1.JPG")
    #expect(
      fixture.exported == [
        "IMG_1-2-edited.jpg", "IMG_1-2.CR2", "IMG_1-2.JPG", "IMG_1-2.MOV", "IMG_1-2.xmp", "IMG_1.cr2",
        "IMG_E1-2.JPG", "IMG_E1-2.JPG.xmp",
      ])
  }

  @Test func `undo brings all files of a moved shot back`() async throws {
    let result = try await export(as: "IMG_7.JPG", fixture.exporter(.move))
    #expect(result.files.count == Self.names.count && result.files.last?.role == .photo)
    #expect(TemporaryTree.names(in: fixture.photos).isEmpty)
    let undo = try #require(try Exporter.undoLast(journals: fixture.journals))
    #expect(undo.problems.isEmpty && undo.restored.count == Self.names.count)
    #expect(TemporaryTree.names(in: fixture.photos) == Self.names.sorted())
    for name in Self.names { #expect(try contents(of: fixture.photos.appending(name)) == Array(name.utf8)) }
  }

  @Test func `a move that was cut off within a shot is completed with the number of the shot, and undone`()
    async throws
  {
    try OpenFolder.make(fixture.target)
    try write([0], to: fixture.target.appending("IMG_1.CR2"))
    _ = try await export(as: "IMG_1.JPG", fixture.exporter(.move))
    // As after a kill before the last step: the photo, which comes last, is in its folder.
    let (moved, photo) = (fixture.target.appending("IMG_1-2.JPG"), fixture.photos.appending("IMG_1.JPG"))
    let renamed = moved.withPlatformString { old in photo.withPlatformString { rename(old, $0) } }
    try #require(renamed == 0)
    let name = try #require(TemporaryTree.names(in: fixture.journals).first)
    let journal = fixture.journals.appending(name)
    try write(Array(try contents(of: journal).dropLast(4)), to: journal)
    for isDryRun in [true, false] {
      let exporter = fixture.exporter(.move, isDryRun: isDryRun)
      let result = try await fixture.export(["IMG_1.JPG"], exporter, companions: .sidecars)
      #expect(result.problems.isEmpty && result.files.map(\.destination) == [moved])
    }
    #expect(
      fixture.exported == [
        "IMG_1-2-edited.jpg", "IMG_1-2.CR2", "IMG_1-2.JPG", "IMG_1-2.MOV", "IMG_1-2.xmp", "IMG_1.CR2",
        "IMG_E1-2.JPG", "IMG_E1-2.JPG.xmp",
      ])
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(TemporaryTree.names(in: fixture.photos) == Self.names.sorted())
    #expect(fixture.exported == ["IMG_1.CR2"])
  }

  @Test(arguments: [true, false])
  func `no file of a shot is moved if its photo is a link`(isDryRun: Bool) async throws {
    let photo = fixture.photos.appending("IMG_1.JPG")
    try photo.removeFile()
    let elsewhere = fixture.folder.path.appending("elsewhere.jpg")
    try write([1], to: elsewhere)
    try fixture.folder.symbolicLink("photos/IMG_1.JPG", to: elsewhere)
    let result = try await export(as: "IMG_1.JPG", fixture.exporter(.move, isDryRun: isDryRun))
    #expect(result.problems == [.symbolicLink(photo)] && result.files.isEmpty)
    #expect(TemporaryTree.names(in: fixture.photos) == Self.names.sorted())
    #expect(fixture.exported.isEmpty)
  }

  @Test(arguments: [ExportAction.copy, .move])
  func `a sidecar that belongs to two shots arrives with both`(action: ExportAction) async throws {
    for name in ["A.HEIC", "A.jpg", "A.xmp"] { try fixture.photo(name, Array(name.utf8)) }
    let result = try await fixture.export(
      ["A.HEIC", "A.jpg"], as: ["heic/A.HEIC", "jpeg/A.jpg"], fixture.exporter(action), companions: .sidecars)
    #expect(result.problems.isEmpty && result.files.count == 4)
    #expect(TemporaryTree.names(in: fixture.target.appending("heic")) == ["A.HEIC", "A.xmp"])
    #expect(TemporaryTree.names(in: fixture.target.appending("jpeg")) == ["A.jpg", "A.xmp"])
    #expect(isThere(fixture.photos.appending("A.xmp")))
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(!isThere(fixture.target))
  }

  @Test(arguments: ExportAction.allCases)
  func `a sidecar of two shots in one folder arrives once`(action: ExportAction) async throws {
    for name in ["A.HEIC", "A.jpg", "A.xmp"] { try fixture.photo(name, Array(name.utf8)) }
    for isDryRun in [true, false] {
      let result = try await fixture.export(
        ["A.HEIC", "A.jpg"], fixture.exporter(action, isDryRun: isDryRun), companions: .sidecars)
      #expect(
        result.files.map(\.destination)
          == ["A.xmp", "A.HEIC", "A.xmp", "A.jpg"].map { fixture.target.pushing(FilePath($0)) })
      #expect(result.files.count { $0.outcome == .skipped } == 1)
    }
    #expect(fixture.exported == ["A.HEIC", "A.jpg", "A.xmp"])
  }

  @Test func `names of a shot also differ if they have its number`() {
    let film = FileName("a.mp4")
    var names = ShotNames(of: film, as: film)
    let name = names.name(of: film, .video)
    let proxies = [FileName("a.LRV"), FileName("GL1.LRV")].map { names.name(of: $0, of: film, as: name) }
    for number in 1...3 { #expect(Set(proxies.map { $0.numbered(number) }).count == 2) }
  }

  @Test func `a move copies a sidecar that also belongs to a photo that stays`() async throws {
    let result = try await fixture.export(["IMG_1.JPG"], fixture.exporter(.move), companions: .sidecars)
    #expect(result.files.map(\.outcome) == [.copied, .moved])
    #expect(fixture.exported == ["IMG_1.JPG", "IMG_1.xmp"])
    #expect(isThere(fixture.photos.appending("IMG_1.xmp")))
    #expect(try Exporter.undoLast(journals: fixture.journals)?.problems == [])
    #expect(TemporaryTree.names(in: fixture.photos) == Self.names.sorted() && !isThere(fixture.target))
  }

  @Test func `a link in a shot does not go along unless it was chosen`() async throws {
    try fixture.folder.symbolicLink("photos/IMG_1.DNG", to: fixture.photos.appending("IMG_1.CR2"))
    let photo = fixture.photos.appending("IMG_1.JPG"), link = fixture.photos.appending("IMG_1.DNG")
    for isChosen in [false, true] {
      let item = ExportItem(source: photo, others: [.init(link, .raw, isChosen: isChosen)])
      let result = try await fixture.exporter().run(ExportPlan([item]))
      #expect(result.problems == (isChosen ? [] : [.linkedCompanion(link)]))
      #expect(result.files.count == (isChosen ? 2 : 1))
    }
  }
}

/// Names that are one name where case or normalization doesn't matter.
struct ExportSpellingTests {
  private let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  @Test(arguments: [
    ("DSC_1.JPG", "DSC_1.jpg", "DSC_1-2.jpg"), ("Stra\u{DF}e.jpg", "STRASSE.JPG", "STRASSE-2.JPG"),
    ("\u{E9}.jpg", "e\u{301}.jpg", "e\u{301}-2.jpg"),
  ])
  func `two spellings of a name are never in one folder`(
    first: String, second: String, numbered: String
  ) async throws {
    try fixture.photo("a/x.jpg", jpeg(padding: 1))
    try fixture.photo("b/x.jpg", jpeg(padding: 2))
    for outcome in [ExportedFile.Outcome.copied, .skipped] {
      let result = try await fixture.export(["a/x.jpg", "b/x.jpg"], as: [first, second], fixture.exporter())
      #expect(result.files.map(\.outcome) == [outcome, outcome])
      #expect(Set(fixture.exported.map { Array($0.utf8) }) == [Array(first.utf8), Array(numbered.utf8)])
    }
  }

  @Test func `an equal file under another spelling counts, and folders are one folder`() async throws {
    try fixture.photo("a/x.jpg", jpeg(padding: 1))
    try fixture.photo("b/x.jpg", jpeg(padding: 1))
    let result = try await fixture.export(
      ["a/x.jpg", "b/x.jpg"], as: ["Anna/X.jpg", "anna/x.JPG"], fixture.exporter())
    #expect(result.files.map(\.outcome) == [.copied, .skipped])
    #expect(fixture.exported == ["Anna"])
  }

  @Test func `two spellings that exist are both found again`() async throws {
    try OpenFolder.make(fixture.target)
    for (name, padding) in [("a.JPG", 1), ("a.jpg", 2)] {
      try write(jpeg(padding: padding), to: fixture.target.appending(name))
      try fixture.photo(name, jpeg(padding: padding))
    }
    guard fixture.exported.count == 2 else { return }
    let result = try await fixture.export(["a.JPG", "a.jpg"], fixture.exporter())
    #expect(result.files.map(\.outcome) == [.skipped, .skipped])
  }
}
