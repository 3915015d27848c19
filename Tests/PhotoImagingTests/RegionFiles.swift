import Foundation
import PhotoFormats
import PhotoImaging
import Testing

/// Files in several codings, in which all pixels differ.
enum RegionFiles {
  /// Decodes a file from ImageMagick, 40 x 36 pixels.
  private static func bytes(_ base64: String) throws -> Bytes {
    let data = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
    return Bytes(Array(data))
  }

  /// Returns a picture in which all pixels differ.
  static func slopes(width: Int, height: Int) throws -> PixelBuffer {
    try Pictures.buffer(
      (0..<height).map { y in
        (0..<width).map { x in
          SIMD4(UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x * 7 + y * 3) % 256), 255)
        }
      })
  }

  /// Uncompressed RGB, in squares of 32 x 32 or strips of 8 rows.
  static func tiff(width: Int, height: Int, isTiled: Bool, orientation: UInt8 = 1) throws -> Bytes {
    let (across, down) = isTiled ? (32, 32) : (width, 8)
    var data: [UInt8] = []
    var offsets: [UInt32] = []
    for top in stride(from: 0, to: height, by: down) {
      for left in stride(from: 0, to: width, by: across) {
        offsets.append(UInt32(data.count))
        for y in top..<top + down {
          for x in left..<left + across { data += [UInt8(x * 2), UInt8(y * 2), 9] }
        }
      }
    }
    let length = UInt32(across * down * 3)
    let start = UInt32(8 + 2 + 12 * 12 + 4)
    let values = start + UInt32(8 * offsets.count)
    var entries: [(UInt32, UInt32, UInt32, UInt32)] = [
      (0x0100, 3, 1, UInt32(width)), (0x0101, 3, 1, UInt32(height)), (0x0102, 3, 1, 8), (0x0103, 3, 1, 1),
      (0x0106, 3, 1, 2), (0x0112, 3, 1, UInt32(orientation)), (0x0115, 3, 1, 3),
    ]
    let count = UInt32(offsets.count)
    let lengths = start + 4 * count
    entries +=
      isTiled
      ? [(0x0142, 3, 1, 32), (0x0143, 3, 1, 32), (0x0144, 4, count, start), (0x0145, 4, count, lengths)]
      : [(0x0111, 4, count, start), (0x0116, 3, 1, 8), (0x0117, 4, count, lengths), (0x011C, 3, 1, 1)]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + Pictures.number(UInt32(entries.count), size: 2)
    for (tag, type, count, value) in entries {
      file += Pictures.number(tag, size: 2) + Pictures.number(type, size: 2)
      file += Pictures.number(count, size: 4) + Pictures.number(value, size: 4)
    }
    file += [UInt8](repeating: 0, count: Int(start) - file.count)
    for offset in offsets { file += Pictures.number(values + offset, size: 4) }
    for _ in offsets { file += Pictures.number(length, size: 4) }
    return Bytes(file + data)
  }

  /// A progressive JPEG with chroma subsampling.
  static func progressive() throws -> Bytes {
    try bytes(
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO
      UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P
      T09PT09PT0//wgARCAAkACgDASIAAhEBAxEB/8QAGgAAAwADAQAAAAAAAAAAAAAAAAECAwUGBP/EABgBAQEBAQEAAAAAAAAAAAAA
      AAMEBQEC/9oADAMBAAIQAxAAAAHUOHZfbgFchASYhxtZFuGS2SEnfaAJ4+cYa/PQBm+//8QAGhABAAMAAwAAAAAAAAAAAAAAAgED
      BBAgMP/aAAgBAQABBQL3RQnoiVG3JUKuKIhX/wD/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQIDExD/2gAIAQMBAT8BVgrDQUxWGgxc
      /8QAGhEAAgMBAQAAAAAAAAAAAAAAAAECAxMEEf/aAAgBAgEBPwF1jrMx1jrMzlk9EhnW2pLw/8QAHhABAAEDBQEAAAAAAAAAAAAA
      AQIAEWEDECAwMVH/2gAIAQEABj8C77TijnjaQJmnUgI/N4D4yr//xAAaEAEBAQADAQAAAAAAAAAAAAAAEQEQIWFB/9oACAEBAAE/
      IaqqqqqqqqqvPxYiqqvF9YrHQvjeue8/Bmv/2gAMAwEAAgADAAAAEMBjl8Qfw/8A/8QAGBEBAQEBAQAAAAAAAAAAAAAAAQAQESH/
      2gAIAQMBAT8QyjXEPk7rf//EABgRAQADAQAAAAAAAAAAAAAAAAEAESEQ/9oACAECAQE/EOe7gJZzdwoFphloKyf/xAAdEAEBAAIB
      BQAAAAAAAAAAAAABABExkSFRYYGh/9oACAEBAAE/ECEIQhCEIQhCEJ5wMV9iEIRkkbIOGXtpsv05eGGGJbATuZOl/9k=
      """)
  }

  /// A lossless WebP.
  static func webP() throws -> Bytes {
    try bytes(
      """
      UklGRnIBAABXRUJQVlA4TGYBAAAvJ8AIAFegkJEkqfbzV1ifdTiRE1EUSVJj4BzkDP7/yMAMfBQzkgQRjL/UIMzei7D/nf/4/88W
      2HhjCQ9pwNlL7607YIBbbZsVRVMzCM2AbMO5VMBMBRc6YO1AU1uwC+tk/mFb+N6I/jNw27aRkrRG1o1ntG7P8wDg+8eYQTovccKX
      oTDE+TyA4Yj2aoITk6jFt3zTZcA3lQySDpk1QFRpNVV7HVbGglcbXFeyPblUyLGSq0kYfNyLSJTasPI4PUF7KCmTshV6emBXUiyp
      MvyMTri8EHOpqeUBAnugkAfpNu96SikWBLmhzTEkkZQT1Ly6LpyHnRQAclulzclz61zYHpuQ4bH2BEYF1MW0WnN+M8WQ2JdJ6iHY
      7HrSFTKHxhW7JhYYihrEZGy2Qxu3LPOQ3Jx3A2iZH0Zcy0ZgkQ3gjlnrYrtugIVhxee9S0a+/b+Qszr65YUZpPsuWP46r7rmd4N+
      75Mf
      """)
  }

  /// An interlaced PNG.
  static func interlaced() throws -> Bytes {
    try bytes(
      """
      iVBORw0KGgoAAAANSUhEUgAAACgAAAAkBAMAAAF+FVWzAAAAGFBMVEWbAGK/AD/KADNfAJ6CDooiANtHHdH19f4C5/1DAAABZ0lE
      QVQoz11SwW3DMAw8QQtYniDJBAJo5R3AGaAAQXeAIugEidfvkZLRtARiUJfTUXcSUE5YK6D8GT9P+wDmE4AJUitMOrYCZYZIzeSq
      yAIzUyVa5gtILMW/SNzFzWhkZiqK8Gsi4nzbqMWCuL7vvOBWg+/7pcuz91Zydglo83nisj7SpB3Tqd6a4GG9VLDv+1hQJXHChRWK
      XMxntj4spVLOdOTqbAvuteNTwbr6WIQRHmGcKObHEWgsCpFXC3zNaCp+yiw3Rzvn7od8tGCFe+I6Wmt6ZMLe2ob92RfblS5e3dAn
      RiUeLUVe3U/u8IRCj2WmTb+gOtAphXcaW2pl/oOdMCVahyxLZIuRvNPpcKEVlocyhMK2Z5CJOxi4juuIELxcX/q9HBUbnNk0PAed
      M5kgnTeW53X8sfYcNPh6yIxwmI5GyVtiHY4tou0XjFfBnJvxLbzeUEbc7PrlD2R/2B/+FuA//PsHMPWL4JoT/T4AAAAASUVORK5C
      YII=
      """)
  }

  static func gif() throws -> Bytes {
    try bytes(
      """
      R0lGODlhKAAkAPIAAMsAM5wAYr8AP18AnyMA20gd0vX1/4IOiiH5BAAAAAAAIf8LSW1hZ2VNYWdpY2sNZ2FtbWE9MC40NTQ1NQAs
      AAAAACgAJAAAA/4YuiwSDro5gQA468y6f1FIXds2BKe3gI8kUhuJdam6ri/saAeK1j4bzjXaWQQHIFAIUrQkRMqhN6ilrEInJEoZ
      JH3VoDjbKm8nU2/wdFUsmVti1Utn/9z4d8fsrPt/bWELensSc1VJh2BrY4Q0h5BzbmF2dowqkYqQd5ZjnpOZmXeAlKOeBAOoqKFs
      m4uVDCmrs6yRr3iMraqrqbW1nGIEqqnDxL6SkFSDw7O0vaykYK0nu8bFvLyh0V5fwsa9zNjgv4dJwufeu83PkNmRUwfo8unj1lXu
      rPP6Bef34+747umbR4weM3YBBxJM542dwDkAFQ4sqM4gRIESJVIUVz1sQIGNGRVS/NeQX8iMIGmhKmCgpcmT+gqC81bgY8ubBmDq
      5JeKJc6bL3VqJODzJ86gQvudM8rUZdJ5LBMAADs=
      """)
  }

  /// A JPEG of 8 x 8 in the inverted inks of Adobe.
  static func inks() throws -> Bytes {
    try bytes(
      """
      /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUV
      FQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
      FBQUFBQU/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAUI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E
      ABUBAQEAAAAAAAAAAAAAAAAAAAMJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4EAQACEQMRBAAAPwBUqfiwH//Z
      """)
  }
}
