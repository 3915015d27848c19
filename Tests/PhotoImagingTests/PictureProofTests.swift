import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoImaging

struct PictureProofTests {
  private let tree: TestSupport.TemporaryTree

  init() throws { tree = try TestSupport.TemporaryTree() }

  /// A colored picture of soft shapes with some noise; the same for the same seed.
  private func scene(_ seed: UInt64 = 1, width: Int = 240, height: Int = 180) throws -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    let waves = (0..<8).map { _ in
      (
        x: Double.random(in: 0...9, using: &generator), y: Double.random(in: 0...9, using: &generator),
        phase: Double.random(in: 0...6, using: &generator)
      )
    }
    return try picture(width: width, height: height) { x, y in
      let value = waves.reduce(120.0) { sum, wave in
        let turns = wave.x * Double(x) / Double(width) + wave.y * Double(y) / Double(height) + wave.phase
        return sum + 30 * abs((turns / 2).truncatingRemainder(dividingBy: 2) - 1) - 15
      }
      let gray = Int(value) + Int.random(in: -6...6, using: &generator)
      return (gray + 40 * x / width, gray, gray - 40 * y / height)
    }
  }

  /// A page of lines of letters: random black marks on white.
  private func page(_ lines: [UInt64], width: Int = 240, height: Int = 420) throws -> PixelBuffer {
    var marks = [Bool](repeating: false, count: width * height)
    for (line, seed) in lines.enumerated() {
      var generator = SeededGenerator(seed: seed)
      for letter in 0..<(width - 80) / 12 {
        for (x, y) in (0..<12).map({ ($0 % 3, $0 / 3) }) where Bool.random(using: &generator) {
          for place in 0..<9 {
            marks[(40 + 48 * line + 3 * y + place / 3) * width + 40 + 12 * letter + 3 * x + place % 3] = true
          }
        }
      }
    }
    return try picture(width: width, height: height) { x, y in
      marks[y * width + x] ? (20, 20, 20) : (255, 255, 255)
    }
  }

  private func picture(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)
  ) throws -> PixelBuffer {
    var rgba: [UInt8] = []
    rgba.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        rgba += [UInt8(clamping: red), UInt8(clamping: green), UInt8(clamping: blue), 255]
      }
    }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }

  /// Returns the picture with other colors where `isChanged` holds.
  private func changed(
    _ picture: PixelBuffer, where isChanged: (_ x: Int, _ y: Int) -> Bool = { _, _ in true },
    _ change: (SIMD4<Int>) -> SIMD4<Int>
  ) throws -> PixelBuffer {
    try self.picture(width: picture.width, height: picture.height) { x, y in
      let pixel = SIMD4<Int>(truncatingIfNeeded: picture.pixel(x: x, y: y) ?? SIMD4())
      let result = isChanged(x, y) ? change(pixel) : pixel
      return (result[0], result[1], result[2])
    }
  }

  private func difference(
    _ first: [UInt8], _ second: [UInt8]
  ) throws -> (forth: PictureProof.Difference?, back: PictureProof.Difference?) {
    try tree.file("first", first)
    try tree.file("second", second)
    return (
      try PictureProof(of: tree.at("first")).difference(from: tree.at("second")),
      try PictureProof(of: tree.at("second")).difference(from: tree.at("first"))
    )
  }

  @Test func `other compression, format, size, orientation and brightness leave no difference`() throws {
    let scene = try scene()
    let original = try scene.jpeg(quality: 0.9)
    var versions = [try scene.jpeg(quality: 0.4), try scene.png()]
    for orientation in [Orientation.upMirrored, .down, .leftMirrored, .right] {
      versions.append(try scene.oriented(orientation).jpeg(quality: 0.8))
    }
    versions.append(try changed(scene) { pixel in (pixel &* 11) / 10 }.jpeg(quality: 0.9))
    for version in versions {
      let found = try difference(original, version)
      #expect(found.forth == nil && found.back == nil)
    }
    let large = try self.scene(width: 1280, height: 160)
    let half = try large.scaled(to: #require(PixelSize(width: 1040, height: 130)))
    #expect(try difference(large.jpeg(quality: 0.9), half.jpeg(quality: 0.85)).forth == nil)
  }

  @Test func `a change of a part is a difference in every compression`() throws {
    let scene = try scene()
    let spot = try changed(scene, where: { x, y in (120..<150).contains(x) && (60..<90).contains(y) }) {
      $0 &+ SIMD4(30, 30, 30, 0)
    }
    let washed = try changed(scene, where: { x, _ in x < 24 }) { pixel in pixel &* 2 }
    for (part, quality) in [(spot, 0.9), (spot, 0.7), (washed, 0.9), (washed, 0.5)] {
      let found = try difference(scene.jpeg(quality: 0.9), part.jpeg(quality: quality))
      #expect(found.forth != nil && found.forth != .picture && found.back == found.forth)
    }
    // A faint change of a single spot, while all other pixels are untouched.
    let faint = try changed(scene, where: { x, y in (120..<128).contains(x) && (64..<72).contains(y) }) {
      $0 &+ SIMD4(4, 4, 4, 0)
    }
    #expect(try difference(scene.png(), faint.png()).forth == .part)
  }

  @Test func `gray, toned, sharpened, cropped and other pictures are different`() throws {
    let scene = try scene()
    let original = try scene.jpeg(quality: 0.9)
    let gray = try changed(scene) { pixel in SIMD4(pixel[1], pixel[1], pixel[1], 255) }
    let toned = try changed(scene) { pixel in SIMD4(pixel[0] + 20, pixel[1], pixel[2] - 20, 255) }
    #expect(try difference(original, gray.jpeg(quality: 0.9)).forth == .colors)
    #expect(try difference(original, toned.jpeg(quality: 0.9)).forth == .colors)
    let (width, height) = (scene.width, scene.height)
    let sharpened = try picture(width: width, height: height) { x, y in
      func gray(_ x: Int, _ y: Int) -> Int { Int(scene.pixel(x: x, y: y)?[1] ?? 0) }
      let pixel = scene.pixel(x: x, y: y) ?? SIMD4()
      let isInside = x > 0 && y > 0 && x < width - 1 && y < height - 1
      let detail =
        !isInside
        ? 0 : 4 * gray(x, y) - gray(x - 1, y) - gray(x + 1, y) - gray(x, y - 1) - gray(x, y + 1)
      return (Int(pixel[0]) + detail / 4, Int(pixel[1]) + detail / 4, Int(pixel[2]) + detail / 4)
    }
    let found = try difference(scene.png(), sharpened.jpeg(quality: 0.95))
    #expect(found.forth == .sharpness && found.back == .sharpness)
    let cropped = try picture(width: width * 9 / 10, height: height * 9 / 10) { x, y in
      let pixel = scene.pixel(x: x + width / 20, y: y + height / 20) ?? SIMD4()
      return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
    }
    #expect(try difference(original, cropped.jpeg(quality: 0.9)).forth != nil)
    #expect(try difference(original, self.scene(2).jpeg(quality: 0.9)).forth != nil)
    let square = try self.scene(width: 180, height: 180)
    #expect(try difference(original, square.jpeg(quality: 0.9)).forth == .shape)
  }

  @Test func `another scene is another picture, and a changed part of an edit is a changed part`() throws {
    let scene = try scene()
    let original = try scene.jpeg(quality: 0.9)
    for seed in UInt64(2)...5 {
      let found = try difference(original, self.scene(seed).jpeg(quality: 0.9))
      #expect(found.forth == .picture && found.back == .picture)
    }
    let edits = [
      try changed(scene) { pixel in SIMD4(pixel[1], pixel[1], pixel[1], 255) },
      try changed(scene) { pixel in (pixel &* 7) / 10 },
    ]
    for (edit, expected) in zip(edits, [PictureProof.Difference.colors, .brightness]) {
      #expect(try difference(original, edit.jpeg(quality: 0.9)).forth == expected)
      let spot = try changed(edit, where: { x, y in (120..<150).contains(x) && (60..<90).contains(y) }) {
        $0 &+ SIMD4(30, 30, 30, 0)
      }
      let found = try difference(original, spot.jpeg(quality: 0.9))
      #expect(found.forth == .part && found.back == .part)
    }
  }

  @Test func `finds a crop, also in gray, but not in another picture`() throws {
    let scene = try scene(width: 480, height: 360)
    let original = try scene.jpeg(quality: 0.9)
    let crop = try picture(width: 300, height: 300) { x, y in
      let pixel = scene.pixel(x: x, y: y + 40) ?? SIMD4()
      return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
    }
    let gray = try changed(crop) { pixel in SIMD4(pixel[1], pixel[1], pixel[1], 255) }
    for part in [crop, gray] {
      let found = try difference(original, part.jpeg(quality: 0.8))
      #expect(found.forth == .crop && found.back == .crop)
    }
    let other = try self.scene(2, width: 300, height: 300)
    #expect(try difference(original, other.jpeg(quality: 0.8)).forth == .shape)
  }

  @Test func `another line of text is a difference, and scaled text is not compared`() throws {
    let lines = Array(1...UInt64(7))
    let page = try page(lines)
    #expect(try difference(page.png(), page.jpeg(quality: 0.6)).forth == nil)
    for changed in [0, 6] {
      var other = lines
      other[changed] = 99
      let second = try self.page(other)
      #expect(try difference(page.png(), second.png()).forth == .graphicPart)
      #expect(try difference(page.jpeg(quality: 0.9), second.jpeg(quality: 0.5)).forth == .graphicPart)
    }
    let small = try page.scaled(to: #require(PixelSize(width: 200, height: 350)))
    #expect(try difference(page.png(), small.png()).forth != nil)
    let tiny = try scene().scaled(to: #require(PixelSize(width: 120, height: 90)))
    #expect(try difference(scene().png(), tiny.png()).forth == .size)
  }

  @Test func `a flipped byte is an error, a difference, or changes no pixel`() throws {
    let scene = try scene(width: 120, height: 96)
    let original = try scene.jpeg(quality: 0.9)
    try tree.file("original", original)
    let proof = try PictureProof(of: tree.at("original"))
    let pixels = try #require(try? PhotoImage.render(tree.at("original"), .full).pixels)
    var generator = SeededGenerator(seed: 5)
    var counts = (errors: 0, differences: 0)
    for _ in 0..<60 {
      var damaged = original
      damaged[Int.random(in: 700..<damaged.count - 2, using: &generator)] ^= UInt8.random(
        in: 1...255, using: &generator)
      try tree.file("damaged", damaged)
      do {
        if try proof.difference(from: tree.at("damaged")) != nil {
          counts.differences += 1
        } else {
          #expect(try PhotoImage.render(tree.at("damaged"), .full).pixels.luma == pixels.luma)
        }
      } catch {
        counts.errors += 1
        #expect(error.path == tree.at("damaged"))
      }
    }
    #expect(counts.errors > 0 && counts.differences > 0)
  }

  @Test func `a truncated photo is an error, and animations are not compared`() throws {
    let photo = try scene(width: 120, height: 96).jpeg(quality: 0.9)
    var zeroed = photo
    zeroed.replaceSubrange(
      photo.count * 9 / 10..<photo.count, with: repeatElement(0, count: photo.count / 10))
    try tree.file("photo", photo)
    for damaged in [Array(photo.dropLast(photo.count / 10)), zeroed] {
      try tree.file("damaged", damaged)
      #expect(throws: ImagingError.self) { try PictureProof(of: tree.at("damaged")) }
      #expect(throws: ImagingError.self) {
        try PictureProof(of: tree.at("photo")).difference(from: tree.at("damaged"))
      }
    }
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let one = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + frame
    try tree.file("one.gif", one + [0x3B])
    try tree.file("two.gif", one + frame + [0x3B])
    #expect(try PictureProof(of: tree.at("one.gif")).difference(from: tree.at("two.gif")) == .several)
    #expect(try PictureProof(of: tree.at("one.gif")).difference(from: tree.at("one.gif")) == nil)
  }
}
