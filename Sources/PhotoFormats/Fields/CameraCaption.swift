/// Default captions of devices and programs, which don't describe the photo.
enum CameraCaption {
  private static let captions: Set<String> = [
    "\\n", "dcf 1.0", "default", "digital still camera", "exif jpeg", "exif_jpeg_picture", "gcm_tag",
    "kodak digital still camera", "screenshot", "sony dsc", "untitled",
  ]
  private static let beginnings: [StaticString] = ["dcim\\", "dcim/", "<digimax"]
  /// The maximum number of words of a caption such as `OLYMPUS DIGITAL CAMERA`.
  private static let mostWords = 4
  /// The minimum number of settings, such as `filter: 0;`, of a program's record.
  private static let leastSettings = 3
  /// The minimum number of hexadecimal digits of an identifier.
  private static let leastDigits = 32

  private static let longestCaption = 64

  static func matches(_ text: String) -> Bool {
    if text.utf8.count <= longestCaption, captions.contains(text.lowercased()) { return true }
    let bytes = Bytes(Array(text.utf8))
    return beginnings.contains(where: bytes.hasCaseInsensitive) || namesCamera(bytes) || isIdentifier(text)
      || isRecord(text)
  }

  private static func namesCamera(_ text: Bytes) -> Bool {
    let ending: StaticString = "DIGITAL CAMERA"
    guard text.has(ending, at: text.count - ending.utf8CodeUnitCount) else { return false }
    let letters = text.array
    return !letters.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && letters.split(separator: UInt8(ascii: " ")).count <= mostWords
  }

  private static func isIdentifier(_ text: String) -> Bool {
    text.utf8.count >= leastDigits && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static func isRecord(_ text: String) -> Bool {
    var (count, isBehindColon) = (0, false)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"): isBehindColon = true
      case UInt8(ascii: " "): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "("), UInt8(ascii: "-"):
        if isBehindColon { count += 1 }
        isBehindColon = false
      default: isBehindColon = false
      }
    }
    return count >= leastSettings
  }
}
