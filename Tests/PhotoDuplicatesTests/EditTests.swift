import PhotoFormats
import PhotoImaging
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoDuplicates

/// Edits of a made picture, among versions of it.
struct EditTests {
  private typealias Color = SIMD3<Int>

  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  /// A colored picture of soft shapes; the same for the same seed.
  private func scene(_ seed: UInt64 = 1, width: Int = 480, height: Int = 320) throws -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    let waves = (0..<10).map { _ in
      (
        x: Double.random(in: 0...14, using: &generator), y: Double.random(in: 0...14, using: &generator),
        phase: Double.random(in: 0...6, using: &generator)
      )
    }
    return try picture(width, height) { x, y in
      let values = (0..<3).map { channel in
        waves.reduce(120.0) { sum, wave in
          let turns = wave.x * Double(x) / Double(width) + wave.y * Double(y) / Double(height) + wave.phase
          let shifted = turns + Double(channel) * 0.1
          return sum + 30 * abs((shifted / 2).truncatingRemainder(dividingBy: 2) - 1) - 15
        }
      }
      return Color(Int(values[0]), Int(values[1]), Int(values[2]))
    }
  }

  private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> Color) throws -> PixelBuffer {
    var rgba: [UInt8] = []
    rgba.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        rgba += [UInt8(clamping: color[0]), UInt8(clamping: color[1]), UInt8(clamping: color[2]), 255]
      }
    }
    let size = try #require(PixelSize(width: UInt32(width), height: UInt32(height)))
    return try #require(PixelBuffer(size: size, rgba: rgba, isOpaque: true))
  }

  private func changed(
    _ picture: PixelBuffer, _ change: (_ color: Color, _ x: Int, _ y: Int) -> Color
  ) throws -> PixelBuffer {
    try self.picture(picture.width, picture.height) { x, y in
      let pixel = picture.pixel(x: x, y: y) ?? SIMD4()
      return change(Color(Int(pixel[0]), Int(pixel[1]), Int(pixel[2])), x, y)
    }
  }

  private func gray(_ picture: PixelBuffer) throws -> PixelBuffer {
    try changed(picture) { color, _, _ in Color(repeating: (color[0] * 3 + color[1] * 6 + color[2]) / 10) }
  }

  /// Writes a JPEG file with the Exif of a camera.
  private func write(
    _ picture: PixelBuffer, _ name: String, quality: Double = 0.9, isFirst: Bool = false
  ) throws {
    let header = PictureBuilder.jpeg("2014:05:25 10:00:00") {
      $0.make = "Canon"
      $0.exifSize = isFirst ? nil : (9999, 9999)
    }
    let end = try #require(header.indices.first { header[$0...].starts(with: [0xFF, 0xC0]) })
    try tree.file(
      FilePath(name), Array(header[..<end]) + picture.jpeg(quality: quality).dropFirst(2))
  }

  /// The kind of each group and the names of its photos, the best first.
  private func groups() async throws -> [String] {
    let finder = DuplicateFinder(cache: ThumbnailCache(folder: nil, version: "1"))
    let found = try await finder.groups(of: LibraryScanner().scan([tree.path]).assets)
    #expect(found.failures.isEmpty)
    return found.groups.map { group in
      ([group.kind.rawValue, group.assets[0].name.text] + group.assets.dropFirst().map(\.name.text).sorted())
        .joined(separator: " ")
    }
  }

  @Test func `gray, toned and retouched pictures are edits, other compressions and sizes versions`()
    async throws
  {
    let scene = try scene()
    try write(scene, "original.jpg", isFirst: true)
    try tree.file("coarse.jpg", scene.jpeg(quality: 0.4))
    try tree.file(
      "half.jpg", scene.scaled(to: #require(PixelSize(width: 240, height: 160))).jpeg(quality: 0.9))
    try tree.file("turned.jpg", scene.oriented(.right).jpeg(quality: 0.9))
    try tree.file("gray.jpg", gray(scene).jpeg(quality: 0.9))
    let toned = try changed(gray(scene)) { color, _, _ in color &+ Color(25, 5, -25) }
    try tree.file("toned.jpg", toned.jpeg(quality: 0.9))
    let retouched = try changed(scene) { color, x, y in
      (200..<212).contains(x) && (150..<162).contains(y) ? color &+ Color(repeating: 35) : color
    }
    try tree.file("retouched.jpg", retouched.jpeg(quality: 0.9))
    let found = try await groups()
    #expect(
      found == [
        "version original.jpg coarse.jpg half.jpg turned.jpg",
        "edit original.jpg gray.jpg retouched.jpg toned.jpg",
      ])
  }

  @Test(arguments: [(0.05, 0.05, 0.9, 0.9), (0.3, 0.1, 0.6, 0.7), (0, 0.2, 0.5, 0.8)])
  func `a crop of a photo of the same time is an edit, also in gray`(part: (Double, Double, Double, Double))
    async throws
  {
    let scene = try scene()
    try write(scene, "original.jpg", isFirst: true)
    func pixels(_ share: Double, _ side: Int) -> Int { Int(share * Double(side)) }
    let crop = try picture(pixels(part.2, 480), pixels(part.3, 320)) { x, y in
      let pixel = scene.pixel(x: x + pixels(part.0, 480), y: y + pixels(part.1, 320)) ?? SIMD4()
      return Color(Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
    }
    try write(crop, "crop.jpg")
    let found = try await groups()
    #expect(found == ["edit original.jpg crop.jpg"])
    try write(gray(crop), "crop.jpg")
    let foundInGray = try await groups()
    #expect(foundInGray == ["edit original.jpg crop.jpg"])
  }

  @Test func `the camera's file is the original, although another one is larger or has more color`()
    async throws
  {
    let scene = try scene()
    try write(scene, "original.jpg", isFirst: true)
    let framed = try picture(560, 400) { x, y in
      guard (40..<520).contains(x), (40..<360).contains(y) else { return Color(repeating: 250) }
      let pixel = scene.pixel(x: x - 40, y: y - 40) ?? SIMD4()
      return Color(Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
    }
    try write(framed, "framed.jpg")
    let found = try await groups()
    #expect(found == ["edit original.jpg framed.jpg"])
    try tree.remove("framed.jpg")
    try write(gray(scene), "original.jpg", isFirst: true)
    try tree.file("colored.jpg", scene.jpeg(quality: 0.9))
    let foundInColor = try await groups()
    #expect(foundInColor == ["edit original.jpg colored.jpg"])
  }

  @Test func `two files of a camera are two shots, although only a part differs`() async throws {
    let scene = try scene()
    try write(scene, "1.jpg", isFirst: true)
    let other = try changed(scene) { color, x, y in
      (200..<212).contains(x) && (150..<162).contains(y) ? color &+ Color(repeating: 35) : color
    }
    try write(other, "2.jpg", isFirst: true)
    let found = try await groups()
    #expect(found == [])
  }

  @Test func `photos of the same second are not edits`() async throws {
    for seed in 1...4 {
      try write(scene(UInt64(seed)), "\(seed).jpg", isFirst: seed == 1)
      try write(scene(UInt64(seed + 10), width: 400, height: 320), "\(seed)-small.jpg")
    }
    let found = try await groups()
    #expect(found == [])
  }
}
