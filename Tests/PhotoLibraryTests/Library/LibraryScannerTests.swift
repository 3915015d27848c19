import Foundation
import PhotoFiles
import PhotoFormats
import SystemPackage
import Testing
import TestSupport

@testable import PhotoLibrary

struct LibraryScannerTests {
  @Test func `the result does not depend on chance`() async throws {
    let tree = try TemporaryTree()
    for folder in 0..<8 {
      for photo in 0..<4 {
        try tree.file(
          FilePath("f\(folder)/p\(photo).jpg"), PictureBuilder.jpeg("2014:05:0\(photo + 1) 10:00:00"))
      }
      try tree.symbolicLink(FilePath("f\(folder)/next"), to: FilePath("../f\((folder + 1) % 8)"))
      try tree.symbolicLink(FilePath("f\(folder)/up"), to: "..")
    }
    try tree.file("outside/x/y.jpg", PictureBuilder.jpeg("2013:01:01 00:00:00"))
    try tree.symbolicLink("f3/way2", to: "../outside/x")
    try tree.symbolicLink("f1/way1", to: "../outside/x")
    try tree.hardLink("f5/hard.jpg", to: "f6/p0.jpg")
    try tree.symbolicLink("f0/soft.jpg", to: "../f7/p1.jpg")
    let roots = (0..<8).map { tree.at(FilePath("f\($0)")) }
    let scanner = LibraryScanner(options: ScanOptions(links: .all))
    let first = try await scanner.scan(roots).assets.map(\.path)
    #expect(first.count == 33)
    #expect(first.contains(tree.at("f5/hard.jpg")))
    #expect(!first.contains(tree.at("f0/soft.jpg")))
    #expect(first == first.sorted { FileName.naturalOrder($0.fileSystemBytes, $1.fileSystemBytes) < 0 })
    for _ in 0..<20 {
      #expect(try await scanner.scan(roots).assets.map(\.path) == first)
    }
  }

  @Test func `partial results are sorted, and don't affect the result`() throws {
    func part(_ folder: FilePath, batch: Int = 0, _ names: String...) -> WalkPart {
      var part = WalkPart()
      part.place = FileBatch.Place(folder: Folder(folder), number: batch)
      part.assets = names.map { .sample($0, "2014", in: folder) }
      return part
    }
    var findings = WalkFindings()
    #expect(findings.snapshot().assets.isEmpty)
    findings.absorb(part("/p/b", "3.jpg"))
    findings.absorb(part("/p/a10", "1.jpg", "2.jpg"))
    #expect(findings.snapshot().assets.names == ["1.jpg", "2.jpg", "3.jpg"])
    findings.absorb(part("/p/a2", "0.jpg"))
    #expect(findings.snapshot().assets.names == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func `a cancelled scan ends with that error`() async throws {
    let tree = try TemporaryTree()
    for number in 0..<500 { try tree.file(FilePath("\(number)/a.png"), PictureBuilder.png()) }
    let task = Task {
      try await LibraryScanner().scan([tree.path]) { progress in
        if progress.folders > 20 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a folder tree deeper than any stack is walked`() async throws {
    let tree = try TemporaryTree()
    let place = FilePath((0..<200).map { _ in "deep" }.joined(separator: "/"))
    try tree.file(place.appending("a.png"), PictureBuilder.png())
    #expect(try await LibraryScanner().scan([tree.path]).assets.names == ["a.png"])
  }

  @Test func `progress counts folders, files and photos`() async throws {
    let tree = try TemporaryTree()
    for number in 0..<130 { try tree.file(FilePath("a/\(number).png"), PictureBuilder.png()) }
    try tree.file("notes.txt", Array("text".utf8))
    let result = try await LibraryScanner().scan([tree.path])
    #expect(result.progress == ScanProgress(folders: 2, files: 131, assets: 130))
    #expect(result.assets.names.prefix(3) == ["0.png", "1.png", "2.png"])
    #expect(result.problems.isEmpty)
  }

  @Test func `a named file that is no photo is a damaged asset`() throws {
    let tree = try TemporaryTree()
    try tree.file("notes.txt", Array("text".utf8))
    let asset = try LibraryScanner().read(tree.at("notes.txt"))
    #expect(asset.fileType == .unknown)
    #expect(asset.damage == "not a photo or video of a known format")
    #expect(!asset.isDeleted)
    try tree.remove("notes.txt")
    #expect(asset.isDeleted)
    #expect(throws: ScanProblem.self) { try LibraryScanner().read(tree.at("notes.txt")) }
    #expect(throws: ScanProblem.self) { try LibraryScanner().read("/") }
    #expect(throws: ScanProblem.self) { try LibraryScanner().read("") }
  }
}
