import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct EarlierPickTests {
  @Test func `photos of the first section are picked at the start, and only then`() {
    var model = Photos.model(Photos.contents(2, 3)) { $0.pickedSection = "0" }
    #expect(model.pickedNames == ["0-0.jpg", "0-1.jpg"])
    model.type("a")
    _ = model.handle(.update(PickerUpdate(model.contents)))
    #expect(model.picks.count == 0)
  }

  @Test func `a draft keeps its order, and its photos may be hidden`() {
    let model = Photos.model(Photos.contents(3)) {
      $0.picks = [
        Photos.asset("elsewhere.jpg"), Photos.asset("0-1.jpg"), Photos.asset("bad.jpg", damage: "x"),
      ]
    }
    #expect(model.pickedNames == ["elsewhere.jpg", "0-1.jpg"])
  }
}
