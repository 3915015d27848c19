import Foundation
import PhotoFormats
import PhotoImaging
import Testing

/// Verification reads all that a file contains.
struct VerificationTests {
  private func damage(_ bytes: [UInt8], _ name: String) throws -> ImagingError? {
    let folder = try TemporaryTree()
    return PhotoImage.damage(of: try folder.write(bytes, to: name))
  }

  @Test(arguments: Array(TwoPictures.files.keys))
  func `a frame or page that is cut off is damage`(format: String) throws {
    let whole = try TwoPictures.bytes(format)
    #expect(try damage(whole, "whole.\(format)") == nil)
    for missing in [1, 10, 20, 60] {
      #expect(try damage(whole.dropLast(missing), "cut.\(format)") != nil, "\(missing) bytes are missing")
    }
  }

  @Test func `a changed byte in a later frame of PNG is damage`() throws {
    var bytes = try TwoPictures.bytes("png")
    bytes[bytes.count - 60] ^= 1
    #expect(try damage(bytes, "a.png") != nil)
  }

  /// One pixel, of which the only frame has 65,535 × 65,535 (GIF89a, 20 and 22).
  private static let hugeFrame: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2]

  @Test func `a frame far larger than the screen of a GIF is not decoded entirely`() throws {
    // Codes of up to 12 bits, one per pixel: enough for the first row.
    let rows = (0..<500).flatMap { _ in [255] + [UInt8](repeating: 0, count: 255) }
    #expect(try damage(Self.hugeFrame + rows + [0, 0x3B], "huge.gif") == nil)
    #expect(try damage(Self.hugeFrame + rows, "cut.gif") != nil)
  }

  @Test func `long and thin pictures are sound`() throws {
    let row = [SIMD4<UInt8>](repeating: Pictures.red, count: 65_500)
    #expect(try damage(Pictures.buffer([row]).png(), "wide.png") == nil)
    #expect(try damage(Pictures.buffer(row.map { [$0] }).png(), "high.png") == nil)
    #expect(try damage(Self.tiff(width: 65_500, height: 1), "wide.tif") == nil)
    #expect(try damage(Self.tiff(width: 1, height: 65_500), "high.tif") == nil)
    #expect(try damage(Self.tiff(width: 65_500, height: 1).dropLast(), "cut.tif") != nil)
  }

  /// A gray TIFF in one strip, which follows the directory.
  private static func tiff(width: UInt32, height: UInt32) -> [UInt8] {
    let entries: [(UInt32, UInt32)] = [
      (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8 + 2 + 10 * 12 + 4), (277, 1),
      (278, height), (279, width * height), (284, 1),
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + Pictures.number(UInt32(entries.count), size: 2)
    for (tag, value) in entries {
      file += Pictures.number(tag, size: 2) + Pictures.number(4, size: 2)
      file += Pictures.number(1, size: 4) + Pictures.number(value, size: 4)
    }
    return file + [0, 0, 0, 0] + [UInt8](repeating: 128, count: Int(width * height))
  }
}

/// Files with two frames or pages of 64 × 64 pixels, each in one color, from Pillow.
private enum TwoPictures {
  static func bytes(_ format: String) throws -> [UInt8] {
    let text = try #require(files[format])
    return Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
  }

  static let files = [
    "gif": """
    R0lGODdhQABAAIEAAMgoWgAAAAAAAAAAACwAAAAAQABAAAAIaQABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPH
    jyBDihxJsqTJkyhTqlzJsqXLlzBjypxJs6bNmzhz6tzJs6fPn0CDCh1KtKjRo0iTKl3KtKnTp1CjSp1KtarVq1izagUQEAAh
    +QQBAAABACwAAAAAQABAAIEUjFoAAAAAAAAAAAAIaQABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPHjyBDihxJ
    sqTJkyhTqlzJsqXLlzBjypxJs6bNmzhz6tzJs6fPn0CDCh1KtKjRo0iTKl3KtKnTp1CjSp1KtarVq1izagUQEAA7
    """,
    "png": """
    iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAABAAAAA
    QAAAAAAAAAAAAAAAAQAAgqA6ZAAAAGNJREFUeJztz0ENwCAAwEBADZpQjKyJ4HFZ0lPQzrvP+LOlA141oDWgNaA1oDWgNaA1
    oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oH108AHKXqtJagAAABpmY1RMAAAAAQAA
    AEAAAABAAAAAAAAAAAAAAAABAAAZ09CwAAAAZ2ZkQVQAAAACeJztz0ENwCAAwEBAA+rQhOiJ4HFZ0lPQzn3P+LOlA141oDWg
    NaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oH1f+wF6l2pvrQAAAABJ
    RU5ErkJggg==
    """,
    "webp": """
    UklGRogAAABXRUJQVlA4WAoAAAACAAAAPwAAPwAAQU5JTQYAAAAAAAAAAABBTk1GKgAAAAAAAAAAAD8AAD8AAAAAAAJWUDhM
    EQAAAC8/wA8AB1CUIler/4GI6H8AAEFOTUYqAAAAAAAAAAAAPwAAPwAAAAAAAFZQOEwRAAAALz/ADwAHUMZSVKv/gYjofwAA
    """,
    "tif": """
    SUkqADAAAAB4nO3CQREAAAwCoDpmMrGxVmMPOJZOVVVVVVVVVVVVVVX9/QBjsqEtCgAAAQMAAQAAAEAAAAABAQMAAQAAAEAA
    AAACAQMAAwAAAK4AAAADAQMAAQAAAAgAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAEAA
    AAAXAQQAAQAAACgAAAAcAQMAAQAAAAEAAADwAAAACAAIAAgAAAAAAAAAAAAAAAAASUkqADAAAAB4nO3CQREAAAwCoBKmM5Oh
    V2MPOLJGVVVVVVVVVVVVVVX9/QCad6DiCgAAAQMAAQAAAEAAAAABAQMAAQAAAEAAAAACAQMAAwAAAG4BAAADAQMAAQAAAAgA
    AAAGAQMAAQAAAAIAAAARAQQAAQAAAMgAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAEAAAAAXAQQAAQAAACgAAAAcAQMAAQAAAAEA
    AAAAAAAACAAIAAgA
    """,
    "avif": """
    AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAA
    cGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAPlAAAAJgAAAChpaW5mAAAA
    AAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAQcGl4
    aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAACxm1vb3YA
    AAB4bXZoZAEAAAAAAAAA5y/oPAAAAADnL+g8AAAD6P//////////AAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAA
    AQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAJGdHJhawAAAGh0a2hkAQAAAQAAAADn
    L+g8AAAAAOcv6DwAAAABAAAAAP//////////AAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAA
    AAAAQAAAAABAAAAAQAAAAAAALGVkdHMAAAAkZWxzdAEAAAEAAAABAAAAAAAAAAIAAAAAAAAAAAABAAAAAAGqbWRpYQAAACxt
    ZGhkAQAAAAAAAADnL+g8AAAAAOcv6DwAAAPoAAAAAAAAAAJVxAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAA
    AAABVW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARVzdGJs
    AAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAEAAQABIAAAASAAAAAAAAAABCkFPTSBD
    b2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABBjY3N0AAAA
    AHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAAEAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAA
    AAAAAAIAAAAmAAAAHAAAABRzdGNvAAAAAAAAAAEAAAPlAAAAFHN0c3MAAAAAAAAAAQAAAAEAAABKbWRhdBIACg0AAAACr/+b
    XyICGg0IMhMQAKAAAAJAAAADzg9cBPeozL2AEgAyGDADwIAAAEagAAACQAAgAB865Da8lCfDRA==
    """,
  ]
}
