import PhotoFiles

extension PixelSize {
  /// True for the size of the screen of an iPhone or iPad, upright or turned.
  public var isScreenOfPhoneOrTablet: Bool { ScreenSize.isOfPhoneOrTablet(self) }
}

extension FileName {
  /// True if the extension is one that photos or videos of the known formats carry.
  ///
  /// Never decides what a file is; it tells a photo that lost its content from a file of another kind.
  public var hasPhotoExtension: Bool { extensionCode.map(Self.photoExtensionCodes.contains) ?? false }

  /// True if the extension is one that pictures of the known formats carry.
  package var hasPictureExtension: Bool { extensionCode.map(Self.pictureExtensionCodes.contains) ?? false }

  /// The bytes of the extension in lower case as one number; `nil` if it is shorter or longer than those of photos.
  private var extensionCode: UInt64? {
    // The usual names are decided without making a string.
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), (2...5).contains(bytes.count - dot - 1), dot > 0
    else {
      return nil
    }
    var code: UInt64 = 0
    for byte in bytes[(dot + 1)...] {
      code = code << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return code
  }

  /// The date written in the name, if there is one.
  public var captureDate: CaptureDate? { FileNameDate.read(Bytes(bytes)) }

  /// True if the name is one that systems give to screenshots.
  public var isScreenshotName: Bool { ScreenshotName.matches(Bytes(bytes)) }

  private static let photoExtensionCodes = codes(of: PhotoFileType.allCases)
  private static let pictureExtensionCodes = codes(
    of: PhotoFileType.allCases.filter { $0.mediaType == .image })

  private static func codes(of types: [PhotoFileType]) -> Set<UInt64> {
    Set(
      types.flatMap(\.declaration.extensions).map { text in
        text.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      })
  }
}
