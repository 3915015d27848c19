import Foundation
import PhotoFormats
import Testing

@testable import PhotoImaging

/// HEIF files whose bitstream contains a larger picture than their boxes declare.
struct BitstreamSizeTests {
  /// 64 × 64 pixels, encoded by libheif.
  private static let files = [
    """
      AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
      AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAHQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA
      AGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA
      AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3Bl
      AAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAlbWRhdAAAABkoAa8J4CE5dV//+9Kf
      /8FfIfq/unQcw9fg
    """,
    """
      AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
      AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAHAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA
      AGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAA
      ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACRtZGF0EgAKBhgVf/2BCDIQGAAKKKKEALTbaWK4zzumwA==
    """,
  ]

  private func bytes(_ base64: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
  }

  /// Returns the file with another size in its `ispe` property.
  private func claiming(_ side: UInt32, _ base64: String) throws -> Bytes {
    var bytes = try bytes(base64)
    let start = try #require((0..<bytes.count).first { Bytes(bytes).has("ispe", at: $0) })
    let side = Array(Pictures.number(side, size: 4).reversed())
    bytes.replaceSubrange(start + 8..<start + 16, with: side + side)
    return Bytes(bytes)
  }

  @Test(arguments: files) func `the bitstream determines the size regardless of the boxes`(file: String)
    throws
  {
    #expect(BitstreamSize.largest(in: PictureSource(Bytes(try bytes(file)))) == 64 * 64)
    #expect(BitstreamSize.largest(in: PictureSource(try claiming(8, file))) == 64 * 64)
  }

  @Test(arguments: files) func `limits apply to the larger of both sizes`(file: String) throws {
    let options = RenderingOptions(limits: ImagingLimits(pixels: 1000))
    let error = #expect(throws: ImagingError.self) {
      try PhotoImage.render(claiming(8, file), .full, options: options)
    }
    #expect(error?.reason == .tooLarge(PixelSize(width: 8, height: 8)))
    let few = RenderingOptions(limits: ImagingLimits(bytes: 64 * 64 * 8 - 1))
    #expect(throws: ImagingError.self) { try PhotoImage.render(claiming(8, file), .full, options: few) }
    #expect(try PhotoImage.render(Bytes(bytes(file)), .full).pixels.size == PixelSize(width: 64, height: 64))
  }

  /// Returns the file with another bitstream at its end.
  private func avif(of stream: [UInt8]) throws -> Bytes {
    var bytes = try bytes(Self.files[1])
    let place: [UInt8] = [0, 0, 0x01, 0x0E, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x1C]
    let start = try #require((0..<bytes.count).first { bytes[$0...].starts(with: place) })
    func big(_ value: Int) -> [UInt8] { Pictures.number(UInt32(value), size: 4).reversed() }
    bytes.replaceSubrange(
      start..<start + place.count, with: big(bytes.count) + place[4..<10] + big(stream.count))
    return Bytes(bytes + stream)
  }

  @Test func `sizes late in a bitstream count and too many units are rejected`() throws {
    let header: [UInt8] = [0x0A, 0x06, 0x18, 0x15, 0x7F, 0xFD, 0x81, 0x08]
    // Padding (AV1 Bitstream, 5.8).
    let padding: [UInt8] = [0x7A, 0]
    for (count, expected) in [(10, 64 * 64), (60_000, 64 * 64), (66_000, UInt64.max)] as [(Int, UInt64)] {
      let stream = [[UInt8]](repeating: padding, count: count).flatMap { $0 } + header
      #expect(BitstreamSize.largest(in: PictureSource(try avif(of: stream))) == expected, "\(count)")
    }
  }

  @Test(arguments: files) func `random changes do not crash the decoder`(file: String) throws {
    let whole = try bytes(file)
    var state: UInt64 = 20_261_121
    for _ in 0..<3000 {
      var changed = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      _ = BitstreamSize.largest(in: PictureSource(Bytes(changed)))
    }
    for count in 0..<whole.count {
      _ = BitstreamSize.largest(in: PictureSource(Bytes(Array(whole.prefix(count)))))
    }
  }
}
