extension MakerNote {
  /// The range of the preview that the camera put into the photo, in bytes from the TIFF header of the photo; it may lie
  /// after the block. `nil` if the note names none. The tags are those that ExifTool documents.
  var preview: Range<Int>? {
    switch maker {
    // PreviewImageInfo.
    case .canon: run(start: number(0x00B6, at: 5), length: number(0x00B6, at: 2))
    // PreviewIFD.
    case .nikon:
      run(
        start: number(ExifTag.jpegInterchangeFormat, ofDirectory: 0x0011),
        length: number(ExifTag.jpegInterchangeFormatLength, ofDirectory: 0x0011))
    // CameraSettings, or PreviewImageStart of the first cameras.
    case .olympus:
      run(start: number(0x0101, ofDirectory: 0x2020), length: number(0x0102, ofDirectory: 0x2020))
        ?? run(start: number(0x1036), length: number(0x1037))
    case .casio, .pentax: run(start: number(0x0004), length: number(0x0003))
    case .apple, .earlyCasio, .panasonic: nil
    }
  }

  private func number(_ tag: UInt16, at index: Int = 0) -> Int? { value(tag)?.integer(at: index) }

  private func number(_ tag: UInt16, ofDirectory parent: UInt16) -> Int? {
    value(tag, ofDirectory: parent)?.integer()
  }
}
