import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoPicker

struct RecentChangesTests {
  private let before = ["a.jpg", "b.jpg", "c.jpg"].map { Photos.asset($0) }
  private let marked = Photos.asset("b.jpg", size: 7)

  private func names(_ library: LibrarySnapshot) -> [String] { library.assets.map { $0.name.text } }

  @Test func `a library that was read before a change tells of the photos as they are now`() {
    var recent = RecentChanges()
    let library = LibrarySnapshot(assets: before)
    recent.add(PickerChange(assets: [marked], gone: [before[2]], message: ""), to: library)
    let shown = recent.applied(to: library)
    #expect(names(shown) == ["a.jpg", "b.jpg"] && shown.assets[1].fileSize == 7)
    #expect(names(recent.applied(to: LibrarySnapshot(assets: [before[0]]))) == ["a.jpg"])
    #expect(recent.applied(to: library).assets.count == 2, "once more")
  }

  @Test func `a library that tells something new is believed`() {
    var recent = RecentChanges()
    recent.add(PickerChange(assets: [marked], message: ""), to: LibrarySnapshot(assets: before))
    let newer = Photos.asset("b.jpg", size: 9)
    #expect(recent.applied(to: LibrarySnapshot(assets: [before[0], newer])).assets[1].fileSize == 9)
    #expect(recent.applied(to: LibrarySnapshot(assets: before)).assets[1].fileSize == before[1].fileSize)
  }

  @Test func `a library that was read between two changes does not undo the second one`() {
    var recent = RecentChanges()
    let library = LibrarySnapshot(assets: before)
    recent.add(PickerChange(assets: [marked], message: ""), to: library)
    let between = LibrarySnapshot(assets: [before[0], marked, before[2]])
    recent.add(PickerChange(assets: [Photos.asset("b.jpg", size: 8)], message: ""), to: between)
    #expect(recent.applied(to: between).assets[1].fileSize == 8)
    #expect(recent.applied(to: library).assets[1].fileSize == 8)
  }

  @Test func `a photo that came back is there again`() {
    var recent = RecentChanges()
    let library = LibrarySnapshot(assets: before)
    recent.add(PickerChange(gone: [before[2]], message: ""), to: library)
    recent.add(
      PickerChange(restored: [before[2]], message: ""), to: LibrarySnapshot(assets: Array(before.prefix(2))))
    #expect(names(recent.applied(to: library)) == ["a.jpg", "b.jpg", "c.jpg"])
  }
}
