import TestSupport
import Testing

@testable import PhotoDuplicates

struct PictureTests {
  private var generator = SeededGenerator(seed: 1)

  /// A random picture of soft shapes, like a photo.
  private mutating func picture(width: UInt16 = 256, height: UInt16 = 171) throws -> SmallPicture {
    var values = (0..<SmallPicture.count).map { _ in Double.random(in: 0...255, using: &generator) }
    let side = SmallPicture.side
    for _ in 0..<3 {
      let old = values
      for y in 0..<side {
        for x in 0..<side {
          let near = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)].map { dx, dy in
            old[min(max(y + dy, 0), side - 1) * side + min(max(x + dx, 0), side - 1)]
          }
          values[y * side + x] = near.reduce(0, +) / 5
        }
      }
    }
    return try #require(
      SmallPicture(luma: values.map { UInt8($0) }, width: width, height: height))
  }

  private mutating func changed(_ picture: SmallPicture, _ change: (Double) -> Double) throws -> SmallPicture
  {
    let luma = picture.luma.map { value in
      UInt8(min(max(change(Double(value)) + Double.random(in: -1...1, using: &generator), 0), 255))
    }
    return try #require(SmallPicture(luma: luma, width: picture.width, height: picture.height))
  }

  @Test mutating func `a symmetry of the picture is one of the hash`() throws {
    for _ in 0..<20 {
      let picture = try picture()
      for symmetry in PictureSymmetry.all {
        let (moved, hash) = (PerceptualHash(picture.applying(symmetry)), PerceptualHash(picture))
        #expect(moved.distance(to: hash.applying(symmetry)) <= 2)
      }
    }
    #expect(Set(PictureSymmetry.all).count == 8)
  }

  @Test mutating func `every hash within the radius is found`() throws {
    var hashes = (0..<2000).map { _ in
      PerceptualHash(
        rows: SIMD16((0..<16).map { _ in UInt16.random(in: 0...UInt16.max, using: &generator) }))
    }
    for index in 0..<500 {
      var hash = hashes[index]
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        hash.rows[Int.random(in: 0..<16, using: &generator)] ^=
          1 << UInt16.random(in: 0..<16, using: &generator)
      }
      hashes.append(hash)
    }
    let queries = Array(hashes.prefix(600))
    let join = HashJoin(hashes, queries: queries, owners: queries.indices.map { UInt32($0) })
    var found: [UInt32: Set<Int>] = [:]
    for word in 0..<HashJoin.wordCount {
      for neighbor in join.neighbors(byWord: word) {
        found[neighbor.query, default: []].insert(Int(neighbor.position))
      }
    }
    for (query, hash) in queries.enumerated() {
      let near = hashes.indices.filter { $0 > query && hashes[$0].distance(to: hash) <= HashJoin.radius }
      #expect(found[UInt32(query)] ?? [] == Set(near))
    }
    #expect(HashJoin([], queries: [hashes[0]], owners: [0]).neighbors(byWord: 0).isEmpty)
    let same = HashJoin(Array(repeating: hashes[0], count: 1000), queries: [hashes[0]], owners: [0])
    #expect((1...1000).contains(same.neighbors(byWord: 0).count))
  }

  @Test mutating func `another brightness and compression make a version`() throws {
    for _ in 0..<20 {
      let picture = try picture()
      let bright = try changed(picture) { $0 * 1.1 + 5 }
      let fit = try #require(PictureFit(picture, bright))
      #expect(fit.isVersion(isStrict: false) && !fit.isVersion(isStrict: true))
      #expect(abs(fit.gain - 1.1) < 0.03 && fit.displacement < 0.05)
      #expect(try #require(PictureFit(picture, try changed(picture) { $0 })).isVersion(isStrict: true))
      #expect(PerceptualHash(picture).distance(to: PerceptualHash(bright)) <= HashJoin.radius)
    }
  }

  @Test mutating func `another picture, a displaced one and a local change are no versions`() throws {
    let side = SmallPicture.side
    for _ in 0..<20 {
      let (first, second) = (try picture(), try picture())
      #expect(PictureFit(first, second)?.isVersion(isStrict: false) != true)
      let displaced = (0..<SmallPicture.count).map { place in
        let (value, next) = (
          Int(first.luma[place]), Int(first.luma[place % side < side - 1 ? place + 1 : place])
        )
        return UInt8((2 * value + next) / 3)
      }
      let moved = try #require(SmallPicture(luma: displaced, width: 256, height: 171))
      #expect(PictureFit(first, moved)?.isVersion(isStrict: false) != true)
      var changed = first.luma
      for y in 8..<12 { for x in 8..<12 { changed[y * side + x] &+= 40 } }
      let local = try #require(SmallPicture(luma: changed, width: 256, height: 171))
      #expect(PictureFit(first, local)?.isVersion(isStrict: false) != true)
    }
  }

  @Test mutating func `a flat picture has no fit, and the shape counts`() throws {
    let flat = try #require(SmallPicture(luma: Array(repeating: 9, count: 1024), width: 256, height: 171))
    #expect(PictureFit(flat, flat).map(\.gain) == nil && flat.detail == 0)
    let (picture, other) = (try picture(), try picture(width: 256, height: 192))
    #expect(!picture.hasShape(of: other) && !picture.isAlmostSquare)
    let rounded = try self.picture(width: 255, height: 171)
    #expect(picture.hasShape(of: rounded))
    #expect(try self.picture(width: 256, height: 253).isAlmostSquare)
    #expect(SmallPicture(encoded: picture.encoded) == picture)
    #expect(SmallPicture(encoded: Array(picture.encoded.dropLast())) == nil)
  }
}
