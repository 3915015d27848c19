import PhotoActions
import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoMarks
import Terminal
import TestSupport
import Testing

@testable import PhotoPicker
@testable import TerminalPicker

/// Zooming to faces, overlays, and prompts about duplicates and clocks.
struct FaceTests {
  /// Returns a picker of photos with 4000 × 3000 pixels and some faces.
  private func model(_ faces: [[FaceRegion]]) -> PickerPages {
    Photos.model(
      Photos.contents(faces.count) { _, item in
        Photos.asset("\(item).jpg") {
          $0.pixelSize = PixelSize(width: 4000, height: 3000)
          if !faces[item].isEmpty { $0.values[.faces] = .regions(faces[item]) }
        }
      }
    ) { $0.marks = PickerMarks(journals: "/none", scanner: LibraryScanner()) }
  }

  private let ann = FaceRegion(name: "Ann", x: 0.1, y: 0.1, width: 0.05, height: 0.05)
  private let bob = FaceRegion(name: "Bob", x: 0.8, y: 0.4, width: 0.05, height: 0.05)
  private let nobody = FaceRegion(name: "", x: 0.5, y: 0.5, width: 0.1, height: 0.1)

  private func regions(_ model: PickerPages) -> [PictureRequest.Region?] {
    let look = LookDrawing(pages: model, pictures: PictureSourceView { _ in .waiting })
    return look.shown().map { if case .region(let region) = $0.detail { region } else { nil } }
  }

  private func contains(_ region: PictureRequest.Region?, _ face: FaceRegion) -> Bool {
    guard let region else { return false }
    let (x, y) = (Int((face.x + face.width / 2) * 4000), Int((face.y + face.height / 2) * 3000))
    return (region.x..<region.x + region.width).contains(x)
      && (region.y..<region.y + region.height).contains(y)
  }

  @Test func `w zooms to each face in turn, and back`() {
    var model = model([[bob, ann]])
    model.press(.enter, .character("w"))
    #expect(contains(regions(model)[0], ann) && !contains(regions(model)[0], bob))
    #expect(PickerDrawing(model).rows.contains { $0.contains("Ann  ") })
    #expect(StatusText(model).title.hasSuffix(" · faces"))
    model.press(.character("w"))
    #expect(contains(regions(model)[0], bob))
    model.press(.character("w"))
    #expect(regions(model) == [nil] && !model.look.isZoomed)
  }

  @Test func `compared photos show their own faces, and one without keeps its zoom`() {
    var model = model([[ann, bob], [], [nobody]])
    model.type("v")
    model.press(.end)
    model.type("c")
    model.type("zw")
    let shown = regions(model)
    #expect(contains(shown[0], ann) && shown[1]?.factor == 1 && contains(shown[2], nobody))
    #expect(PickerDrawing(model).rows.contains { $0.contains("face 1 of 1") })
    model.type("w")
    #expect(contains(regions(model)[0], bob) && contains(regions(model)[2], nobody))
    model.type("w")
    #expect(regions(model).allSatisfy { $0?.factor == 1 })
  }

  @Test func `zooming and scrolling continue from the face`() {
    var model = model([[ann]])
    model.press(.enter, .character("w"))
    let before = regions(model)[0]
    model.press(.left)
    #expect(model.look.face == nil && regions(model)[0]?.factor == before?.factor)
    #expect(regions(model)[0].map { $0.x } ?? 0 < before?.x ?? 0)
    model.press(.character("w"), .character("-"))
    #expect(model.look.face == nil && regions(model)[0].map { $0.factor } ?? 9 < before?.factor ?? 0)
    model.press(.character("w"), .character("z"))
    #expect(!model.look.isZoomed)
  }

  @Test func `without faces a message says so`() {
    var model = model([[], []])
    model.press(.enter, .character("w"))
    #expect(model.message == "No face is marked in this photo." && model.look.face == nil)
  }

  @Test func `e switches the overlays, and the title has the share of clipped pixels`() throws {
    var model = model([[]])
    model.press(.enter)
    #expect(PickerDrawing(model).wanted().first?.aids == [])
    for aids: ViewingAids in [.clipping, .focus, [.clipping, .focus], []] {
      model.press(.character("e"))
      #expect(PickerDrawing(model).wanted().first?.aids == aids && model.message != nil)
    }
    model.press(.character("e"))
    let gray: [UInt8] = Array([[UInt8]](repeating: [9, 9, 9, 255], count: 6).joined())
    let rgba: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 255] + gray
    let size = try #require(PixelSize(width: 8, height: 1))
    let histogram = try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true)).histogram()
    let source = PictureSourceView(picture: { _ in .waiting }, histogram: { _ in histogram })
    let frame = PickerDrawing(model, pictures: source).frame()
    #expect(frame.text(ofRow: 0).contains("clipped 12.5 % light, 12.5 % dark"))
  }

  @Test func `T shows the dates before and after, and applies them on enter`() {
    var model = Photos.model(
      Photos.contents(2) { _, item in Photos.asset("\(item).jpg", date: "2014-05-0\(item + 1)T10:00") }
    ) { $0.marks = PickerMarks(journals: "/none", scanner: LibraryScanner()) }
    model.type("T1:00")
    #expect(model.prompt == .shift(model.model.shiftPreview("+1:00")))
    let rows = PickerDrawing(model).rows
    #expect(rows.contains { $0.hasPrefix("2014-05-01T10:00:00 → 2014-05-01T11:00:00  0.jpg") })
    #expect(rows.contains { $0.hasPrefix("Shift the time of 0.jpg: +1:00") })
    guard case .picker(.work(.shift(let files, _, let name, of: _)))? = model.press(.enter).first else {
      Issue.record("nothing is shifted")
      return
    }
    #expect(files.map(\.name.text) == ["0.jpg"] && name == "Shifted by +1:00" && model.prompt == nil)
    model.type("Tx")
    #expect(model.press(.enter) == [] && model.prompt != nil && model.message != nil)
    model.press(.control("u"))
    model.type("-1d")
    #expect(PickerDrawing(model).rows.contains { $0.contains("→ 2014-04-30T10:00:00") })
    model.press(.escape)
    #expect(model.prompt == nil)
  }

  @Test(arguments: [
    ("+1:00", "+1:00"), ("-1d", "-1d"), ("1d", "+1d"), ("1d-", "-1d"), ("-+-2h", "-2h"),
  ])
  func `a sign typed in the prompt of T replaces its sign`(typed: String, text: String) {
    let contents = Photos.contents(1) { _, item in Photos.asset("\(item).jpg", date: "2014-05-01T10:00") }
    var model = Photos.model(contents) {
      $0.marks = PickerMarks(journals: "/none", scanner: LibraryScanner())
    }
    model.type("T" + typed)
    #expect(model.prompt == .shift(model.model.shiftPreview(text)))
  }

  @Test func `B and K ask once before duplicates go to the trash`() throws {
    let copies = ["a.jpg", "b.jpg"].map { Photos.asset($0) }
    let group = DuplicateGroup(.copy, copies, reason: "older")
    let view = NumberedView([
      AssetGroup(key: "1", title: group.title, assets: copies.map { $0.in(duplicates: group) })
    ])
    let tree = try TemporaryTree()
    try tree.file("actions", [])
    var model = Photos.model(view) {
      $0.query.grouping = .duplicate
      $0.marks = PickerMarks(journals: "/none", scanner: LibraryScanner())
      $0.actions = UserActions(reading: tree.at("actions"))
    }
    model.press(.right)
    model.type("K")
    func asks(_ question: String) -> Bool {
      PickerDrawing(model).rows.contains { $0.hasPrefix(question) }
    }
    #expect(asks("Keep b.jpg, and move 1 other copy to the trash?"))
    #expect(model.press(.escape) == [] && model.prompt == nil)
    model.type("B")
    #expect(asks("Keep a.jpg, and move 1 other copy to the trash?"))
    #expect(model.press(.enter) == [.picker(.work(.keep(copies[0], [copies[1]], .copy)))])
  }
}
