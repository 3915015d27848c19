import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal
import Testing

@testable import TerminalPicker

/// What was picked before the picker began.
struct EarlierPickTests {
  private func maker(_ options: PickerOptions, _ names: [String]) -> PickerViewMaker {
    PickerViewMaker(LibrarySnapshot(assets: names.map { Photos.asset($0) }), options: options)
  }

  @Test func `photos of the first section are picked at the start, and only then`() {
    var model = Photos.model(Photos.contents(2, 3)) { $0.pickedSection = "0" }
    #expect(model.pickedNames == ["0-0.jpg", "0-1.jpg"])
    model.type("a")
    _ = model.handle(.update(PickerUpdate(model.contents)))
    #expect(model.picks.count == 0)
  }

  @Test func `an unfinished selection keeps its order and needs not be shown`() {
    let model = Photos.model(Photos.contents(3)) {
      $0.picks = [
        Photos.asset("elsewhere.jpg"), Photos.asset("0-1.jpg"), Photos.asset("bad.jpg", damage: "x"),
      ]
    }
    #expect(model.pickedNames == ["elsewhere.jpg", "0-1.jpg"])
  }

  @Test func `each view is arranged`() async throws {
    var options = PickerOptions()
    options.query.grouping = .all
    options.arrange = { view in
      let selected = AssetGroup(key: "selected", title: "Selected", assets: [Photos.asset("first.jpg")])
      return (NumberedView([selected] + view.groups), [])
    }
    let update = try await maker(options, ["a.jpg", "b.jpg"]).update(options.query, album: .all, picks: [])
    #expect(update.contents.groups.map(\.title) == ["Selected", "All Photos"])
    #expect(update.contents.count == 3)
  }

  @Test func `an album shows its own photos`() async throws {
    let assets = [Photos.asset("a.jpg"), Photos.asset("b.jpg", in: "/photos/trip")]
    let maker = PickerViewMaker(LibrarySnapshot(assets: assets), options: PickerOptions())
    let album = Album.Kind.folder(Folder("/photos/trip"))
    let update = try await maker.update(AssetQuery(), album: album, picks: [])
    #expect(update.contents.groups.flatMap(\.assets).map(\.name.text) == ["b.jpg"])
  }

  @Test func `a pick whose file is gone is told, one that is there is refreshed`() async throws {
    let maker = maker(PickerOptions(), ["a.jpg"])
    let picks = [Photos.asset("a.jpg", size: 9), Photos.asset("gone.jpg")]
    let found = try await maker.update(AssetQuery(), album: .all, picks: picks).picks
    #expect(found[PhotoKey(picks[0])]??.fileSize == 1000)
    #expect(found[PhotoKey(picks[1])] == .some(.none))
  }
}
