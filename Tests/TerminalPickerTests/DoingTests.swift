import PhotoActions
import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct DoingTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  /// Returns a picker of `count` photos with an action file.
  private func model(_ count: Int, actions: String = "e edit gimp {}\nv view !less {}\n") throws
    -> PickerPages
  {
    try tree.file("actions", Array(actions.utf8))
    return Photos.model(Photos.contents(count)) { [tree] in
      $0.actions = UserActions(reading: tree.at("actions"))
    }
  }

  private func question(_ model: PickerPages) -> String? {
    if case .question(let question)? = model.prompt { question.text } else { nil }
  }

  @Test func `moving to the trash asks once, and only enter and y confirm`() throws {
    for key: Key in [.enter, .character("y")] {
      var model = try model(3)
      #expect(model.press(.right, .character("D")) == [])
      #expect(question(model) == "Move 0-1.jpg to the trash?")
      let photo = [model.contents[1]].compactMap { $0 }
      #expect(model.press(key) == [.picker(.work(.trash(photo, of: "0-1.jpg")))])
      #expect(model.prompt == nil)
    }
    for key: Key in [.escape, .character("n"), .character(" "), .character("Y"), .tab] {
      var model = try model(3)
      #expect(model.press(.character("D"), key) == [] && model.prompt == nil)
    }
    // Accidental pastes don't answer questions.
    var model = try model(3)
    model.type("D")
    #expect(model.handle(.paste("yes")) == [] && model.prompt != nil)
    #expect(model.handle(.mouse(MouseInput(.press, column: 3, row: 5))) == [] && model.prompt != nil)
  }

  @Test func `photos on servers stay, since servers have no trash`() throws {
    let contents = Photos.contents(2) { _, item in
      Photos.asset("\(item).jpg", in: item == 0 ? "/s3:/bucket" : "/photos")
    }
    var model = Photos.model(contents) { [tree] in $0.actions = UserActions(reading: tree.at("actions")) }
    model.press(.character("D"))
    #expect(model.prompt == nil && model.message == "Servers have no trash, so photos on servers stay.")
    model.press(.character("v"), .right, .character("D"))
    #expect(question(model) == "Move 1.jpg to the trash?")
  }

  @Test func `actions apply to a run, or to all picks after a star`() throws {
    var model = try model(5)
    model.press(.character("v"), .right, .character("D"))
    guard case .picker(.work(.trash(let run, of: _)))? = model.press(.enter).first else {
      Issue.record("nothing is moved")
      return
    }
    #expect(run.count == 2 && model.run == nil)
    model.press(.end, .character(" "), .left, .character(" "), .home, .character("*"))
    guard case .picker(.copyPaths(let picks))? = model.type("y").first else {
      Issue.record("nothing is copied")
      return
    }
    #expect(picks.map(\.name.text) == ["0-4.jpg", "0-3.jpg"] && !model.aimsAtPicks)
  }

  @Test func `the number of photos opened at once is limited`() throws {
    var model = try model(21)
    #expect(model.type("O") == [.picker(.work(.open([model.contents[0]].compactMap { $0 })))])
    model.type("v")
    model.press(.end)
    #expect(model.type("O") == [])
    #expect(model.message == "21 photos are too many to open at once: at most 20.")
    model.press(.left)
    guard case .picker(.work(.open(let opened)))? = model.type("O").first else {
      Issue.record("nothing is opened")
      return
    }
    #expect(opened.count == 20)
  }

  /// Presses `!` and delivers the current action file.
  private func openActions(_ model: inout PickerPages) {
    #expect(model.type("!") == [.picker(.readActions)])
    if let actions = model.actions { _ = model.handle(.actions(actions.reread())) }
  }

  @Test func `a custom command runs by its key on the picks, or on this photo`() throws {
    var model = try model(3)
    model.press(.right)
    openActions(&model)
    #expect(model.menu?.words == ["e edit", "v view"])
    guard case .picker(.work(.run(let action, let assets)))? = model.press(.character("e"), .enter).first
    else {
      Issue.record("nothing runs")
      return
    }
    #expect(action.name == "edit" && assets.map(\.name.text) == ["0-1.jpg"])
    model.press(.home, .character(" "), .end, .character(" "), .left)
    openActions(&model)
    guard
      case .picker(.runInTerminal(let view, let picks))? = model.press(.character("v"), .enter).first
    else {
      Issue.record("nothing runs in the terminal")
      return
    }
    #expect(view.name == "view" && picks.map(\.name.text) == ["0-0.jpg", "0-2.jpg"])
    openActions(&model)
    #expect(model.press(.escape) == [] && model.prompt == nil)
  }

  @Test func `mistakes in the action file are reported, with the format`() throws {
    var none = try model(1, actions: "")
    openActions(&none)
    #expect(none.prompt == nil)
    #expect(none.message?.hasPrefix("There are no commands yet: write lines such as") == true)
    var wrong = try model(1, actions: "nothing\nee two keys\n")
    openActions(&wrong)
    #expect(wrong.prompt == nil && wrong.message?.split(separator: "\n").count == 2)
  }

  @Test func `mistakes appear above the valid commands, and clicks still select`() throws {
    var model = try model(1, actions: "e edit gimp {}\nee two keys\nv view less {}\nnothing\n")
    openActions(&model)
    let rows = PickerDrawing(model).rows
    #expect(rows.contains { $0.contains("actions, line 2: ") } && rows.contains { $0.contains("line 4: ") })
    #expect(model.menu?.words == ["e edit", "v view"])
    let area = try #require(model.menuArea)
    let notes = try #require(model.noteArea)
    #expect(notes.rows >= 2 && notes.row + notes.rows == area.row)
    #expect(model.handle(.mouse(MouseInput(.press, column: 1, row: notes.row))) == [] && model.prompt != nil)
    let click = MouseInput(.press, column: 1, row: area.row)
    guard case .picker(.work(.run(let action, _)))? = model.handle(.mouse(click)).first else {
      Issue.record("nothing runs")
      return
    }
    #expect(action.name == "edit")
  }

  @Test func `commands remain visible above any number of mistakes`() throws {
    let wrong = (1...50).map { "wrong\($0) key ls\n" }.joined()
    for (columns, rows) in [(80, 24), (40, 12), (20, 5), (1, 1)] {
      try tree.file("actions", Array((wrong + "e edit gimp {}\n").utf8))
      var model = Photos.model(Photos.contents(1), columns: columns, rows: rows) { [tree] in
        $0.actions = UserActions(reading: tree.at("actions"))
      }
      openActions(&model)
      let frame = PickerDrawing(model).frame()
      guard columns > 20 else { continue }
      let text = (0..<rows).map { frame.text(ofRow: $0) }
      #expect(text.contains { $0.hasPrefix("e edit") } && text.contains { $0.contains("line 1") })
    }
  }

  @Test func `the action file is reread each time`() throws {
    var model = try model(1)
    openActions(&model)
    #expect(model.menu?.words == ["e edit", "v view"])
    model.press(.escape)
    try tree.file("actions", Array("n new ls {}\n".utf8))
    openActions(&model)
    #expect(model.menu?.words == ["n new"])
    model.press(.escape)
    try tree.file("actions", [])
    openActions(&model)
    #expect(model.menu == nil && model.message?.hasPrefix("There are no commands yet") == true)
  }

  @Test func `actions are disabled without permission`() {
    for key in ["O", "y", "D", "!"] {
      var model = Photos.model(Photos.contents(2))
      #expect(model.type(key) == [] && model.prompt == nil)
    }
  }
}
