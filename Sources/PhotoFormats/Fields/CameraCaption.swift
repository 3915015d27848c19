/// The captions that cameras and programs write where people could: they say nothing of the photo.
enum CameraCaption {
  /// Whole captions, in lower case.
  private static let captions: Set<String> = [
    "\\n", "dcf 1.0", "default", "digital still camera", "exif jpeg", "exif_jpeg_picture", "gcm_tag",
    "kodak digital still camera", "screenshot", "sony dsc", "untitled",
  ]
  /// How captions begin, in lower case: paths on memory cards, and the names of a maker's models.
  private static let beginnings: [StaticString] = ["dcim\\", "dcim/", "<digimax"]
  /// At most so many words say `OLYMPUS DIGITAL CAMERA`.
  private static let mostWords = 4
  /// So many settings, such as `filter: 0;`, are a record of a program and no sentence.
  private static let leastSettings = 3
  /// So many hexadecimal digits without a blank are an identifier.
  private static let leastDigits = 32

  /// Longer texts are none of the whole captions, in bytes.
  private static let longestCaption = 64

  /// True if a caption is one of them.
  static func matches(_ text: String) -> Bool {
    if text.utf8.count <= longestCaption, captions.contains(text.lowercased()) { return true }
    let bytes = Bytes(Array(text.utf8))
    return beginnings.contains(where: bytes.hasCaseInsensitive) || namesCamera(bytes) || isIdentifier(text)
      || isRecord(text)
  }

  /// True for the name of a maker in capitals, with `DIGITAL CAMERA` behind it.
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

  /// True for settings such as `filter: 0; filterMask: 1; touch: (-1.0, -1.0);`.
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
