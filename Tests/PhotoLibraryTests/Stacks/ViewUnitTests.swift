import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

/// A burst of three shots of RAW and JPEG, and a single JPEG.
struct ViewUnitTests {
  private let library: LibrarySnapshot

  init() {
    let burst = (1...3).flatMap { number in
      [("JPG", PhotoFileType.jpeg), ("CR2", .canonRAW)].map { ending, type in
        Asset.sample("IMG_\(number).\(ending)", in: "/photos", type: type) { metadata in
          let time = CivilTime(seconds: 100)
          metadata.captureDate = CaptureDate(
            time: time, nanoseconds: UInt32(number) * 100_000_000, fractionDigits: 1,
            source: .exifDateTimeOriginal)
          metadata.camera = Camera(make: nil, model: "EOS R5")
        }
      }
    }
    library = LibrarySnapshot(inAnyOrder: burst + [Asset.sample("single.jpg", in: "/photos")])
  }

  private func shown(
    _ stacks: AssetQuery.Stacks, where isIncluded: (@Sendable (Asset) -> Bool)? = nil
  ) async throws -> [Asset] {
    var query = AssetQuery()
    (query.grouping, query.sorting, query.stacks) = (.all, .name, stacks)
    query.predicate = isIncluded.map { PredicateFilter($0) }
    return try await query.groups(of: library).flatMap(\.assets)
  }

  @Test func `a view has a photo for each file, shot or burst`() async throws {
    let files = try await shown(.found)
    #expect(files.count == 7 && files.allSatisfy { ViewUnit.file.files(of: $0) == [$0] })
    let shots = try await shown(.shots)
    #expect(shots.names == ["IMG_1.JPG", "IMG_2.JPG", "IMG_3.JPG", "single.jpg"])
    #expect(shots.map { ViewUnit.shot.files(of: $0).names }.first == ["IMG_1.JPG", "IMG_1.CR2"])
    #expect(
      shots.map { ViewUnit.shot.badges(of: $0) } == Array(repeating: ["RAW+JPEG", "burst 3"], count: 3) + [[]]
    )
    let bursts = try await shown(.bursts)
    #expect(bursts.names == ["IMG_1.JPG", "single.jpg"] && bursts.map(ViewUnit.burst.shotCount) == [3, 1])
    #expect(bursts.map { ViewUnit.burst.files(of: $0).count } == [6, 1])
    #expect(ViewUnit.burst.badge(of: bursts[0]) == "burst 3")
  }

  @Test func `a filter selects shots, and no other shot of their burst is touched`() async throws {
    let isLater: @Sendable (Asset) -> Bool = { ["IMG_2.JPG", "IMG_3.JPG"].contains($0.name.text) }
    let shots = try await shown(.shots, where: isLater)
    #expect(shots.names == ["IMG_2.JPG", "IMG_3.JPG"])
    #expect(shots.flatMap(ViewUnit.shot.files).names == ["IMG_2.JPG", "IMG_2.CR2", "IMG_3.JPG", "IMG_3.CR2"])
    let bursts = try await shown(.bursts, where: isLater)
    #expect(bursts.names == ["IMG_2.JPG"] && ViewUnit.burst.badge(of: bursts[0]) == "burst 2")
    #expect(
      bursts.flatMap(ViewUnit.burst.files).names == ["IMG_2.JPG", "IMG_2.CR2", "IMG_3.JPG", "IMG_3.CR2"])
    let whole = try #require(try await shown(.shots)[0].stack)
    #expect(bursts[0].stack?.identifier == whole.identifier && bursts[0].stack?.unfiltered.shotCount == 3)
    // A single remaining shot is no burst.
    let last = try await shown(.bursts) { $0.name.text == "IMG_3.JPG" }
    #expect(last.map { ViewUnit.burst.badges(of: $0) } == [["RAW+JPEG"]])
    #expect(last.flatMap(ViewUnit.burst.files).names == ["IMG_3.JPG", "IMG_3.CR2"])
  }

  @Test func `the file that matches represents its shot`() async throws {
    let shots = try await shown(.shots) { $0.format == .raw }
    #expect(shots.names == ["IMG_1.CR2", "IMG_2.CR2", "IMG_3.CR2"])
    #expect(ViewUnit.shot.files(of: shots[1]).names == ["IMG_2.JPG", "IMG_2.CR2"])
    #expect(try await shown(.bursts) { $0.format == .raw }.names == ["IMG_1.CR2"])
  }

  @Test func `groups of duplicates contain files`() {
    var query = AssetQuery()
    (query.stacks, query.grouping) = (.bursts, .duplicate)
    #expect(query.unit == .file)
  }
}
