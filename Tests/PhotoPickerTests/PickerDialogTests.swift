import PhotoFiles
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// What a user may answer to the request of an app.
struct PickerDialogTests {
  private func model(_ change: (inout PickerDialog) -> Void = { _ in }) -> PickerModel {
    var (options, dialog) = (PickerOptions(), PickerDialog())
    change(&dialog)
    options.dialog = dialog
    return PickerModel(options)
  }

  @Test(arguments: [
    ("a.jpg", true), ("a b", true), ("é", true), ("...", true), (String(repeating: "a", count: 255), true),
    (String(repeating: "a", count: 256), false), (String(repeating: "é", count: 128), false), ("", false),
    (".", false), ("..", false), ("a/b", false), ("a\nb", false), ("a\u{1F}", false), ("a\u{7F}", false),
    ("a\0", false),
  ])
  func `a file is saved under a name that a folder can hold`(name: String, isAllowed: Bool) throws {
    let folder = try TemporaryTree()
    var model = model { $0.purpose = .saveFile(name: "x") }
    let effects = model.save(into: folder.path, as: name, replaces: false)
    #expect(effects == (isAllowed ? [.finish] : []))
    #expect(model.dialogAnswer.name == (isAllowed ? name : nil) && (model.message == nil) == isAllowed)
    #expect(model.dialogAnswer.folder == (isAllowed ? folder.path : nil))
  }

  @Test func `a file is replaced only if the user agrees`() throws {
    let folder = try TemporaryTree()
    try write([1], to: folder.path.appending("a.jpg"))
    var model = model { $0.purpose = .saveFile(name: "a.jpg") }
    #expect(model.save(into: folder.path, as: "a.jpg", replaces: false) == [] && model.isNameTaken)
    #expect(model.save(into: folder.path, as: "b.jpg", replaces: false) == [.finish] && !model.isNameTaken)
    #expect(model.save(into: folder.path, as: "a.jpg", replaces: true) == [.finish] && !model.isNameTaken)
    #expect(model.save(into: folder.path, as: nil, replaces: false) == [.finish])
    #expect(model.dialogAnswer.name == nil)
  }

  @Test func `a filter and a choice are those of the app`() throws {
    let jpeg = PredicateFilter { $0.format == .jpeg }
    var model = model {
      $0.filters = [.init(name: "All", predicate: nil), .init(name: "JPEG", predicate: jpeg)]
      $0.choices = [
        .init(identifier: "box", label: "Box", options: [], selected: "false"),
        .init(identifier: "menu", label: "Menu", options: [("a", "A"), ("b", "B")], selected: "a"),
      ]
    }
    #expect(model.dialogAnswer.filter == 0 && model.dialogAnswer.choices == ["box": "false", "menu": "a"])
    #expect(model.choose(filter: 2) == [] && model.choose(filter: -1) == [])
    #expect(model.choose(filter: 1) == [.makeContents] && model.dialogAnswer.filter == 1)
    for (value, identifier) in [
      ("true", "box"), ("x", "box"), ("b", "menu"), ("true", "menu"), ("a", "other"),
    ] {
      model.choose(value, for: identifier)
    }
    #expect(model.dialogAnswer.choices == ["box": "true", "menu": "b"])
  }

  @Test func `the first filter is chosen unless the app names one, or has none`() {
    let filters = [PickerDialog.Filter(name: "A", predicate: nil), .init(name: "B", predicate: nil)]
    let second = model {
      $0.filters = filters
      $0.filter = 1
    }
    #expect(model { $0.filters = filters }.dialogAnswer.filter == 0 && second.dialogAnswer.filter == 1)
    #expect(model().dialogAnswer.filter == nil)
  }
}
