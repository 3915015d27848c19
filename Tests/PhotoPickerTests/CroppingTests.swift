import PhotoFormats
import PhotoImaging
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoPicker

struct CroppingTests {
  private func frame(_ width: UInt32, _ height: UInt32, _ shape: String = "1:1") throws -> CropFrame {
    CropFrame(
      of: try #require(PixelSize(width: width, height: height)), try #require(AspectRatio(shape)))
  }

  /// `x`, `y`, width and height.
  private func numbers(_ frame: CropFrame?) -> [UInt32] {
    frame.map { [$0.rectangle.x, $0.rectangle.y, $0.rectangle.size.width, $0.rectangle.size.height] } ?? []
  }

  private func model(_ shape: String? = "1:1", _ assets: Asset...) -> PickerModel {
    var options = PickerOptions()
    options.crop = shape.flatMap { AspectRatio($0) }
    options.query.grouping = .all
    var model = PickerModel(options)
    _ = model.handle(.update(PickerUpdate(NumberedView([AssetGroup(key: "all", title: "", assets: assets)]))))
    return model
  }

  // MARK: Frames

  @Test func `a frame begins as the largest in the middle, and returns there`() throws {
    var frame = try frame(400, 300)
    #expect(numbers(frame) == [50, 0, 300, 300] && !frame.isMoved && frame.text == "300×300 at 50,0")
    frame.move(right: 10, down: 10)
    #expect(numbers(frame) == [60, 0, 300, 300] && frame.isMoved)
    frame.reset()
    #expect(!frame.isMoved)
  }

  @Test func `a frame moves as far as the edges`() throws {
    var frame = try frame(400, 300, "16:9")
    #expect(numbers(frame) == [0, 37, 400, 225])
    for (right, down, expected) in [
      (0, 20, [0, 57, 400, 225]), (5, 100, [0, 75, 400, 225]), (.min, .min, [0, 0, 400, 225]),
      (.max, .max, [0, 75, 400, 225]),
    ] as [(Int, Int, [UInt32])] {
      frame.move(right: right, down: down)
      #expect(numbers(frame) == expected)
    }
  }

  @Test func `a frame keeps its shape and its middle while it is resized, down to a tenth`() throws {
    var frame = try frame(6000, 4000, "3:2")
    frame.move(right: 0, down: 0)
    for _ in 0..<5 { frame.resize(by: 1 / 1.1) }
    let size = frame.rectangle.size
    #expect(abs(Double(size.width) / Double(size.height) - 1.5) < 0.001)
    #expect(abs(Int(frame.rectangle.x + size.width / 2) - 3000) <= 5)
    for _ in 0..<100 { frame.resize(by: 1 / 1.1) }
    #expect(frame.rectangle.size == PixelSize(width: 600, height: 400))
    frame.move(right: .max, down: .max)
    for _ in 0..<100 { frame.resize(by: 1.1) }
    #expect(!frame.isMoved)
  }

  @Test(arguments: [(1, 1), (3, 2), (9, 7), (100, 1), (1, 100_000), (4_294_967_295, 4_294_967_295)])
  func `a frame stays inside of photos of every size, and each step changes it`(width: UInt32, height: UInt32)
    throws
  {
    for shape in ["1:1", "16:9", "1:100000", "100000:1"] {
      var frame = try frame(width, height, shape)
      for step in 0..<60 {
        let before = frame
        if step % 3 == 0 { frame.move(right: step * 7 - 200, down: 100 - step * 5) }
        frame.resize(by: step < 40 ? 1 / 1.1 : 1.1)
        let part = frame.rectangle
        #expect(UInt64(part.x) + UInt64(part.size.width) <= width)
        #expect(UInt64(part.y) + UInt64(part.size.height) <= height)
        if step == 0, max(before.largest.width, before.largest.height) > 10 { #expect(frame != before) }
      }
    }
  }

  @Test func `a frame becomes the nearest to a rectangle`() throws {
    var frame = try frame(400, 300)
    for (rectangle, expected) in [
      ((10, 20, 100, 100), [10, 20, 100, 100]), ((10, 20, 100, 50), [10, 20, 100, 100]),
      ((390, 290, 100, 100), [300, 200, 100, 100]), ((0, 0, 1, 1), [0, 0, 30, 30]),
      ((5, 5, .max, .max), [5, 0, 300, 300]), ((.min, .max, 0, 0), [0, 270, 30, 30]),
    ] as [((Int, Int, Int, Int), [UInt32])] {
      frame.become(x: rectangle.0, y: rectangle.1, width: rectangle.2, height: rectangle.3)
      #expect(numbers(frame) == expected)
    }
  }

  // MARK: Photos

  @Test func `each photo has a crop of its own, in pixels of the upright photo`() {
    let turned = Photos.asset("turned.jpg") { $0.orientation = .right }
    let flat = Photos.asset("flat.jpg")
    var model = model("1:1", flat, turned)
    #expect(numbers(model.crop(of: flat)) == [50, 0, 300, 300])
    #expect(numbers(model.crop(of: turned)) == [0, 50, 300, 300])
    model.changeCrop(of: turned) { $0.move(right: 9, down: 9) }
    #expect(numbers(model.crop(of: flat)) == [50, 0, 300, 300])
    #expect(numbers(model.crop(of: turned)) == [0, 59, 300, 300])
    #expect(model.cropRevision == 1)
    // Only effective changes are counted.
    model.changeCrop(of: flat) { $0.move(right: 0, down: 9) }
    #expect(model.cropRevision == 1)
    model.changeCrop(of: turned) { $0.reset() }
    #expect(model.cropRevision == 2 && model.crops.isEmpty)
  }

  @Test
  func `a crop stays while a photo is judged, and goes back to the middle if the photo gets another size`() {
    let photo = Photos.asset("a.jpg")
    var model = model("1:1", photo)
    model.changeCrop(of: photo) { $0.move(right: 50, down: 0) }
    #expect(numbers(model.crop(of: Photos.asset("a.jpg") { $0.values[.rating] = .integer(3) })).first == 100)
    let other = Photos.asset("a.jpg") { $0.pixelSize = PixelSize(width: 500, height: 300) }
    #expect(numbers(model.crop(of: other)) == [100, 0, 300, 300] && model.crop(of: other)?.isMoved == false)
  }

  @Test func `crops that cannot be moved stay, and that is said`() {
    let film = Photos.asset("a.mov") { $0.fileType = .quickTimeMovie }
    let unknown = Photos.asset("b.jpg") { $0.pixelSize = nil }
    let damaged = Photos.asset("c.jpg", damage: "cut off")
    for (asset, reason) in [
      (film, "The crop of a video is always centered."),
      (unknown, "The crop of a photo of unknown size is always centered."),
      (damaged, "The crop of a damaged photo is always centered."),
    ] {
      var model = model("1:1", asset)
      model.changeCrop(of: asset) { $0.move(right: 9, down: 9) }
      #expect(model.message == reason && model.crop(of: asset) == nil && model.cropRevision == 0)
    }
    let photo = Photos.asset("a.jpg")
    var whole = model(nil, photo)
    whole.changeCrop(of: photo) { $0.reset() }
    #expect(whole.message == "Photos are not cropped here." && whole.crop(of: photo) == nil)
    var original = model("1:1", photo)
    original.usesOriginal = true
    original.changeCrop(of: photo) { $0.move(right: 9, down: 0) }
    #expect(original.message?.hasPrefix("The original files are returned") == true)
    #expect(original.cropRevision == 0 && original.shownCrop(of: photo) == nil)
  }

  @Test func `the result has the crops that were moved, by the numbers of their photos`() async throws {
    let photos = ["a.jpg", "b.jpg", "c.jpg"].map { Photos.asset($0) }
    var model = model("1:1", photos[0], photos[1], photos[2])
    _ = model.togglePositions(1..<3)
    model.changeCrop(of: photos[0]) { $0.move(right: 5, down: 0) }
    model.changeCrop(of: photos[1]) { $0.move(right: 10, down: 0) }
    model.changeCrop(of: photos[2]) { $0.move(right: 10, down: 0) }
    model.changeCrop(of: photos[2]) { $0.move(right: -10, down: 0) }
    var options = model.options
    options.query.sorting = .name
    let result = try await PickerViewMaker(LibrarySnapshot(assets: photos), options: options).result(
      of: model)
    let number = try #require(result.picked.first { $0.asset.name.text == "b.jpg" }?.number)
    #expect(result.crops.keys.sorted() == [number])
    #expect(result.crops[number]?.x == 60 && result.crops[number]?.size == PixelSize(width: 300, height: 300))
  }
}
