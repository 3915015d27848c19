/// Reads Panasonic RW2: IFD0 describes the sensor with the maker's tags and contains a JPEG with the other metadata.
enum PanasonicRAW {
  private static let sensorWidth: UInt16 = 0x0002
  private static let sensorHeight: UInt16 = 0x0003
  private static let topBorder: UInt16 = 0x0004
  private static let leftBorder: UInt16 = 0x0005
  private static let bottomBorder: UInt16 = 0x0006
  private static let rightBorder: UInt16 = 0x0007
  private static let jpegFromRAW: UInt16 = 0x002E

  static func read(_ directories: TIFFDirectories, _ source: ByteSource, into fields: inout HeaderFields) {
    fields.pixelSize = size(directories)
    guard let entry = directories.image[jpegFromRAW] else { return }
    // The RAW image may be intact although its preview isn't.
    try? fields.complete(byPreviewAt: entry.position, count: entry.length, in: source)
  }

  /// The size between the borders, otherwise the size of the sensor.
  private static func size(_ directories: TIFFDirectories) -> PixelSize? {
    func number(_ tag: UInt16) -> Int? {
      directories.value(tag, in: .image)?.integer().flatMap { UInt32(exactly: $0) }.map { Int($0) }
    }
    if let top = number(topBorder), let left = number(leftBorder), let bottom = number(bottomBorder),
      let right = number(rightBorder),
      let size = PixelSize(width: UInt32(clamping: right - left), height: UInt32(clamping: bottom - top))
    {
      return size
    }
    guard let width = number(sensorWidth), let height = number(sensorHeight) else { return nil }
    return PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height))
  }
}
