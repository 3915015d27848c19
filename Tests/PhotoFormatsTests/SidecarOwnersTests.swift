import TestSupport
import Testing

@testable import PhotoFiles
@testable import PhotoFormats

/// The sidecars that move with each photo.
struct SidecarOwnersTests {
  private static func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  private func sidecars(of photo: String, _ owners: SidecarOwners) -> [String] {
    owners.sidecars(of: Self.name(photo)).map(\.text)
  }

  @Test func `what belongs to two photos goes with the one that goes last`() {
    var owners = SidecarOwners(["a.CR2", "a.jpg", "a.CR2.xmp", "a.xmp", "a.AAE", "ab.jpg"].map(Self.name))
    #expect(sidecars(of: "a.jpg", owners) == [])
    #expect(sidecars(of: "a.CR2", owners) == ["a.CR2.xmp"])
    owners.remove([Self.name("a.jpg")])
    #expect(sidecars(of: "a.CR2", owners) == ["a.CR2.xmp", "a.xmp", "a.AAE"])
    owners.remove(["a.CR2", "a.CR2.xmp", "a.xmp"].map(Self.name))
    #expect(sidecars(of: "a.CR2", owners) == ["a.AAE"])
  }

  @Test func `a further version belongs to the photo once no photo has its name`() {
    var owners = SidecarOwners(["a.CR2", "a_01.CR2", "a_01.CR2.xmp", "a_02.CR2.xmp"].map(Self.name))
    #expect(sidecars(of: "a.CR2", owners) == ["a_02.CR2.xmp"])
    owners.remove([Self.name("a_01.CR2")])
    #expect(sidecars(of: "a.CR2", owners) == ["a_01.CR2.xmp", "a_02.CR2.xmp"])
    owners.remove([Self.name("a_01.CR2.xmp")])
    #expect(sidecars(of: "a.CR2", owners) == ["a_02.CR2.xmp"])
  }

  @Test func `of sidecars that share a meaning the next one counts once the first is gone`() {
    var owners = SidecarOwners(
      ["a.jpg", "a.jpg.XMP", "a.jpg.xmp", "a.jpg.s.json", "a.jpg.su.json"].map(Self.name))
    #expect(sidecars(of: "a.jpg", owners) == ["a.jpg.XMP", "a.jpg.s.json"])
    owners.remove(["a.jpg.XMP", "a.jpg.s.json"].map(Self.name))
    #expect(sidecars(of: "a.jpg", owners) == ["a.jpg.xmp", "a.jpg.su.json"])
  }

  /// Similar names of photos and possible sidecars.
  private static func names(_ generator: inout SeededGenerator) -> Set<FileName> {
    let stems = [
      "I", "IMG_1", "IMG_1(1)", "IMG_1-edited", "IMG_1_01", "IMG_O1", "IMG",
      String(repeating: "b", count: 50),
    ]
    let endings = [".jpg", ".JPG", ".CR2", ".cr2", ".mov", "", ".txt"]
    let sidecars = [
      ".xmp", ".XMP", ".aae", ".AAE", ".json", ".JSON", ".supplemental-metadata.json", ".supp.json",
      "(1).json",
      ".s(1).json",
    ]
    func any(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    return Set(
      (0...Int.random(in: 0...24, using: &generator)).map { _ in
        var text = any(stems) + any(endings)
        if text.utf8.count > 46, Bool.random(using: &generator) { text = String(text.prefix(46)) }
        return name(text + (Bool.random(using: &generator) ? any(sidecars) : ""))
      })
  }

  /// The sidecars that no other photo has, by exhaustive search.
  private static func own(_ photo: FileName, among names: Set<FileName>) -> [FileName] {
    guard let index = SidecarIndex(names) else { return [] }
    let stem = photo.stem
    let shared = names.filter { other in
      SidecarKind(other) == nil && other != photo && other.hasPhotoExtension
        && (other.stem.starts(with: stem) || stem.starts(with: other.stem))
    }.flatMap { index.sidecars(of: $0) }
    return index.sidecars(of: photo).filter { !shared.contains($0) }
  }

  @Test func `whatever goes first, the others have what a new look at the folder finds`() {
    var generator = SeededGenerator(seed: 21)
    var found = 0
    for _ in 0..<400 {
      var left = Self.names(&generator)
      var owners = SidecarOwners(left)
      // Sets iterate in a different order in each run.
      while let gone = left.sorted().randomElement(using: &generator) {
        for photo in left {
          let sidecars = owners.sidecars(of: photo)
          let expected = Self.own(photo, among: left)
          #expect(sidecars == expected, "\(photo.text) among \(left.sorted().map(\.text))")
          found += sidecars.count
        }
        let names = [gone] + (Bool.random(using: &generator) ? owners.sidecars(of: gone) : [])
        owners.remove(names)
        left.subtract(names)
      }
    }
    #expect(found > 1000)
  }
}
