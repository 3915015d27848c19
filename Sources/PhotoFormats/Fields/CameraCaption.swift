/// Captions that devices and programs write into every photo, which don't describe it.
enum CameraCaption {
  private static let phrases: Set<String> = [
    "\\n", "binary comment", "charset=ascii", "created by imlib", "dcf 1.0", "default", "digital camera",
    "digital still camera", "dvc 10.1 hdmi", "exif jpeg", "exif jpeg picture", "exif_jpeg_422",
    "exif_jpeg_picture", "exif_jpeg_t422", "gcm_tag",
    "hellomoto", "iclarified", "kodak digital still camera", "minolta dsc", "my beautiful picture",
    "samsung camera pictures",
    "scanned document", "scanned image", "scanner", "screenshot", "sony dsc", "untitled",
  ]
  /// Folders of devices.
  private static let paths: [StaticString] = [
    "/data/", "/dcim/", "/home/", "/media/", "/mnt/", "/private/", "/sdcard/", "/storage/", "/users/",
    "/var/",
    "/volumes/", "content:/", "dcim/", "file:/",
  ]
  /// Makers whose devices write the maker's name as a caption. Other names may be true captions: `Apple`, `Palm`.
  private static let namingMakers: Set<String> = [
    "agfa", "agfaphoto", "benq", "brother", "canon", "casio", "concord", "epson", "fuji", "fujifilm",
    "hasselblad",
    "hewlett", "hp", "htc", "huawei", "jenoptik", "kodak", "konica", "kyocera", "leica", "lexmark", "lg",
    "mamiya",
    "medion", "microtek", "minolta", "motorola", "mustek", "nikon", "nokia", "olympus", "oppo", "panasonic",
    "pentax",
    "plustek", "praktica", "realme", "ricoh", "rollei", "samsung", "sanyo", "sharp", "sigma", "sony",
    "toshiba",
    "umax", "vivitar", "vivo", "xerox", "xiaomi", "yashica", "zte",
  ]
  /// Words that devices write next to their names.
  private static let nouns: Set<String> = [
    "camera", "co", "company", "corp", "corporation", "dcf", "digital", "dsc", "exif", "image", "inc", "jpeg",
    "ltd", "phone", "photo", "picture", "pictures", "scanner", "series", "smartphone", "still",
  ]
  /// The maximum number of words of a caption such as `OLYMPUS DIGITAL CAMERA`.
  private static let mostWords = 4
  /// The minimum number of hexadecimal digits of an identifier.
  private static let leastDigits = 32

  private static let longestCaption = 64

  /// Returns whether a device wrote a text.
  ///
  /// - Parameter camera: The camera that took the photo: only words that its maker's devices write are theirs.
  static func matches(_ text: String, of camera: Camera? = nil) -> Bool {
    let bytes = Bytes(Array(text.utf8))
    if bytes.count <= longestCaption {
      if phrases.contains(text.lowercased()) || namesUnknownCamera(bytes) { return true }
      if let camera, names(camera, in: text) || FirmwareMark.matches(bytes.array, maker: camera.make) {
        return true
      }
      if camera?.make == nil, FirmwareMark.matches(bytes.array, maker: nil) { return true }
    }
    return isPath(bytes) || isIdentifier(text) || CaptionRecord.matches(text)
  }

  /// Whether a text is `DIGITAL CAMERA` in capitals with other words, as in `MOULTRIE DIGITAL GAME CAMERA`.
  private static func namesUnknownCamera(_ text: Bytes) -> Bool {
    guard text.has("CAMERA", at: text.count - 6) else { return false }
    let words = text.array.split(separator: UInt8(ascii: " "))
    return words.count <= mostWords && words.last?.elementsEqual("CAMERA".utf8) == true
      && words.contains { $0.elementsEqual("DIGITAL".utf8) }
      && !text.array.contains { $0.isLetter && $0 == $0.lowercased }
  }

  /// Whether a text consists of the name of a maker that writes it or of the whole model, and of other words that
  /// devices write.
  private static func names(_ camera: Camera, in text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), isSpelledAsName(text, camera) else { return false }
    let maker = words(camera.make)
    guard !namingMakers.isDisjoint(with: maker) else { return false }
    let (model, caption) = (words(camera.model), words(text))
    let named = Set(caption)
    let namesMaker = maker.contains { namingMakers.contains($0) && named.contains($0) }
    // Many models start with the maker.
    let ownWords = model.filter { !maker.contains($0) }
    let namesModel = ownWords.joined().count > 1 && named.isSuperset(of: ownWords)
    return (namesMaker || namesModel)
      && caption.allSatisfy { word in
        maker.contains(word) || model.contains(word) || nouns.contains(word)
          || word.utf8.allSatisfy(\.isDigit)
      }
  }

  /// Whether a text has a capital letter, as names have, or is a part of the name that the camera writes: `apple` in a
  /// photo of Apple's isn't.
  private static func isSpelledAsName(_ text: String, _ camera: Camera) -> Bool {
    text.utf8.contains { $0 != $0.lowercased }
      || [camera.make, camera.model].contains { $0?.contains(text) == true }
  }

  private static func words(_ text: String?) -> [String] {
    (text ?? "").lowercased().utf8.split { !$0.isLetter && !$0.isDigit }.compactMap { String($0) }
  }

  /// Whether a text is the path of a file or folder: one on a device or drive, or any names joined by backslashes, one
  /// of which has a number or an extension.
  private static func isPath(_ text: Bytes) -> Bool {
    if text.firstIndex(of: UInt8(ascii: "/")) != nil, paths.contains(where: text.hasCaseInsensitive) {
      return true
    }
    let backslash = UInt8(ascii: "\\")
    if text.has(":\\", at: 1) { return text[0]?.isLetter == true }
    return text.firstIndex(of: backslash) != nil && !text.array.contains { $0 <= 0x20 }
      && text.array.contains { $0.isDigit || $0 == UInt8(ascii: ".") }
  }

  private static func isIdentifier(_ text: String) -> Bool {
    let digits = text.utf8.lazy.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= leastDigits && digits.allSatisfy { $0.hexadecimalValue != nil }
  }
}
