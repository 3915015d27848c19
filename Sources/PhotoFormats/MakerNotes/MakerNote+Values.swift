import PhotoFiles

extension MakerNote {
  /// Offers the declared fields of the note. The tags are those that ExifTool documents.
  func offer(to findings: inout MetadataFindings) {
    if let lens { findings.offer(.text(lens), for: .lens) }
    if let iso { findings.offer(.number(iso), for: .iso) }
    guard maker == .apple else { return }
    // Identifiers shared by picture and film of a Live Photo, and by the pictures of a burst.
    if let text = value(0x0011)?.text { findings.offer(.text(text), for: .contentIdentifier) }
    if let text = value(0x000B)?.text { findings.offer(.text(text), for: .burst) }
  }

  private var lens: String? {
    switch maker {
    case .canon: value(0x0095)?.text
    case .olympus: value(0x0203, ofDirectory: 0x2010)?.text
    case .panasonic: value(0x0051)?.text
    // Only the Q.
    case .pentax: value(0x0239)?.bytes.prefixSlice(at: 12, count: 30).trimmedText
    case .apple, .casio, .earlyCasio, .nikon: nil
    }
  }

  /// The sensitivity. Panasonic, Fujifilm and Sony only write it in Exif.
  private var iso: Double? {
    switch maker {
    case .canon: canonISO
    // The second number is the effective sensitivity.
    case .nikon: value(0x0002)?.double(at: 1)
    case .olympus: value(0x1001)?.double().flatMap { $0 > 0 ? Self.sensitivity(steps: $0 - 5) : nil }
    // 3 to 45 and 258 to 286 are codes.
    case .pentax:
      value(0x0014)?.integer().flatMap {
        $0 >= 50 && $0 <= 3200 && !(258...286).contains($0) ? Double($0) : nil
      }
    case .casio: value(0x3014)?.double()
    case .earlyCasio: value(0x0014)?.double()
    case .apple, .panasonic: nil
    }
  }

  /// The sensitivity in CameraSettings, otherwise the automatic one in ShotInfo.
  private var canonISO: Double? {
    let isWhole = 0x4000
    if let number = value(0x0001)?.signed(at: 16), (isWhole..<0x7FFF).contains(number) {
      return Double(number - isWhole)
    }
    guard let shot = value(0x0004), let automatic = shot.signed(at: 1), let base = shot.signed(at: 2),
      base != 0
    else { return nil }
    // Both count 32nds of a step; the first one is a percentage of the second, which counts from 100/32.
    return Self.sensitivity(steps: Double(automatic + base) / 32 - 5)
  }

  /// The sensitivity some steps above 100, rounded; `nil` if no camera has it.
  private static func sensitivity(steps: Double) -> Double? {
    abs(steps) <= 20 ? (100 * exp2(steps)).rounded() : nil
  }
}

extension IFDValue {
  fileprivate func signed(at index: Int) -> Int? {
    integer(at: index).flatMap { UInt16(exactly: $0 & 0xFFFF) }.map { Int(Int16(bitPattern: $0)) }
  }
}

extension MakerNote {
  /// The range of the preview, in bytes from the TIFF header; it may be after the block. ExifTool documents the tags.
  var preview: Range<Int>? {
    switch maker {
    // PreviewImageInfo.
    case .canon: run(start: number(0x00B6, at: 5), length: number(0x00B6, at: 2))
    // PreviewIFD.
    case .nikon:
      run(
        start: number(ExifTag.jpegInterchangeFormat, ofDirectory: 0x0011),
        length: number(ExifTag.jpegInterchangeFormatLength, ofDirectory: 0x0011))
    // CameraSettings, or PreviewImageStart in old models.
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
