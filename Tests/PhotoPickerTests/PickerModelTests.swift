import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import TestSupport
import Testing

struct PickerModelTests {
  private func model(_ counts: Int..., options: PickerOptions = PickerOptions()) -> PickerModel {
    var model = PickerModel(options)
    _ = model.handle(.update(PickerUpdate(NumberedView(Photos.groups(counts)))))
    return model
  }

  private func names(_ model: PickerModel) -> [String] { model.picks.assets.map(\.name.text) }

  @Test func `a drag picks what it passes, and what it leaves becomes what it was`() {
    var model = model(5, 5)
    _ = model.toggle(6)
    #expect(model.beginDrag(at: 4) == [])
    #expect(model.isDragging)
    model.continueDrag(to: 7)
    #expect(names(model) == ["1-1.jpg", "0-4.jpg", "1-0.jpg", "1-2.jpg"])
    model.continueDrag(to: 3)
    #expect(names(model) == ["1-1.jpg", "0-4.jpg", "0-3.jpg"])
    model.endDrag()
    model.continueDrag(to: 0)
    #expect(model.cursor == 3)
  }

  @Test func `every step of a drag counts as a change, also one that lets go`() {
    var model = model(8)
    for position in 0..<8 { _ = model.toggle(position) }
    _ = model.beginDrag(at: 3)
    var revisions = [model.picks.revision]
    for position in [4, 6, 2, 0, 3] {
      model.continueDrag(to: position)
      revisions.append(model.picks.revision)
    }
    #expect(revisions == Array(Set(revisions)).sorted())
    #expect(model.picks.count == 7)
  }

  @Test func `a single pick takes no place of one that is to stay, or for one that is refused`() {
    struct Keeping: SelectionPolicy {
      let kept: String
      func refusal(of asset: Asset, picked count: Int) -> String? {
        asset.name.text == "0-2.jpg" ? "not this one" : nil
      }
      func refusalToDeselect(_ asset: Asset) -> String? { asset.name.text == kept ? "it stays" : nil }
    }
    var options = PickerOptions()
    options.isSingle = true
    options.policy = Keeping(kept: "0-1.jpg")
    var model = model(3, options: options)
    _ = model.toggle(0)
    _ = model.toggle(2)
    #expect(names(model) == ["0-0.jpg"])
    _ = model.toggle(1)
    #expect(names(model) == ["0-1.jpg"] && model.message?.contains("0-2.jpg") == true)
    _ = model.toggle(0)
    #expect(names(model) == ["0-1.jpg"] && model.message == "it stays")
  }

  @Test func `the cursor stays on its photo when others come before it, once a person has moved`() {
    var model = model(3)
    model.moveCursor(to: 2)
    let more = NumberedView(
      Photos.groups([2, 3]) { group, item in
        Photos.asset(group == 0 ? "new-\(item).jpg" : "0-\(item).jpg")
      })
    model.begin()
    _ = model.handle(.update(PickerUpdate(more)))
    #expect(model.cursor == 4)
    #expect(model.current?.name.text == "0-2.jpg")
    model.moveCursor(to: .max)
    #expect(model.cursorPath == ItemIndexPath(section: 1, item: 2))
    model.moveCursor(to: -5)
    #expect(model.cursor == 0)
  }

  @Test func `finding goes around the end and says if there is nothing`() {
    var model = model(4)
    _ = model.narrow(to: "0-1")
    model.moveCursor(to: 2)
    model.findNext(isForward: true)
    #expect(model.cursor == 1)
    _ = model.narrow(to: "nowhere")
    #expect(model.message == "nothing found: nowhere")
    #expect(model.cursor == 1)
  }

  @Test func `what is typed narrows what is shown, and a mistake changes nothing`() {
    var model = model(12)
    model.moveCursor(to: 5)
    let place = model.current
    #expect(model.narrow(to: "name:0-1*", from: place) == [.makeContents])
    #expect(model.current?.name.text == "0-10.jpg")
    let shown = model.contents.groups[0].assets.filter { model.narrowedQuery.filter?.includes($0) ?? true }
    #expect(shown.map(\.name.text) == ["0-1.jpg", "0-10.jpg", "0-11.jpg"])
    #expect(model.narrow(to: "name:0-1* camra:x", from: place) == [])
    #expect(model.message == "column 11: there is no field \"camra\"; did you mean camera?")
    #expect(model.search?.text == "name:0-1*")
    #expect(model.narrow(to: "name:0-1*", from: place) == [])
    let view = NumberedView([AssetGroup(key: "0", title: "0", assets: shown)])
    model.begin()
    _ = model.handle(.update(PickerUpdate(view)))
    #expect(model.cursor == 1)
    // Clearing the search moves the cursor back.
    #expect(model.widen(to: "", at: place) == [.makeContents])
    #expect(model.narrowedQuery.filter == nil)
    _ = model.handle(.update(PickerUpdate(self.model(12).contents)))
    #expect(model.current == place)
  }

  @Test func `the cursor stays in its group if a photo stands in several`() {
    let photo = Photos.asset("a.jpg")
    func view(_ others: Int) -> PickerUpdate {
      let more = (0..<others).map { Photos.asset("b\($0).jpg") }
      return PickerUpdate(
        NumberedView([
          AssetGroup(key: "x", title: "x", assets: more + [photo]),
          AssetGroup(key: "y", title: "y", assets: [photo]),
        ]))
    }
    var model = PickerModel(PickerOptions())
    _ = model.handle(.update(view(1)))
    model.begin()
    model.moveCursor(to: 2)
    _ = model.handle(.update(view(3)))
    #expect(model.cursor == 4)
    // A photo picked in one group is picked in both.
    _ = model.toggle(4)
    #expect(model.picks.count == 1)
    _ = model.togglePositions(0..<5)
    #expect(model.picks.count == 4)
    _ = model.toggle(3)
    #expect(model.picks.count == 3 && !model.picks.contains(photo))
  }

  @Test func `another query asks for other contents`() {
    var model = model(1)
    #expect(model.group(by: .day) == [.makeContents])
    #expect(model.query.grouping == .day)
    #expect(model.sort(by: PickerModel.orders[3]) == [.makeContents])
    #expect(PickerModel.orders[model.currentOrder].name == "name backwards")
    #expect(model.open(.all) == [])
    #expect(model.open(.folder(Folder("/photos"))) == [.makeContents])
  }

  @Test func `deleted photos are retained until they are unpicked`() {
    let photos = (0..<3).map { Photos.asset("0-\($0).jpg") }
    var picks = PickList()
    for photo in photos { picks.insert(photo) }
    picks.refresh([PhotoKey(photos[0]): Asset?.none])
    #expect(picks.assets == Array(photos[1...]))
    #expect(picks.withDeleted == photos)
    picks.remove([PhotoKey(photos[1])])
    #expect(picks.withDeleted == [photos[0], photos[2]])
    // A restored photo that is picked again comes last.
    picks.insert(photos[0])
    #expect(picks.withDeleted == [photos[2], photos[0]])
    picks.removeAll()
    #expect(picks.withDeleted == [])
  }

  @Test func `numbers follow when a pick before them goes`() {
    var list = PickList()
    let assets = ["a", "b", "c"].map { Photos.asset($0) }
    for asset in assets { list.insert(asset) }
    list.insert(assets[0])
    list.remove([PhotoKey(assets[0])])
    #expect(assets.map(list.number(of:)) == [nil, 1, 2])
    #expect(list.byteCount == 2000)
  }

  @Test func `photos are found by their date`() throws {
    let asset = Photos.asset("x.jpg", date: "2014-05-25T10:00")
    #expect(try PhotoSearch("2014-05")?.matches(asset) == true)
    #expect(try PhotoSearch("05-25 10:0")?.matches(asset) == true)
    #expect(try PhotoSearch("2015")?.matches(asset) == false)
    #expect(try PhotoSearch("\(asset.name.text) 2014-05")?.matches(asset) == true)
    #expect(try PhotoSearch("\(asset.name.text) 2015")?.matches(asset) == false)
    #expect(try PhotoSearch(" ") == nil)
  }
}

struct PickerViewMakerTests {
  private func maker(_ options: PickerOptions, _ names: [String]) -> PickerViewMaker {
    PickerViewMaker(LibrarySnapshot(assets: names.map { Photos.asset($0) }), options: options)
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

  @Test func `what could not be read goes with each view`() async throws {
    let problems = ["/a", "/b"].map { ScanProblem(path: FilePath($0), reason: "it is gone") }
    var options = PickerOptions()
    options.arrange = { ($0, [problems[1]]) }
    let maker = PickerViewMaker(LibrarySnapshot(assets: [], problems: [problems[0]]), options: options)
    let update = try await maker.update(options.query, album: .all, picks: [])
    #expect(update.problems == problems)
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

  @Test func `what is picked comes back with its place, what is elsewhere behind everything`() async throws {
    var options = PickerOptions()
    options.query.grouping = .all
    options.pickedSection = "selected"
    options.picks = [Photos.asset("elsewhere.jpg"), Photos.asset("b.jpg")]
    let result = try await maker(options, ["b.jpg", "c.jpg"]).result(of: PickerModel(options))
    #expect(result.picked.map(\.asset.name.text) == ["elsewhere.jpg", "b.jpg"])
    #expect(result.picked.map(\.number) == [3, 2])
    #expect(result.picked.map(\.groupKey) == ["selected", "all"])
    #expect(result.picked.map(\.indexPath.section) == [1, 0])
  }
}
