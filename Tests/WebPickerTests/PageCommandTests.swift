import PhotoActions
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage
import TestSupport
import Testing

@testable import WebPicker

struct PageCommandTests {
  private let numbers = PhotoNumbers()

  private func model(_ counts: Int..., options: PickerOptions = PickerOptions()) -> PickerModel {
    var model = PickerModel(options)
    _ = model.handle(.update(PickerUpdate(NumberedView(Photos.groups(counts)))))
    _ = numbers.numbers(of: model.contents.groups.flatMap(\.assets))
    return model
  }

  /// Performs a command in JSON.
  @discardableResult
  private func tell(_ model: inout PickerModel, _ json: String) throws -> [PickerEffect] {
    try PageRequest(Array(json.utf8)).command.apply(to: &model, numbers: numbers)
  }

  private func names(_ model: PickerModel) -> [String] { model.picks.assets.map(\.name.text) }

  @Test func `photos are picked one by one, by range, section and all`() throws {
    var model = model(3, 3)
    _ = try tell(&model, #"{"action":"toggle","photo":{"id":4,"position":4}}"#)
    #expect(names(model) == ["1-1.jpg"])
    _ = try tell(&model, #"{"action":"range","from":{"id":3,"position":3},"to":{"id":1,"position":1}}"#)
    #expect(names(model) == ["1-1.jpg", "1-0.jpg", "0-2.jpg", "0-1.jpg"])
    _ = try tell(&model, #"{"action":"section","key":"1"}"#)
    #expect(names(model).last == "1-2.jpg")
    _ = try tell(&model, #"{"action":"all"}"#)
    #expect(model.picks.count == 6)
    _ = try tell(&model, #"{"action":"all"}"#)
    #expect(model.picks.count == 0)
  }

  @Test func `a drag picks the photos it passes`() throws {
    var model = model(6)
    for step in [
      #"{"action":"drag","phase":"begin","photo":{"id":1,"position":1}}"#,
      #"{"action":"drag","phase":"move","photo":{"id":4,"position":4}}"#,
      #"{"action":"drag","phase":"move","photo":{"id":2,"position":2}}"#, #"{"action":"drag","phase":"end"}"#,
      #"{"action":"drag","phase":"move","photo":{"id":5,"position":5}}"#,
    ] { _ = try tell(&model, step) }
    #expect(names(model) == ["0-1.jpg", "0-2.jpg"])
  }

  @Test func `the filters and choices of an app are changed, but not to others`() throws {
    var options = PickerOptions()
    var dialog = PickerDialog()
    dialog.filters = [
      .init(name: "All", predicate: nil), .init(name: "None", predicate: .init { _ in false }),
    ]
    dialog.choices = [
      .init(identifier: "size", label: "Size", options: [("s", "Small"), ("l", "Large")], selected: "l"),
      .init(identifier: "box", label: "Box", options: [], selected: "false"),
    ]
    options.dialog = dialog
    var model = model(2, options: options)
    #expect(model.dialogAnswer.filter == 0 && model.dialogAnswer.choices == ["size": "l", "box": "false"])
    #expect(try tell(&model, #"{"action":"appFilter","index":1}"#) == [.makeContents])
    #expect(model.query.predicate != nil)
    #expect(try tell(&model, #"{"action":"appFilter","index":2}"#).isEmpty)
    for (key, value) in [("size", "s"), ("box", "true"), ("size", "huge"), ("other", "x")] {
      try tell(&model, #"{"action":"appChoice","key":"\#(key)","value":"\#(value)"}"#)
    }
    #expect(model.dialogAnswer.choices == ["size": "s", "box": "true"] && model.dialogAnswer.filter == 1)
  }

  @Test func `a file is saved into a folder of the request under a valid and free name`() throws {
    let tree = try TemporaryTree()
    try tree.file("taken.png", [])
    var options = PickerOptions()
    options.dialog = PickerDialog()
    options.dialog?.folders = [tree.path]
    var model = model(1, options: options)
    func save(_ name: String, replaces: Bool = false, index: Int = 0) throws -> [PickerEffect] {
      try tell(&model, #"{"action":"save","index":\#(index),"name":"\#(name)","on":\#(replaces)}"#)
    }
    for name in ["", ".", "..", "a/b", "a\\u0000b", "a\\u0007b", String(repeating: "x", count: 256)] {
      #expect(try save(name).isEmpty && model.message != nil, "\(name)")
    }
    #expect(throws: PageCommandError.gone) { try save("a.png", index: 1) }
    #expect(try save("taken.png").isEmpty && model.isNameTaken)
    #expect(try save("taken.png", replaces: true) == [.finish] && model.dialogAnswer.name == "taken.png")
    #expect(try save("free.png") == [.finish] && !model.isNameTaken)
  }

  @Test func `a moved photo is found by its number, a deleted one is not`() throws {
    var model = model(3)
    let moved = [model.contents[2], model.contents[0]].compactMap { $0 }
    let group = AssetGroup(key: "new", title: "New", assets: moved)
    _ = model.handle(.update(PickerUpdate(NumberedView([group]))))
    _ = try tell(&model, #"{"action":"toggle","photo":{"id":0,"position":0}}"#)
    #expect(names(model) == ["0-0.jpg"])
    for photo in ["1", "99", "\(Int32.max)"] {
      #expect(throws: PageCommandError.gone) {
        try tell(&model, #"{"action":"toggle","photo":{"id":\#(photo),"position":0}}"#)
      }
    }
    #expect(throws: PageCommandError.gone) { try tell(&model, #"{"action":"section","key":"0"}"#) }
    #expect(throws: PageCommandError.gone) {
      try tell(&model, #"{"action":"album","folder":"/gone","index":0}"#)
    }
    #expect(names(model) == ["0-0.jpg"])
  }

  @Test func `a position out of range is ignored`() throws {
    for position in ["3", "\(Int32.max)", "null"] {
      var model = model(3)
      _ = try tell(
        &model,
        #"""
        {"action":"range","from":{"id":0,"position":\#(position)},"to":{"id":2,"position":\#(position)}}
        """#)
      #expect(model.picks.count == 3, "\(position)")
    }
  }

  @Test(arguments: [
    "-1", "2147483648", "\(Int.max)", "\(Int.min)", "\(UInt64.max)", "1e300", "0.5", "\"0\"", "true", "[0]",
  ])
  func `a number out of range is refused`(number: String) {
    for json in [
      #"{"action":"toggle","photo":{"id":\#(number),"position":0}}"#,
      #"{"action":"toggle","photo":{"id":0,"position":\#(number)}}"#,
      #"{"action":"album","index":\#(number)}"#,
    ] {
      var model = model(3)
      #expect(throws: PageCommandError.malformed, "\(json)") { try tell(&model, json) }
    }
  }

  @Test func `unknown values are ignored, unless nested too deeply`() throws {
    func all(_ depth: Int) -> String {
      #"{"action":"all","other":"# + String(repeating: #"[{"a":"#, count: depth) + "1"
        + String(repeating: "}]", count: depth) + "}"
    }
    var model = model(3)
    _ = try tell(&model, all(200))
    #expect(model.picks.count == 3)
    // The recursion depth is bounded.
    for depth in [300, 10_000] {
      #expect(throws: PageCommandError.malformed) { try tell(&model, all(depth)) }
    }
    #expect(model.picks.count == 3)
  }

  @Test func `an album is opened by its folder after the list changes`() throws {
    var model = model(1)
    // Invalid UTF-8 is displayed as U+FFFD.
    let paths = ["/a", "/b\u{FFFD}", FilePath(fileSystemBytes: Array("/b".utf8) + [0xFF])] as [FilePath]
    let kinds = [Album.Kind.all] + paths.map { .folder(Folder($0)) }
    _ = model.handle(.albums(kinds.map { AlbumSummary(Album($0, assets: [])) }))
    for (json, kind) in [
      (#""folder":"/a","index":2"#, kinds[1]), (#""index":1"#, kinds[0]),
      (#""folder":"/b\uFFFD","index":3"#, kinds[3]), (#""folder":"/b\uFFFD","index":0"#, kinds[2]),
    ] {
      _ = try tell(&model, #"{"action":"album",\#(json)}"#)
      #expect(model.album == kind, "\(json)")
    }
  }

  @Test func `limits have the same messages as in the terminal`() throws {
    var options = PickerOptions()
    options.policy = SelectionChecks(maximumCount: 1)
    var model = model(3, options: options)
    _ = try tell(&model, #"{"action":"toggle","photo":{"id":0,"position":0}}"#)
    _ = try tell(&model, #"{"action":"toggle","photo":{"id":1,"position":1}}"#)
    #expect(names(model) == ["0-0.jpg"])
    #expect(model.message == SelectionChecks(maximumCount: 1).refusal(of: Photos.asset("x"), picked: 1))
  }

  @Test func `marks apply to the named photo or to all picks`() throws {
    var options = PickerOptions()
    options.marks = PickerMarks(journals: "/journals", scanner: LibraryScanner())
    var model = model(3, options: options)
    func marked(_ json: String) throws -> String {
      guard case .work(.mark(let assets, let change, _, of: _))? = try tell(&model, json).first else {
        return ""
      }
      return assets.map(\.name.text).joined(separator: ",") + " \(change.rating?.rawValue ?? 9)"
    }
    let photo = #""photo":{"id":1,"position":1}"#
    #expect(try marked(#"{"action":"judge",\#(photo),"stars":3}"#) == "0-1.jpg 3")
    #expect(try marked(#"{"action":"judge",\#(photo),"stars":-1}"#) == "0-1.jpg -1")
    #expect(try marked(#"{"action":"judge",\#(photo),"keywords":"Kyoto, -Tokyo"}"#) == "0-1.jpg 9")
    #expect(throws: PageCommandError.gone) { try marked(#"{"action":"judge","picks":true,"stars":1}"#) }
    _ = try tell(&model, #"{"action":"all"}"#)
    #expect(try marked(#"{"action":"judge","picks":true,"stars":1}"#) == "0-0.jpg,0-1.jpg,0-2.jpg 1")
    #expect(try marked(#"{"action":"judge",\#(photo),"stars":2}"#) == "0-1.jpg 2")
    #expect(try tell(&model, #"{"action":"undo"}"#) == [.work(.undo)])
  }

  @Test func `views are selected by the names sent to the page`() throws {
    var model = model(3)
    #expect(try tell(&model, #"{"action":"group","by":"camera"}"#) == [.makeContents])
    #expect(model.query.grouping.rawValue == "camera")
    #expect(try tell(&model, #"{"action":"sort","by":"largest"}"#) == [.makeContents])
    #expect(model.orderName == "largest")
    #expect(
      try tell(&model, #"{"action":"filter","kinds":["jpeg","!video"],"judged":["3"]}"#) == [.makeContents])
    #expect(model.query.kinds.list == "jpeg,!video")
    #expect(model.judged == [.threeStars])
    _ = try tell(&model, #"{"action":"filter","kinds":[],"judged":[],"labels":["Red","\u00e9"]}"#)
    #expect(model.query.kinds == KindFilter())
    #expect(model.judged == [] && model.labels == ["Red", "é"])
    _ = try tell(&model, #"{"action":"filter","kinds":[],"judged":[]}"#)
    #expect(model.labels == [])
    #expect(try tell(&model, #"{"action":"search","text":"kyoto"}"#) == [.makeContents])
    #expect(try tell(&model, #"{"action":"search","text":"iso:>"}"#) == [])
    #expect(model.search?.text == "kyoto")
    #expect(model.message != nil)
  }

  @Test func `a search without results has no message`() throws {
    var model = model(3)
    #expect(try tell(&model, #"{"action":"search","text":"zebra"}"#) == [.makeContents])
    #expect(model.message == nil)
  }

  @Test(
    arguments: [
      ("0f-A9", "0f-A9"), ("", nil), ("a b", nil), ("é", nil), (#"\n"#, nil),
      (String(repeating: "a", count: 41), nil),
    ] as [(String, String?)])
  func `page names are short ASCII identifiers`(written: String, name: String?) throws {
    #expect(try PageRequest(Array(#"{"action":"all","page":"\#(written)"}"#.utf8)).page == name)
    #expect(try PageRequest(Array(#"{"action":"all"}"#.utf8)).page == nil)
  }

  @Test func `refusals are one line with a count, names and reasons`() throws {
    var model = PickerModel(PickerOptions())
    let damaged = (1...5).map { Photos.asset("bad\($0).jpg", damage: "cut off") }
    let group = AssetGroup(key: "all", title: "", assets: [Photos.asset("good.jpg")] + damaged)
    _ = model.handle(.update(PickerUpdate(NumberedView([group]))))
    _ = try tell(&model, #"{"action":"all"}"#)
    #expect(names(model) == ["good.jpg"])
    #expect(
      model.message
        == "5 photos cannot be picked: bad1.jpg, bad2.jpg, bad3.jpg and 2 others (it is damaged: cut off)")
  }

  @Test func `a crop is placed within its photo with its aspect ratio`() throws {
    var options = PickerOptions()
    options.crop = AspectRatio("1:1")
    var model = model(2, options: options)
    let photo = #""photo":{"id":1,"position":1}"#
    for (place, expected) in [
      ((0, 20, 200, 200), [0, 20, 200, 200]), ((350, 250, 100, 90), [300, 200, 100, 100]),
      ((0, 0, 0, 0), [0, 0, 30, 30]), ((Int(Int32.max), 0, Int(Int32.max), 1), [100, 0, 300, 300]),
    ] {
      let (x, y, width, height) = place
      #expect(
        try tell(
          &model, #"{"action":"crop",\#(photo),"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height)}"#)
          == [])
      let part = model.contents[1].flatMap(model.crop)?.rectangle
      #expect(part.map { [Int($0.x), Int($0.y), Int($0.size.width), Int($0.size.height)] } == expected)
    }
    #expect(model.contents[0].flatMap(model.crop)?.isMoved == false && model.cropRevision == 4)
    #expect(throws: PageCommandError.gone) {
      try tell(&model, #"{"action":"crop","photo":{"id":9},"x":1,"y":1,"width":1,"height":1}"#)
    }
    var whole = self.model(1)
    _ = try tell(&whole, #"{"action":"crop","photo":{"id":0},"x":1,"y":1,"width":1,"height":1}"#)
    #expect(whole.message == "Photos are not cropped here." && whole.cropRevision == 0)
  }

  @Test func `done returns the picks, or the named photo without picks`() throws {
    var model = model(3)
    #expect(try tell(&model, #"{"action":"done"}"#) == [])
    #expect(model.message == "Nothing is picked.")
    #expect(try tell(&model, #"{"action":"done","photo":{"id":2,"position":2}}"#) == [.finish])
    #expect(names(model) == ["0-2.jpg"])
    #expect(try tell(&model, #"{"action":"done","photo":{"id":1,"position":1}}"#) == [.finish])
    #expect(names(model) == ["0-2.jpg"])
    #expect(try tell(&model, #"{"action":"cancel"}"#) == [.cancel])
    #expect(try tell(&model, #"{"action":"rescan"}"#) == [.rescan])
  }

  @Test(
    arguments: [
      "", "[]", "1", "{", #"{"action":"delete"}"#, #"{"action":"toggle"}"#,
      #"{"action":"toggle","photo":{}}"#,
      #"{"action":"toggle","photo":{"id":"../etc/passwd"}}"#, #"{"action":"drag","phase":"x"}"#,
      #"{"action":"judge","photo":{"id":0},"stars":6}"#,
      #"{"action":"judge","photo":{"id":0},"stars":9223372036854775807}"#,
      #"{"action":"toggle","photo":{"id":-1,"position":0}}"#,
      #"{"action":"toggle","photo":{"id":9223372036854775807}}"#,
      #"{"action":"album","index":9223372036854775807}"#,
      #"{"action":"judge","photo":{"id":0},"keywords":" ,"}"#,
      #"{"action":"crop","x":1,"y":1,"width":1,"height":1}"#,
      #"{"action":"crop","photo":{"id":0},"x":1,"y":1,"width":1}"#,
      #"{"action":"crop","photo":{"id":0},"x":-1,"y":1,"width":1,"height":1}"#,
      #"{"action":"crop","photo":{"id":0},"x":1.5,"y":1,"width":1,"height":1}"#,
      #"{"action":"crop","photo":{"id":0},"x":1e300,"y":1,"width":1,"height":1}"#,
      #"{"action":"crop","photo":{"id":0},"x":NaN,"y":1,"width":1,"height":1}"#,
      #"{"action":"crop","photo":{"id":0},"x":1,"y":1,"width":1,"height":9223372036854775807}"#,
      #"{"action":"group","by":"nothing"}"#, #"{"action":"sort","by":"nothing"}"#,
      #"{"action":"filter","kinds":["nothing"]}"#, #"{"action":"filter","judged":["nothing"]}"#,
      #"{"action":"filter","judged":["6"]}"#,
      #"{"action":"album","index":"x"}"#, #"{"action":"all"}{"action":"all"}"#, "\u{0}",
      String(repeating: "[", count: 60_000),
    ])
  func `malformed commands are refused`(_ json: String) {
    var model = model(3)
    #expect(throws: PageCommandError.malformed) { try tell(&model, json) }
    #expect(model.picks.count == 0)
  }

  @Test func `numbers remain until files change`() {
    let (first, second) = (Photos.asset("a.jpg"), Photos.asset("b.jpg"))
    #expect(numbers.numbers(of: [first, second, first]) == [0, 1, 0])
    let marked = Photos.asset("a.jpg") { $0.values[.rating] = .integer(3) }
    #expect(numbers.numbers(of: [marked]) == [0])
    #expect(numbers[0]?.stars == 3)
    #expect(numbers.numbers(of: [Photos.asset("a.jpg", size: 2000)]) == [2])
    #expect(numbers[3] == nil && numbers[-1] == nil)
  }

  @Test func `a photo or the best of its duplicates is kept`() throws {
    var options = PickerOptions()
    options.query.grouping = .duplicate
    options.marks = PickerMarks(journals: "/none", scanner: LibraryScanner())
    options.actions = UserActions(reading: "/none")
    let copies = ["a.jpg", "b.jpg", "c.jpg"].map { Photos.asset($0) }
    let group = DuplicateGroup(.version, copies, reason: "more pixels")
    var model = PickerModel(options)
    let assets = copies.map { $0.in(duplicates: group) }
    _ = model.handle(
      .update(PickerUpdate(NumberedView([AssetGroup(key: "1", title: group.title, assets: assets)]))))
    _ = numbers.numbers(of: assets)
    func kept(best: Bool) throws -> [PickerEffect] {
      #expect(
        try tell(&model, #"{"action":"keep","photo":{"id":1,"position":1},"best":\#(best)}"#) == []
          && model.question?.verb == "Move")
      return try tell(&model, #"{"action":"answer","on":true}"#)
    }
    #expect(try kept(best: true) == [.work(.keep(copies[0], [copies[1], copies[2]], .version))])
    #expect(try kept(best: false) == [.work(.keep(copies[1], [copies[0], copies[2]], .version))])
    #expect(throws: PageCommandError.malformed) {
      try tell(&model, #"{"action":"keep","photo":{"id":1,"position":1}}"#)
    }
  }

  @Test func `an answer belongs to the last question`() throws {
    var options = PickerOptions()
    options.actions = UserActions(reading: "/none")
    var model = model(3, options: options)
    let answer = #"{"action":"answer","on":true}"#
    #expect(throws: PageCommandError.gone) { try tell(&model, answer) }
    let ask = #"{"action":"trash","photo":{"id":1,"position":1}}"#
    #expect(try tell(&model, ask) == [] && model.question?.text == "Move 0-1.jpg to the trash?")
    #expect(try tell(&model, #"{"action":"answer","on":false}"#) == [] && model.question == nil)
    #expect(try tell(&model, ask) == [])
    #expect(try tell(&model, #"{"action":"toggle","photo":{"id":0,"position":0}}"#) == [])
    #expect(throws: PageCommandError.gone) { try tell(&model, answer) }
    #expect(try tell(&model, #"{"action":"trash","picks":true}"#) == [])
    let photo = [model.contents[0]].compactMap { $0 }
    #expect(try tell(&model, answer) == [.work(.trash(photo, of: "0-0.jpg"))])
  }
}
