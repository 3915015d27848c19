import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct JudgingTests {
  private func model(_ counts: Int..., labels: [String] = []) -> PickerPages {
    let groups = Photos.groups(counts) { group, item in
      guard labels.indices.contains(item) else { return nil }
      return Photos.asset("\(group)-\(item).jpg") { $0.values[.label] = .text(labels[item]) }
    }
    return Photos.model(NumberedView(groups)) {
      $0.marks = PickerMarks(journals: "/journals", scanner: LibraryScanner(options: ScanOptions()))
    }
  }

  /// Returns the names of the marked photos, and the mark.
  private func marked(_ effects: [PickerPages.Effect]) -> (names: [String], change: MarkChange, told: String)?
  {
    guard effects.count == 1,
      case .picker(.work(.mark(let assets, let change, let told, of: _)))? = effects.first
    else { return nil }
    return (assets.map(\.name.text), change, told)
  }

  @Test(
    arguments: [
      ("1", 1, "★"), ("5", 5, "★★★★★"), ("0", 0, "Unrated"), ("x", -1, "Rejected"),
    ])
  func `digits and x rate, in the grid and in the full view`(key: String, rating: Int, told: String) {
    for page in ["", "p"] {
      var model = model(4)
      model.type("l" + page)
      let mark = marked(model.type(key))
      #expect(mark?.names == ["0-1.jpg"] && mark?.change == MarkChange(rating: Rating(rawValue: rating)))
      #expect(mark?.told == told && model.cursor == 1)
    }
  }

  @Test(arguments: [("6", "Red"), ("7", "Yellow"), ("8", "Green"), ("9", "Blue")])
  func `a color key toggles the label`(key: String, label: String) {
    var plain = model(2, labels: ["Purple"])
    #expect(marked(plain.type(key))?.change == MarkChange(label: .set(label)))
    var same = model(2, labels: [label])
    let mark = marked(same.type(key))
    #expect(mark?.change == MarkChange(label: .removed) && mark?.told == "No label")
  }

  @Test func `a mark applies to a run and ends it`() {
    var model = model(6)
    model.press(.right, .character("v"), .right, .right)
    #expect(model.model.targetName == "the run of 3 photos")
    #expect(marked(model.type("4"))?.names == ["0-1.jpg", "0-2.jpg", "0-3.jpg"])
    #expect(model.run == nil && model.cursor == 3)
    #expect(marked(model.type("4"))?.names == ["0-3.jpg"])
  }

  @Test func `after a star, a mark applies once to all picks, including hidden ones`() {
    var model = model(6)
    model.type("*")
    #expect(model.message == "Nothing is picked: Space picks." && !model.aimsAtPicks)
    model.press(.character(" "), .right, .right, .character(" "), .right, .character("*"))
    #expect(model.model.targetName == "2 picked photos")
    #expect(marked(model.type("2"))?.names == ["0-0.jpg", "0-2.jpg"])
    #expect(model.pickedNames.count == 2 && !model.aimsAtPicks)
    #expect(marked(model.type("2"))?.names == ["0-3.jpg"])
    model.type("**")
    #expect(!model.aimsAtPicks, "asked again, it is the photo at the cursor")
    model.type("*")
    #expect(model.press(.escape) == [] && !model.aimsAtPicks, "escape leaves it")
  }

  @Test func `the cursor advances after single marks if enabled`() {
    var model = model(4)
    model.type(".")
    #expect(model.advances && model.message == "The cursor advances after each mark.")
    #expect(marked(model.type("3"))?.names == ["0-0.jpg"])
    #expect(marked(model.type("x"))?.names == ["0-1.jpg"] && model.cursor == 2)
    model.type(" ")
    #expect(marked(model.type("*6"))?.names == ["0-2.jpg"] && model.cursor == 2)
    model.press(.character("v"), .right)
    #expect(marked(model.type("1"))?.names.count == 2 && model.cursor == 3)
    _ = model.type("1")
    #expect(model.cursor == 3, "there is no photo behind the last one")
    model.type(".")
    #expect(!model.advances && model.message == "The cursor stays in place after a mark.")
  }

  @Test func `marking a compared photo moves the focus with the cursor`() {
    var model = model(6)
    model.press(.right, .character("v"), .right, .right, .character("c"), .tab)
    #expect(marked(model.type("5"))?.names == ["0-2.jpg"] && model.look.focus == 1)
    model.type(".")
    #expect(marked(model.type("5"))?.names == ["0-2.jpg"])
    #expect(model.look.focus == 2 && model.current?.name.text == "0-3.jpg")
    // The first photo follows the last one.
    #expect(marked(model.type("5"))?.names == ["0-3.jpg"])
    #expect(model.look.focus == 0 && model.current?.name.text == "0-1.jpg")
  }

  @Test func `keywords are typed, completed and written`() {
    var model = model(3)
    #expect(model.type("t") == [.picker(.listKeywords)])
    _ = model.handle(.keywords(["Kyoto", "Kyushu", "Tokyo", "kayak"]))
    model.type("ky")
    #expect(model.completions == ["Kyoto", "Kyushu"])
    model.press(.tab, .tab)
    #expect(model.prompt == .keywords(text: "ky", choice: 1))
    model.type(", -To")
    #expect(model.prompt == .keywords(text: "Kyushu, -To", choice: nil) && model.completions == ["Tokyo"])
    let mark = marked(model.press(.down, .enter))
    #expect(mark?.change == MarkChange(addedKeywords: ["Kyushu"], removedKeywords: ["Tokyo"]))
    #expect(mark?.names == ["0-0.jpg"] && mark?.told == "Kyushu, -Tokyo" && model.prompt == nil)
  }

  @Test func `completions wrap around, and edits restart them`() {
    var model = model(3)
    model.type("t")
    _ = model.handle(.keywords(["Apple", "Apricot", "Banana"]))
    #expect(model.completions == ["Apple", "Apricot", "Banana"])
    model.press(.backTab)
    #expect(model.prompt == .keywords(text: "", choice: 2))
    model.press(.tab)
    #expect(model.prompt == .keywords(text: "", choice: 0))
    model.press(.backspace)
    #expect(model.prompt == .keywords(text: "Appl", choice: nil))
    model.press(.control("u"))
    #expect(model.prompt == .keywords(text: "", choice: nil))
    model.type("zzz")
    model.press(.tab)
    #expect(model.prompt == .keywords(text: "zzz", choice: nil))
    #expect(model.press(.escape) == [] && model.prompt == nil)
    #expect(model.press(.character("t"), .enter) == [] && model.prompt == nil, "nothing was typed")
  }

  @Test func `a paste inserts its first line into the prompt`() {
    var model = model(3)
    model.type("t")
    _ = model.handle(.paste("Ann, Bob\nd"))
    #expect(marked(model.press(.enter))?.change == MarkChange(addedKeywords: ["Ann", "Bob"]))
  }

  @Test func `u reverts the last mark on every page`() {
    for keys in ["", "p", "pz", "c"] {
      var model = model(3)
      model.type(keys)
      #expect(model.type("u") == [.picker(.work(.undo))])
    }
  }

  @Test func `marks are disabled without photos or sidecars`() {
    for key in ["3", "x", "6", "t"] {
      var empty = model()
      #expect(empty.type(key) == [] && empty.prompt == nil)
      #expect(empty.message == "There is no photo here.")
    }
    for key in ["3", "x", "6", "t"] {
      var unmarked = Photos.model(Photos.contents(2))
      #expect(unmarked.type(key) == [] && unmarked.prompt == nil)
      #expect(unmarked.message == "Photos cannot be marked here.")
    }
  }
}
