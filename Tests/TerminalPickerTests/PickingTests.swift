import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct PickingTests {
  private static let onlyTwo = "Only 2 photos please!\nYou can only pick 2 photos at a time."

  @Test func `space toggles a pick`() {
    var model = Photos.model(Photos.contents(5))
    model.press(.right, .character(" "))
    #expect(model.pickedNames == ["0-1.jpg"])
    #expect(model.picks.byteCount == 1000)
    model.type(" ")
    #expect(model.pickedNames.isEmpty)
    #expect(model.picks.byteCount == 0)
  }

  @Test func `a run is picked in its direction`() {
    var model = Photos.model(Photos.contents(3, 3))
    model.press(.right, .character("v"), .right, .right, .character(" "))
    #expect(model.pickedNames == ["0-1.jpg", "0-2.jpg", "1-0.jpg"])
    var backwards = Photos.model(Photos.contents(6))
    backwards.press(.right, .right, .character("v"), .left, .left, .character("v"))
    #expect(backwards.pickedNames == ["0-2.jpg", "0-1.jpg", "0-0.jpg"])
  }

  @Test func `escape leaves a run and does not cancel`() {
    var model = Photos.model(Photos.contents(6))
    model.press(.character("v"), .right)
    #expect(model.run == 0...1)
    #expect(model.press(.escape) == [])
    #expect(model.run == nil)
    #expect(model.picks.count == 0)
    #expect(model.press(.escape) == [.picker(.cancel)])
  }

  @Test func `a run over picked photos unpicks them`() {
    var model = Photos.model(Photos.contents(6))
    model.type("A")
    model.press(.character("v"), .right, .character(" "))
    #expect(model.pickedNames == ["0-2.jpg", "0-3.jpg", "0-4.jpg", "0-5.jpg"])
  }

  @Test func `picks beyond the maximum are refused with a message`() {
    var model = Photos.model(Photos.contents(6)) { $0.policy = SelectionChecks(maximumCount: 2) }
    model.press(.character(" "), .right, .character(" "), .right, .character(" "))
    #expect(model.pickedNames == ["0-0.jpg", "0-1.jpg"])
    #expect(model.message == Self.onlyTwo)
    model.type("A")
    #expect(model.picks.count == 2)
    #expect(model.message == Self.onlyTwo)
  }

  @Test func `inspection unpicks corrupt photos for good`() {
    let contents = Photos.contents(3)
    var model = Photos.model(contents) { $0.inspect = { _, _ in [] } }
    model.type("A")
    let photos = model.picks.assets
    #expect(model.press(.character("d")) == [.picker(.inspect(photos))])
    _ = model.handle(.inspecting(2))
    #expect(model.inspection?.done == 2)
    #expect(model.handle(.inspected(photos, [PickerOptions.Finding(photos[1], reason: "cut off")])) == [])
    #expect(model.pickedNames == ["0-0.jpg", "0-2.jpg"])
    #expect(model.message == "0-1.jpg was unpicked: cut off")
    model.press(.right, .character(" "))
    #expect(model.message == "0-1.jpg cannot be picked: cut off")
    #expect(model.press(.character("d")) == [.picker(.inspect([photos[0], photos[2]]))])
    #expect(model.handle(.inspected([photos[0], photos[2]], [])) == [.picker(.finish)])
  }

  @Test func `replacing a corrupt photo makes it pickable`() {
    var model = Photos.model(Photos.contents(1)) { $0.inspect = { _, _ in [] } }
    model.press(.character(" "), .character("d"))
    let picked = model.picks.assets
    _ = model.handle(.inspected(picked, [PickerOptions.Finding(picked[0], reason: "cut off")]))
    #expect(model.picks.count == 0)
    let replaced = Photos.contents(1) { _, _ in Photos.asset("0-0.jpg", size: 2000) }
    _ = model.handle(.update(PickerUpdate(replaced)))
    model.press(.character(" "))
    #expect(model.picks.count == 1)
  }

  @Test func `a pick that was corrupted or replaced is not returned`() {
    var model = Photos.model(Photos.contents(2))
    model.type("A")
    let now = Photos.asset("0-1.jpg", size: 5, damage: "cut off")
    _ = model.handle(.update(PickerUpdate(Photos.contents(2), picks: [PhotoKey(now): now])))
    #expect(model.press(.character("d")) == [])
    #expect(model.message == "0-1.jpg was unpicked: it is damaged: cut off")
    #expect(model.pickedNames == ["0-0.jpg"])
    #expect(model.press(.character("d")) == [.picker(.finish)])
  }

  @Test func `a key cancels an inspection, whose result is ignored`() {
    var model = Photos.model(Photos.contents(2)) { $0.inspect = { _, _ in [] } }
    model.press(.character(" "), .character("d"))
    #expect(model.press(.escape) == [.picker(.stopInspecting)])
    let first = model.picks.assets
    #expect(model.handle(.inspected(first, [])) == [])
    #expect(model.picks.count == 1)
    // The confirmation doesn't apply to the next picks either.
    model.press(.right, .character(" "), .character("d"))
    #expect(model.handle(.inspected(first, [])) == [])
    model.press(.escape, .character(" "))
    #expect(model.press(.character("d")) == [.picker(.inspect(model.picks.assets))])
    #expect(model.press(.control("c")) == [.picker(.cancel)])
  }

  @Test func `picks that change during an inspection are inspected too`() {
    var model = Photos.model(Photos.contents(2)) { $0.inspect = { _, _ in [] } }
    model.type("A")
    let before = model.picks.assets
    model.press(.character("d"))
    let changed = Photos.asset("0-0.jpg", size: 5)
    _ = model.handle(.update(PickerUpdate(Photos.contents(2), picks: [PhotoKey(changed): changed])))
    #expect(model.handle(.inspected(before, [])) == [.picker(.inspect(model.picks.assets))])
    #expect(model.handle(.inspected(model.picks.assets, [])) == [.picker(.finish)])
  }

  @Test func `a pick deleted during an inspection is reported, and the picker stays open`() {
    var model = Photos.model(Photos.contents(2)) { $0.inspect = { _, _ in [] } }
    model.type("A")
    let before = model.picks.assets
    model.press(.character("d"))
    _ = model.handle(.update(PickerUpdate(Photos.contents(2), picks: [PhotoKey(before[0]): Asset?.none])))
    #expect(model.handle(.inspected(before, [])) == [])
    #expect(model.message == "0-0.jpg was picked but no longer exists")
    #expect(model.press(.character("d")) == [.picker(.inspect([before[1]]))])
  }

  @Test func `picks of a draft beyond the maximum are not returned`() {
    let draft = (0..<3).map { Photos.asset("0-\($0).jpg") }
    var model = Photos.model(Photos.contents(3)) {
      $0.picks = draft
      $0.policy = SelectionChecks(maximumCount: 2)
    }
    #expect(model.press(.character("d")) == [])
    #expect(model.message == Self.onlyTwo)
    model.press(.character(" "))
    #expect(model.press(.character("d")) == [.picker(.finish)])
  }

  @Test func `a single pick replaces the previous one`() {
    var model = Photos.model(Photos.contents(6)) {
      $0.isSingle = true
      $0.policy = SelectionChecks(maximumCount: 1)
    }
    model.press(.character(" "), .right, .character(" "))
    #expect(model.pickedNames == ["0-1.jpg"])
  }

  @Test func `an immediate pick ends the run`() {
    var model = Photos.model(Photos.contents(6)) { $0.isImmediate = true }
    #expect(model.press(.right, .character(" ")) == [.picker(.finish)])
    #expect(model.pickedNames == ["0-1.jpg"])
  }

  @Test func `corrupt and small photos are visible but not pickable`() {
    let contents = Photos.contents(3) { _, item in
      item == 1 ? Photos.asset("bad.jpg", damage: "cut off") : nil
    }
    var model = Photos.model(contents)
    model.press(.right, .character(" "))
    #expect(model.picks.count == 0)
    #expect(model.message == "bad.jpg cannot be picked: it is damaged: cut off")
    model.type("A")
    #expect(model.pickedNames == ["0-0.jpg", "0-2.jpg"])
    #expect(model.message == "bad.jpg cannot be picked: it is damaged: cut off")
    var large = Photos.model(contents) {
      $0.policy = SelectionChecks(minimumSize: PixelSizes.large)
    }
    large.type(" ")
    #expect(large.picks.count == 0)
    #expect(large.message == "0-0.jpg cannot be picked: 400x300 is smaller than 800x600")
  }

  @Test func `refusals of many photos are one line with a count, names and the reasons`() {
    let damaged = Photos.contents(9) { _, item in
      item % 2 == 1 ? Photos.asset("bad\(item)\u{1B}[2J\n.jpg", damage: "cut off") : nil
    }
    var model = Photos.model(damaged)
    model.type("A")
    #expect(model.picks.count == 5)
    let names = [1, 3, 5].map { #"bad\#($0)\e[2J\n.jpg"# }
    let named = names.joined(separator: ", ")
    #expect(model.message == "4 photos cannot be picked: \(named) and 1 other (it is damaged: cut off)")
    model.type("A")
    #expect(model.picks.count == 0)
    model.press(.character("v"), .right, .right, .right, .character(" "))
    #expect(model.pickedNames == ["0-0.jpg", "0-2.jpg"])
    #expect(
      model.message
        == "2 photos cannot be picked: \(names[0]), \(names[1]) (it is damaged: cut off)")
    var mixed = Photos.model(
      Photos.contents(9) { _, item in item < 6 ? Photos.asset("\(item)", damage: "cut \(item / 2)\noff") : nil
      })
    mixed.type("A")
    #expect(mixed.picks.count == 3)
    #expect(
      mixed.message == "6 photos cannot be picked: 0 and 1 other (it is damaged: cut 0 off); "
        + "2 and 1 other (it is damaged: cut 1 off); 4 and 1 other (it is damaged: cut 2 off)")
    var many = Photos.model(Photos.contents(5) { _, item in Photos.asset("\(item)", damage: "\(item)") })
    many.type("A")
    #expect(many.message?.hasSuffix("; 2 (it is damaged: 2); 2 for other reasons") == true)
    var all = Photos.model(Photos.contents(1) { _, _ in Photos.asset("bad.jpg", damage: "cut off") })
    all.type("A")
    #expect(all.message == "bad.jpg cannot be picked: it is damaged: cut off")
  }

  @Test func `corrupt photos can be allowed`() {
    let contents = Photos.contents(2) { _, item in Photos.asset("\(item).jpg", damage: "cut off") }
    var model = Photos.model(contents) { $0.policy = SelectionChecks(allowsDamaged: true) }
    model.type("A")
    #expect(model.pickedNames == ["0.jpg", "1.jpg"])
    #expect(model.message == nil)
  }

  @Test func `a toggles the section, A all photos`() {
    var model = Photos.model(Photos.contents(2, 3))
    model.type("a")
    #expect(model.pickedNames == ["0-0.jpg", "0-1.jpg"])
    model.type("A")
    #expect(model.picks.count == 5)
    model.type("a")
    #expect(model.pickedNames == ["1-0.jpg", "1-1.jpg", "1-2.jpg"])
    model.type("AA")
    #expect(model.picks.count == 0)
  }
}

/// The policy decides which picks can be removed.
struct PolicyTests {
  private struct Keeping: SelectionPolicy {
    func refusal(of asset: Asset, picked count: Int) -> String? { nil }
    func refusalToDeselect(_ asset: Asset) -> String? { "it stays" }
  }

  @Test func `a policy can protect picks`() {
    var model = Photos.model(Photos.contents(2)) { $0.policy = Keeping() }
    model.type("A ")
    #expect(model.picks.count == 2)
    #expect(model.message == "it stays")
    model.type("A")
    #expect(model.picks.count == 2)
  }
}
