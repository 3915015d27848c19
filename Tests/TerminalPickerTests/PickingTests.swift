import PhotoLibrary
import PhotoPicker
import Terminal
import TestSupport
import Testing

@testable import TerminalPicker

struct PickingTests {
  private static let onlyTwo = "Only 2 photos please!\nYou can only pick 2 photos at a time."

  @Test func `space picks and lets go`() {
    var model = Photos.model(Photos.contents(5))
    model.press(.right, .character(" "))
    #expect(model.pickedNames == ["0-1.jpg"])
    #expect(model.picks.byteCount == 1000)
    model.type(" ")
    #expect(model.pickedNames.isEmpty)
    #expect(model.picks.byteCount == 0)
  }

  @Test func `a run is picked in the order in which it was drawn`() {
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

  @Test func `a run over picked photos alone lets them go`() {
    var model = Photos.model(Photos.contents(6))
    model.type("A")
    model.press(.character("v"), .right, .character(" "))
    #expect(model.pickedNames == ["0-2.jpg", "0-3.jpg", "0-4.jpg", "0-5.jpg"])
  }

  @Test func `no more than the maximum is picked, and that is said`() {
    var model = Photos.model(Photos.contents(6)) { $0.policy = SelectionChecks(maximumCount: 2) }
    model.press(.character(" "), .right, .character(" "), .right, .character(" "))
    #expect(model.pickedNames == ["0-0.jpg", "0-1.jpg"])
    #expect(model.message == Self.onlyTwo)
    model.type("A")
    #expect(model.picks.count == 2)
    #expect(model.message == Self.onlyTwo)
  }

  @Test func `damaged picks are let go when they are inspected, and not picked again`() {
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

  @Test func `a photo that was replaced since it was found damaged is another one`() {
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

  @Test func `a pick that was damaged or replaced since is let go, not handed over`() {
    var model = Photos.model(Photos.contents(2))
    model.type("A")
    let now = Photos.asset("0-1.jpg", size: 5, damage: "cut off")
    _ = model.handle(.update(PickerUpdate(Photos.contents(2), picks: [PhotoKey(now): now])))
    #expect(model.press(.character("d")) == [])
    #expect(model.message == "0-1.jpg was unpicked: it is damaged: cut off")
    #expect(model.pickedNames == ["0-0.jpg"])
    #expect(model.press(.character("d")) == [.picker(.finish)])
  }

  @Test func `a key stops an inspection, and what it finds then does nothing`() {
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

  @Test func `picks that changed during an inspection are inspected too`() {
    var model = Photos.model(Photos.contents(2)) { $0.inspect = { _, _ in [] } }
    model.type("A")
    let before = model.picks.assets
    model.press(.character("d"))
    let changed = Photos.asset("0-0.jpg", size: 5)
    _ = model.handle(.update(PickerUpdate(Photos.contents(2), picks: [PhotoKey(changed): changed])))
    #expect(model.handle(.inspected(before, [])) == [.picker(.inspect(model.picks.assets))])
    #expect(model.handle(.inspected(model.picks.assets, [])) == [.picker(.finish)])
  }

  @Test func `a pick that goes during an inspection is told, and nothing is handed over yet`() {
    var model = Photos.model(Photos.contents(2)) { $0.inspect = { _, _ in [] } }
    model.type("A")
    let before = model.picks.assets
    model.press(.character("d"))
    _ = model.handle(.update(PickerUpdate(Photos.contents(2), picks: [PhotoKey(before[0]): Asset?.none])))
    #expect(model.handle(.inspected(before, [])) == [])
    #expect(model.message == "0-0.jpg was picked but no longer exists")
    #expect(model.press(.character("d")) == [.picker(.inspect([before[1]]))])
  }

  @Test func `what a draft holds beyond the maximum is not handed over`() {
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

  @Test func `a single pick moves`() {
    var model = Photos.model(Photos.contents(6)) {
      $0.isSingle = true
      $0.policy = SelectionChecks(maximumCount: 1)
    }
    model.press(.character(" "), .right, .character(" "))
    #expect(model.pickedNames == ["0-1.jpg"])
  }

  @Test func `an immediate pick is handed over at once`() {
    var model = Photos.model(Photos.contents(6)) { $0.isImmediate = true }
    #expect(model.press(.right, .character(" ")) == [.picker(.finish)])
    #expect(model.pickedNames == ["0-1.jpg"])
  }

  @Test func `damaged and too small photos are shown and cannot be picked`() {
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

  @Test func `many photos that cannot be picked are counted in one line, which names three`() {
    let damaged = Photos.contents(9) { _, item in
      item % 2 == 1 ? Photos.asset("bad\(item)\u{1B}[2J\n.jpg", damage: "cut off") : nil
    }
    var model = Photos.model(damaged)
    model.type("A")
    #expect(model.picks.count == 5)
    let names = [1, 3, 5].map { #"bad\#($0)\e[2J\n.jpg"# }
    let named = names.joined(separator: ", ")
    #expect(model.message == "4 damaged photos cannot be picked: \(named) and 1 other")
    model.type("A")
    #expect(model.picks.count == 0)
    model.press(.character("v"), .right, .right, .right, .character(" "))
    #expect(model.pickedNames == ["0-0.jpg", "0-2.jpg"])
    #expect(
      model.message == "2 damaged photos cannot be picked: " + names.prefix(2).joined(separator: ", "))
    var all = Photos.model(Photos.contents(1) { _, _ in Photos.asset("bad.jpg", damage: "cut off") })
    all.type("A")
    #expect(all.message == "bad.jpg cannot be picked: it is damaged: cut off")
  }

  @Test func `damaged photos are picked if they are allowed`() {
    let contents = Photos.contents(2) { _, item in Photos.asset("\(item).jpg", damage: "cut off") }
    var model = Photos.model(contents) { $0.policy = SelectionChecks(allowsDamaged: true) }
    model.type("A")
    #expect(model.pickedNames == ["0.jpg", "1.jpg"])
    #expect(model.message == nil)
  }

  @Test func `a takes the section, A everything, and both let go again`() {
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

  @Test func `a policy keeps what was picked`() {
    var model = Photos.model(Photos.contents(2)) { $0.policy = Keeping() }
    model.type("A ")
    #expect(model.picks.count == 2)
    #expect(model.message == "it stays")
    model.type("A")
    #expect(model.picks.count == 2)
  }
}
