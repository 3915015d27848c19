import PhotoFiles
import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoPicker

/// Limits on picks, in runs, reversed and after an inspection.
struct PickerLimitTests {
  private func model(_ counts: Int..., change: (inout PickerOptions) -> Void = { _ in }) -> PickerModel {
    var options = PickerOptions()
    change(&options)
    var model = PickerModel(options)
    _ = model.handle(.update(PickerUpdate(NumberedView(Photos.groups(counts)))))
    return model
  }

  private func names(_ model: PickerModel) -> [String] {
    model.picks.assets.map { String($0.name.text.dropLast(4)) }
  }

  @Test func `as many as the maximum may be picked and returned, and not one more`() {
    var model = model(4) { $0.policy = SelectionChecks(maximumCount: 2) }
    _ = model.toggle(0)
    _ = model.toggle(1)
    #expect(model.message == nil)
    #expect(model.finish() == [.finish])
    _ = model.toggle(2)
    #expect(names(model) == ["0-0", "0-1"] && model.message?.hasPrefix("Only 2 photos") == true)
    model.message = nil
    #expect(model.finish() == [.finish] && model.message == nil)
    var run = self.model(4) { $0.policy = SelectionChecks(maximumCount: 2) }
    _ = run.togglePositions(0..<4)
    #expect(names(run) == ["0-0", "0-1"] && run.message?.hasPrefix("Only 2 photos") == true)
    // Photos picked before the maximum was known stay picked, but aren't returned.
    var many = self.model(4) {
      $0.picks = (0..<3).map { Photos.asset("0-\($0).jpg") }
      $0.policy = SelectionChecks(maximumCount: 2)
    }
    #expect(many.finish() == [] && many.message?.hasPrefix("Only 2 photos") == true)
  }

  @Test func `nothing is returned without a check, anything is checked first`() {
    var empty = model(0) { $0.inspect = { _, _ in [] } }
    #expect(empty.finish() == [.finish])
    var one = model(1) { $0.inspect = { _, _ in [] } }
    _ = one.toggle(0)
    let photos = one.picks.assets
    #expect(one.finish() == [.inspect(photos)])
    #expect(one.inspection?.picks == photos)
    #expect(one.handle(.inspected(photos, [])) == [.finish])
    #expect(one.inspection == nil)
    // Results of stopped or former inspections are ignored.
    #expect(one.handle(.inspected(photos, [PickerOptions.Finding(photos[0], reason: "x")])) == [])
    #expect(names(one) == ["0-0"])
  }

  @Test func `the others are returned if damaged photos are skipped`() {
    var model = model(3) { options in
      options.inspect = { _, _ in [] }
      options.skipsDamaged = true
    }
    _ = model.togglePositions(0..<3)
    let photos = model.picks.assets
    _ = model.finish()
    let findings = photos.map { PickerOptions.Finding($0, reason: "cut short") }
    #expect(model.handle(.inspected(photos, [findings[1]])) == [.finish])
    #expect(names(model) == ["0-0", "0-2"])
    _ = model.finish()
    #expect(model.handle(.inspected(model.picks.assets, [findings[0], findings[2]])) == [])
    #expect(model.message?.hasPrefix("2 photos were unpicked") == true)
  }

  @Test func `a photo that a check finds damaged is let go and cannot be picked again`() {
    var model = model(3) { $0.inspect = { _, _ in [] } }
    _ = model.togglePositions(0..<3)
    let photos = model.picks.assets
    _ = model.finish()
    let finding = PickerOptions.Finding(photos[1], reason: "cut short")
    #expect(model.handle(.inspected(photos, [finding])) == [])
    #expect(names(model) == ["0-0", "0-2"])
    #expect(model.message == "0-1.jpg was unpicked: cut short")
    _ = model.toggle(1)
    #expect(names(model) == ["0-0", "0-2"])
    _ = model.finish()
    let left = model.picks.assets
    let findings = left.map { PickerOptions.Finding($0, reason: "cut short") }
    #expect(model.handle(.inspected(left, findings)) == [])
    #expect(model.message == "2 photos were unpicked: 0-0.jpg, 0-2.jpg (cut short)" && model.picks.count == 0)
    // A repaired file is a different one.
    let mended = NumberedView(Photos.groups([3]) { _, item in Photos.asset("0-\(item).jpg", size: 2000) })
    _ = model.handle(.update(PickerUpdate(mended)))
    _ = model.toggle(1)
    #expect(names(model) == ["0-1"])
  }

  @Test func `a photo that goes while it is checked keeps the others from being returned`() {
    var model = model(2) { $0.inspect = { _, _ in [] } }
    _ = model.togglePositions(0..<2)
    let photos = model.picks.assets
    _ = model.finish()
    let gone: [PhotoKey: Asset?] = [PhotoKey(photos[0]): Asset?.none]
    _ = model.handle(.update(PickerUpdate(model.contents, picks: gone)))
    #expect(model.message == "0-0.jpg was picked but no longer exists")
    #expect(model.handle(.inspected(photos, [])) == [])
    #expect(names(model) == ["0-1"] && model.message == "0-0.jpg was picked but no longer exists")
    #expect(model.finish() == [.inspect([photos[1]])])
  }

  @Test func `a run is picked in the direction it was made, both of its ends with it`() {
    var model = model(6)
    model.moveCursor(to: 4)
    _ = model.toggleRun()
    #expect(model.runStart == 4)
    model.moveCursor(to: 2)
    #expect(model.run == 2...4)
    _ = model.toggleAtCursor()
    #expect(names(model) == ["0-4", "0-3", "0-2"] && model.runStart == nil)
    _ = model.toggleRun()
    model.moveCursor(to: 5)
    _ = model.toggleRun()
    #expect(names(model) == ["0-4", "0-3", "0-2", "0-5"], "some of it were not picked yet")
    model.moveCursor(to: 3)
    _ = model.toggleRun()
    _ = model.toggleRun()
    #expect(names(model) == ["0-4", "0-2", "0-5"], "a run of one")
    var empty = self.model()
    #expect(empty.toggleRun() == [] && empty.runStart == nil)
    #expect(empty.toggleAtCursor() == [])
  }

  @Test func `a drag may go back over its start, and one that stands still changes nothing`() {
    var model = model(5)
    _ = model.beginDrag(at: 2)
    model.continueDrag(to: 4)
    model.continueDrag(to: 1)
    #expect(names(model) == ["0-2", "0-1"] && model.cursor == 1)
    let revision = model.picks.revision
    model.continueDrag(to: 1)
    #expect(model.picks.revision == revision)
    model.endDrag()
    #expect(!model.isDragging)
    _ = model.beginDrag(at: 2)
    model.continueDrag(to: 1)
    #expect(names(model) == [], "a drag that begins on a picked photo lets go")
  }

  @Test func `each order is the one it says, and the usual one is known`() {
    var model = model(1)
    #expect(model.currentOrder == 0)
    for (index, order) in PickerModel.orders.enumerated() {
      _ = model.sort(by: order)
      #expect(model.currentOrder == index)
    }
    for (sorting, index) in [(AssetQuery.Sorting.date, 0), (.name, 2), (.size, 4)] {
      let model = self.model(1) { $0.query.sorting = sorting }
      #expect(model.currentOrder == index)
    }
  }

  @Test func `finding goes on behind the cursor and back before it`() {
    var model = model(4)
    _ = model.narrow(to: ".jpg")
    model.findNext(isForward: true)
    #expect(model.cursor == 1)
    model.findNext(isForward: false)
    model.findNext(isForward: false)
    #expect(model.cursor == 3)
    _ = model.narrow(to: "")
    model.findNext(isForward: true)
    #expect(model.cursor == 3 && model.message == nil)
    var empty = self.model()
    _ = empty.narrow(to: "a")
    empty.findNext(isForward: true)
    #expect(empty.cursor == 0 && empty.message == nil)
  }

  @Test func `only the chosen section is picked at the start, and what is damaged there is not`() {
    let groups = Photos.groups([2, 2]) { group, item in
      Photos.asset("\(group)-\(item).jpg", damage: item == 1 ? "cut off" : nil)
    }
    var options = PickerOptions()
    options.pickedSection = "1"
    options.picks = [groups[0].assets[0], groups[0].assets[1]]
    var model = PickerModel(options)
    _ = model.handle(.update(PickerUpdate(NumberedView(groups))))
    #expect(names(model) == ["0-0", "1-0"])
    _ = model.toggle(2)
    _ = model.handle(.update(PickerUpdate(NumberedView(groups))))
    #expect(names(model) == ["0-0"], "only at the start")
    var plain = PickerModel(PickerOptions())
    _ = plain.handle(.update(PickerUpdate(NumberedView(groups))))
    #expect(names(plain) == [])
  }

  @Test func `an album is opened at its first photo, and opened again it stays as it is`() {
    var model = model(3)
    model.moveCursor(to: 2)
    #expect(model.open(.all) == [] && model.cursor == 2)
    #expect(model.open(.folder(Folder("/photos"))) == [.makeContents] && model.cursor == 0)
    #expect(model.album == .folder(Folder("/photos")))
  }

  @Test func `picks have numbers, sizes and a count of changes`() {
    let photos = (0..<3).map { Photos.asset("\($0).jpg", size: 10 * Int64($0 + 1)) }
    var picks = PickList()
    #expect(picks.number(of: photos[0]) == nil && !picks.contains(photos[0]) && picks.byteCount == 0)
    for photo in photos { picks.insert(photo) }
    picks.insert(photos[1])
    #expect(picks.count == 3 && picks.byteCount == 60 && picks.revision == 3)
    #expect(photos.map(picks.number) == [1, 2, 3])
    picks.remove([])
    #expect(picks.revision == 3)
    picks.remove([PhotoKey(photos[0])])
    #expect(photos.map(picks.number) == [nil, 1, 2] && picks.byteCount == 50)
    #expect(picks.withDeleted.map(\.name.text) == ["1.jpg", "2.jpg"] && picks.revision == 4)
    picks.refresh([:])
    #expect(picks.revision == 4)
    let grown = Photos.asset("1.jpg", size: 500)
    picks.refresh([PhotoKey(photos[1]): grown])
    #expect(picks.byteCount == 530 && picks.revision == 5 && picks.withDeleted.count == 2)
    picks.refresh([PhotoKey(photos[2]): Asset?.none])
    picks.insert(photos[2])
    #expect(picks.withDeleted.map(\.name.text) == ["1.jpg", "2.jpg"], "once, though it was gone")
    picks.removeAll()
    #expect(picks.count == 0 && picks.withDeleted.isEmpty && picks.byteCount == 0)
  }

  @Test func `photos of one name in two folders are two`() {
    let (here, there) = (Photos.asset("a.jpg"), Photos.asset("a.jpg", in: "/other"))
    #expect(PhotoKey(here) != PhotoKey(there) && PhotoKey(here) == PhotoKey(Photos.asset("a.jpg", size: 5)))
    #expect(PhotoKey(here) != PhotoKey(Photos.asset("b.jpg")))
    let view = NumberedView([
      AssetGroup(key: "0", title: "0", assets: []), AssetGroup(key: "1", title: "1", assets: [here]),
      AssetGroup(key: "2", title: "2", assets: []), AssetGroup(key: "3", title: "3", assets: [there]),
    ])
    #expect(view.position(of: there) == 1 && view.position(of: here) == 0)
    #expect(view.position(of: Photos.asset("b.jpg")) == nil)
    #expect(view.path(of: 0) == ItemIndexPath(section: 1, item: 0))
    #expect(view.path(of: 1) == ItemIndexPath(section: 3, item: 0))
    #expect(view.path(of: 2) == nil && view.path(of: -1) == nil && view[2] == nil)
    #expect((0..<4).map(view.positions(of:)) == [0..<0, 0..<1, 1..<1, 1..<2])
  }

  @Test(arguments: [
    ("img_1", true), ("IMG_12.JPG", true), ("img_12.jpgx", false), ("", false), ("g", true), ("éa", false),
    ("2014-05-25", true), ("05-25 10:00", true), ("2014-05-26", false), ("10:00:00", true),
    ("10:00:01", false),
  ])
  func `a photo is found by a part of its name or date`(text: String, isFound: Bool) throws {
    let photo = Photos.asset("IMG_12.jpg", date: "2014-05-25T10:00:00")
    #expect(try (PhotoSearch(text)?.matches(photo) ?? false) == isFound)
    #expect(try PhotoSearch("ÉA")?.matches(Photos.asset("éA.jpg")) == true)
    #expect(try PhotoSearch("2015")?.matches(Photos.asset("a.jpg")) == false)
    // 0x5B isn't the uppercase form of 0x7B.
    #expect(try PhotoSearch("{")?.matches(Photos.asset("[.jpg")) == false)
    #expect(try PhotoSearch("name:=img_12.JPG -screen")?.matches(photo) == true)
    #expect(try PhotoSearch("-name:img")?.matches(photo) == false)
  }
}

struct SelectionCheckLimitTests {
  private func asset(_ width: UInt32, _ height: UInt32, _ orientation: Orientation? = nil) -> Asset {
    var metadata = PhotoMetadata(fileType: .jpeg)
    metadata.pixelSize = PixelSize(width: width, height: height)
    metadata.orientation = orientation
    let status = FileStatus(
      identity: FileStatus.Identity(device: 1, inode: 1), size: 1,
      modified: FileStatus.Time(seconds: 1, nanoseconds: 0),
      changed: FileStatus.Time(seconds: 1, nanoseconds: 0),
      linkCount: 1)
    return Asset(
      folder: Folder("/p"), name: FileName(unchecked: [0x61]), status: status, metadata: metadata,
      clocks: LibraryClocks())
  }

  @Test(
    arguments: [
      (400, 300, nil, true), (401, 301, nil, false), (399, 300, nil, true), (400, 299, nil, true),
      (401, 300, nil, false), (400, 301, nil, false), (300, 400, .right, true), (301, 400, .right, false),
      (300, 401, .left, false), (300, 400, nil, false), (300, 400, .down, false),
    ] as [(UInt32, UInt32, Orientation?, Bool)])
  func `a photo of exactly the largest size passes, of one pixel more it does not`(
    width: UInt32, height: UInt32, orientation: Orientation?, passes: Bool
  ) {
    let checks = SelectionChecks(maximumSize: PixelSize(width: 400, height: 300))
    #expect((checks.refusal(of: asset(width, height, orientation)) == nil) == passes)
  }

  @Test(
    arguments: [
      (400, 300, nil, true), (399, 299, nil, false), (401, 300, nil, true), (400, 301, nil, true),
      (399, 300, nil, false), (400, 299, nil, false), (300, 400, .right, true), (299, 400, .right, false),
      (300, 399, .left, false), (300, 400, nil, false),
    ] as [(UInt32, UInt32, Orientation?, Bool)])
  func `a photo of exactly the smallest size passes, of one pixel less it does not`(
    width: UInt32, height: UInt32, orientation: Orientation?, passes: Bool
  ) {
    let checks = SelectionChecks(minimumSize: PixelSize(width: 400, height: 300))
    #expect((checks.refusal(of: asset(width, height, orientation)) == nil) == passes)
  }

  @Test func `a photo of unknown size passes only where no size is asked for`() {
    #expect(SelectionChecks().refusal(of: asset(0, 0)) == nil)
    #expect(SelectionChecks(maximumCount: 1).refusal(of: asset(0, 0)) == nil)
    #expect(SelectionChecks(minimumSize: PixelSize(width: 1, height: 1)).refusal(of: asset(0, 0)) != nil)
    #expect(SelectionChecks(maximumSize: PixelSize(width: 1, height: 1)).refusal(of: asset(0, 0)) != nil)
  }

  @Test(arguments: ["a\nb", "a\rb", "a\n", "a\r"])
  func `a path with a line break is refused if the result is a list of lines`(name: String) {
    var checks = SelectionChecks()
    #expect(checks.refusal(of: Photos.asset(name)) == nil)
    checks.requiresLines = true
    #expect(checks.refusal(of: Photos.asset(name))?.contains("line break") == true)
    #expect(checks.refusal(of: Photos.asset("a\u{1B}\t\u{85}\u{2028}b")) == nil)
  }

  @Test func `the maximum itself is not too many`() {
    let checks = SelectionChecks(maximumCount: 2)
    #expect(checks.tooManyMessage(2) == nil && checks.tooManyMessage(3) != nil)
    #expect(
      checks.refusal(of: asset(1, 1), picked: 1) == nil && checks.refusal(of: asset(1, 1), picked: 2) != nil)
    #expect(SelectionChecks().tooManyMessage(.max) == nil)
    #expect(SelectionChecks(maximumCount: 1).tooManyMessage(2)?.hasPrefix("Only 1 photo please!") == true)
    #expect(SelectionChecks(maximumCount: 0).tooManyMessage(1)?.hasPrefix("Only 0 photos please!") == true)
  }
}
