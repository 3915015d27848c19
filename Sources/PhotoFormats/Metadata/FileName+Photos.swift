import PhotoFiles

extension PixelSize {
  /// Whether an iPhone or iPad has a screen of this size, upright or rotated.
  public var isScreenOfPhoneOrTablet: Bool { ScreenSize.isOfPhoneOrTablet(self) }
}

extension FileName {
  /// Whether the extension is one of photos or videos of known formats. It doesn't determine the type of a file, but
  /// distinguishes a photo that lost its content from other files.
  public var hasPhotoExtension: Bool { extensionCode.map(Self.photoExtensionCodes.contains) ?? false }

  /// Whether the extension is one of pictures of known formats.
  package var hasPictureExtension: Bool { extensionCode.map(Self.pictureExtensionCodes.contains) ?? false }

  /// Whether the extension is one of RAW files.
  package var hasRAWExtension: Bool { extensionCode.map(Self.rawExtensionCodes.contains) ?? false }

  /// The bytes of a possible photo extension in lowercase, as a number.
  private var extensionCode: UInt64? {
    // Most names are decided without a string.
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), (2...5).contains(bytes.count - dot - 1), dot > 0
    else { return nil }
    var code: UInt64 = 0
    for byte in bytes[(dot + 1)...] { code = code << 8 | UInt64(byte.lowercased) }
    return code
  }

  /// The date in the name.
  public var captureDate: CaptureDate? { FileNameDate.read(Bytes(composed.bytes)) }

  /// A Boolean value indicating whether systems give such names to screenshots.
  public var isScreenshotName: Bool { ScreenshotName.matches(Bytes(composed.bytes)) }

  private static let photoExtensionCodes = codes(of: PhotoFileType.allCases)
  private static let pictureExtensionCodes = codes(
    of: PhotoFileType.allCases.filter { $0.mediaType == .image })

  private static let rawExtensionCodes = codes(of: PhotoFileType.allCases.filter { $0.format == .raw })

  private static func codes(of types: [PhotoFileType]) -> Set<UInt64> {
    Set(
      types.flatMap(\.declaration.extensions).map { text in
        text.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      })
  }

  /// Whether the name ends in one of the endings, ignoring ASCII case, and is longer than it.
  func hasEnding(_ endings: StaticString...) -> Bool {
    endings.contains { ending in
      let start = bytes.count - ending.utf8CodeUnitCount
      return start > 0 && Bytes(bytes).suffix(from: start).hasCaseInsensitive(ending)
    }
  }
}
