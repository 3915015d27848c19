import PhotoFormats
import PhotoImaging
import PhotoLibrary
import PhotoPicker
import TestSupport
import Testing

@testable import Terminal
@testable import TerminalPicker

struct CropTests {
  /// Returns a picker of square-cropped photos of 4000 x 3000 pixels, with the first one open.
  private func pages(_ count: Int = 3, crop: String? = "1:1", columns: Int = 80) -> PickerPages {
    var pages = Photos.model(
      Photos.contents(count) { _, item in
        Photos.asset("\(item).jpg") { $0.pixelSize = PixelSize(width: 4000, height: 3000) }
      }, columns: columns
    ) { $0.crop = crop.flatMap { AspectRatio($0) } }
    pages.press(.enter)
    return pages
  }

  /// Returns `x`, `y` and width of the crop.
  private func crop(_ pages: PickerPages, _ position: Int = 0) -> [UInt32] {
    let part = pages.contents[position].flatMap(pages.model.shownCrop)?.rectangle
    return part.map { [$0.x, $0.y, $0.size.width] } ?? []
  }

  private func mouse(_ pages: inout PickerPages, _ action: MouseInput.Action, _ column: Int, _ row: Int) {
    _ = pages.handle(.mouse(MouseInput(action, column: column, row: row)))
  }

  @Test func `C lets keys move the crop, and enter saves it`() {
    var pages = pages()
    #expect(crop(pages) == [500, 0, 3000])
    pages.press(.character("C"), .right, .character("l"), .left, .up)
    #expect(crop(pages) == [600, 0, 3000] && pages.cursor == 0)
    pages.press(.character("-"), .down, .character("j"), .character("k"), .character("J"))
    // 3000 / 1.1 around the center, then 200 down to the edge, 100 up and a pixel down.
    #expect(crop(pages) == [736, 174, 2727])
    pages.press(.character("H"), .character("K"), .enter)
    #expect(crop(pages) == [735, 173, 2727] && pages.page == .look && pages.look.crop == nil)
    pages.press(.right)
    #expect(pages.cursor == 1 && crop(pages, 1) == [500, 0, 3000])
    pages.press(.left, .character("C"), .character("0"))
    #expect(crop(pages) == [500, 0, 3000])
  }

  @Test func `escape and q restore the crop`() {
    for key: Key in [.escape, .character("q"), .backspace] {
      var pages = pages()
      pages.press(.character("C"), .right, .enter, .character("C"), .right, .character("-"), key)
      #expect(crop(pages) == [600, 0, 3000] && pages.page == .look && pages.look.crop == nil)
      #expect(pages.press(.escape) == [] && pages.page == .grid)
    }
  }

  @Test func `the next photo has its own crop, and space picks`() {
    var pages = pages()
    pages.press(.character("C"), .right, .character(" "), .pageDown, .right, .right, .tab)
    #expect(pages.cursor == 2 && crop(pages) == [600, 0, 3000] && crop(pages, 1) == [700, 0, 3000])
    #expect(pages.look.crop != nil && pages.pickedNames == ["0.jpg"])
    // Esc keeps the crops of other photos.
    pages.press(.left, .pageUp, .escape)
    #expect(crop(pages, 2) == [400, 0, 3000] && crop(pages, 1) == [700, 0, 3000])
  }

  @Test func `other keys are ignored while a crop is moved`() {
    var pages = pages()
    pages.press(.character("C"))
    for key in "123x6tuODy!zicsgf/*v." { #expect(pages.press(.character(key)) == []) }
    #expect(pages.look.crop != nil && pages.prompt == nil && !pages.look.isZoomed && pages.message == nil)
    pages.press(.character("?"))
    #expect(pages.page == .help)
    pages.press(.escape)
    #expect(pages.page == .look && pages.look.crop != nil)
    #expect(pages.press(.character("d")) == [.picker(.finish)])
  }

  @Test func `without the crop option, C does nothing`() {
    var pages = pages(crop: nil)
    let hints = KeyHints(pages).line(limit: 200)
    #expect(pages.press(.character("C")) == [] && pages.look.crop == nil && pages.message == nil)
    #expect(!hints.contains("crop") && PickerDrawing(pages).wanted().allSatisfy { $0.crop == nil })
    #expect(!StatusText(pages).title.contains("crop"))
    #expect(!HelpText.lines(width: 80, isCropping: false).contains { $0.contains("Crop") })
    #expect(HelpText.lines(width: 80, isCropping: true).contains { $0.hasPrefix("Crop (C") })
  }

  @Test func `returning originals disables crops with a message`() {
    var pages = pages()
    pages.press(.character("o"), .character("C"))
    #expect(pages.look.crop == nil && pages.message?.contains("uncropped; o changes that") == true)
    #expect(PickerDrawing(pages).wanted().allSatisfy { $0.crop == nil })
  }

  @Test func `requests include the frame, and the previous picture remains until the next is ready`() {
    var pages = pages()
    let before = PickerDrawing(pages).wanted()[0]
    #expect(before.detail == .fit && before.crop?.x == 500)
    pages.press(.character("z"))
    #expect(PickerDrawing(pages).wanted()[0].crop?.x == 500)
    pages.press(.character("C"), .right)
    let after = PickerDrawing(pages).wanted()[0]
    #expect(after.detail == .fit && after.crop?.x == 600 && !pages.look.isZoomed)
    let known = TerminalPicture(TerminalDrawing(lines: ["known"], columns: 5), identifier: 7)
    let drawing = PickerDrawing(
      pages, pictures: PictureSourceView { $0 == before ? .ready(known) : .waiting })
    #expect(drawing.frame().pictures.map(\.picture.identifier) == [7])
  }

  @Test func `the title contains the crop, the last line its keys`() {
    var pages = pages()
    #expect(StatusText(pages).title.hasSuffix(" · crop 3000×3000 at 500,0"))
    #expect(KeyHints(pages).line(limit: 78).contains("C crop"))
    pages.press(.character("C"))
    let hints = KeyHints(pages).line(limit: 78)
    #expect(hints == "←↑↓→ move  + - size  Enter keep  Esc as before  0 middle  PgDn next")
    let narrow = self.pages(columns: 40)
    #expect(KeyHints(narrow).line(limit: 40).contains("C crop"))
  }

  @Test func `a drag moves the crop, a press outside centers it there, the wheel resizes it`() {
    var pages = pages()
    pages.press(.character("C"))
    let area = pages.lookLayout.picture(0)
    // 80 x 20 cells of 4 x 8 pixels: 160 rows for 3000 photo pixels, which take 53 columns from the 14th.
    let (middle, row) = (area.column + 40, area.row + 10)
    mouse(&pages, .press, middle, row)
    #expect(crop(pages) == [500, 0, 3000] && pages.picks.count == 0)
    mouse(&pages, .drag, middle + 4, row)
    #expect(crop(pages) == [800, 0, 3000])
    mouse(&pages, .drag, middle + 40, row)
    mouse(&pages, .release, middle + 40, row)
    mouse(&pages, .drag, middle, row)
    #expect(crop(pages) == [1000, 0, 3000])
    for _ in 0..<40 { mouse(&pages, .wheelDown, middle, row) }
    #expect(crop(pages)[2] == 300)
    mouse(&pages, .press, middle - 20, row - 5)
    #expect(crop(pages).map { $0 / 10 } == [38, 67, 30])
    mouse(&pages, .wheelUp, middle, row)
    #expect(crop(pages)[2] == 330)
  }

  @Test func `a deleted photo ends its crop`() {
    var pages = pages(2)
    pages.press(.character("C"), .right)
    let second = [pages.contents[1]].compactMap { $0 }
    _ = pages.handle(.update(PickerUpdate(NumberedView([AssetGroup(key: "0", title: "", assets: second)]))))
    #expect(pages.look.crop?.asset == second.first)
    _ = pages.handle(.update(PickerUpdate()))
    #expect(pages.page == .grid && pages.look.crop == nil)
  }

  @Test func `compared photos have separate crops`() {
    var pages = pages(2)
    pages.press(.character("c"), .character("C"), .right, .tab, .right, .right, .enter)
    #expect(crop(pages) == [600, 0, 3000] && crop(pages, 1) == [700, 0, 3000])
    #expect(PickerDrawing(pages).wanted().prefix(2).map { $0.crop?.x } == [600, 700])
  }

  // MARK: Pixels

  @Test func `pixels outside of the crop are darkened, with a light line along the inner edge`() throws {
    let size = try #require(PixelSize(width: 12, height: 8))
    let gray = try #require(
      PixelBuffer(size: size, rgba: (0..<12 * 8).flatMap { _ in [100, 100, 100, 255] }, isOpaque: true))
    let shown = PictureRequest.Region(x: 0, y: 0, width: 1200, height: 800, factor: 0.01)
    let part = PixelRectangle(x: 200, y: 0, size: try #require(PixelSize(width: 800, height: 800)))
    let framed = gray.framing(part, of: shown)
    let row = (0..<12).map { framed.pixel(x: $0, y: 4)?.x ?? 0 }
    #expect(row == [32, 32, 255, 255, 100, 100, 100, 100, 255, 255, 32, 32])
    #expect(
      (0..<12).map { framed.pixel(x: $0, y: 1)?.x ?? 0 } == [32, 32] + Array(repeating: 255, count: 8) + [
        32, 32,
      ])
    #expect((0..<12).allSatisfy { framed.pixel(x: $0, y: 4)?.w == 255 })
    // A region contains a part of the frame, or nothing of it.
    let inner = PictureRequest.Region(x: 400, y: 300, width: 240, height: 160, factor: 1)
    #expect(gray.framing(part, of: inner).pixel(x: 0, y: 0)?.x == 100)
    let outer = PictureRequest.Region(x: 1080, y: 300, width: 120, height: 80, factor: 1)
    #expect(gray.framing(part, of: outer).pixel(x: 11, y: 7)?.x == 32)
  }
}
