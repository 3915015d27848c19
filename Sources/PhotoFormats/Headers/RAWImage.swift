/// Distinguishes RAW from TIFF, and the RAW image from its previews.
enum RAWImage {
  /// The type of a file: DNG by its version tag, another RAW by a directory with samples of a sensor and the maker's
  /// name, otherwise TIFF.
  static func fileType(
    _ directories: TIFFDirectories, images: [TIFFDirectory], signature: Bytes
  ) -> PhotoFileType {
    if let known = PhotoFileType(signature: signature), known.format == .raw { return known }
    if images.contains(where: { $0[ExifTag.dngVersion] != nil }) { return .adobeDNG }
    guard let make = directories.value(ExifTag.make, in: .image)?.text,
      images.contains(where: { isRAW($0, directories) })
    else { return .tiff }
    let maker = make.lowercased()
    return makers.first { maker.hasPrefix($0.name) }?.type ?? .otherRAW
  }

  private static let makers: [(name: String, type: PhotoFileType)] = [
    ("nikon", .nikonRAW), ("sony", .sonyRAW), ("olympus", .olympusRAW), ("om digital", .olympusRAW),
    ("pentax", .pentaxRAW), ("ricoh", .pentaxRAW), ("samsung", .samsungRAW), ("hasselblad", .hasselbladRAW),
  ]

  /// The size of the RAW image: the largest that isn't marked as reduced (NewSubfileType, TIFF 6.0, section 8),
  /// otherwise the largest of all.
  static func size(
    _ directories: TIFFDirectories, images: [TIFFDirectory], fileType: PhotoFileType
  ) -> PixelSize? {
    var best: (rank: Int, pixels: UInt64, size: PixelSize?) = (-1, 0, nil)
    func consider(_ size: PixelSize?, rank: Int) {
      guard let size else { return }
      let pixels = UInt64(size.width) * UInt64(size.height)
      if (rank, pixels) > (best.rank, best.pixels) { best = (rank, pixels, size) }
    }
    for image in images {
      let subfile = directories.value(ExifTag.newSubfileType, in: image)?.integer()
      consider(directories.size(of: image), rank: rank(subfile, isRAW: isRAW(image, directories)))
    }
    // A CR2 states the size of its sensor's image only in the Exif IFD.
    if fileType == .canonRAW, best.rank < rank(0, isRAW: true),
      let width = directories.value(ExifTag.pixelXDimension, in: .exif)?.integer(),
      let height = directories.value(ExifTag.pixelYDimension, in: .exif)?.integer()
    {
      consider(PixelSize(width: UInt32(clamping: width), height: UInt32(clamping: height)), rank: best.rank)
    }
    return best.size
  }

  /// How likely an image is the full one.
  private static func rank(_ subfileType: Int?, isRAW: Bool) -> Int {
    switch subfileType {
    case 0: isRAW ? 3 : 2
    case nil: isRAW ? 2 : 1
    default: 0
    }
  }

  /// Whether a directory describes the samples of a sensor.
  private static func isRAW(_ image: TIFFDirectory, _ directories: TIFFDirectories) -> Bool {
    directories.value(ExifTag.photometricInterpretation, in: image)?.integer().map(sensors.contains) == true
      || directories.value(ExifTag.compression, in: image)?.integer().map(makersOwn.contains) == true
  }

  /// The values of PhotometricInterpretation for samples of a sensor.
  private static let sensors: Set = [
    32803,  // Color filter array (TIFF/EP, 5.2.8)
    32892,  // Sequential color filter: Sony's pixel shift
    34892,  // Linear RAW (DNG 1.6)
  ]

  /// The values of Compression that occur only in RAW files.
  private static let makersOwn: Set = [
    34713,  // Nikon
    32767,  // Sony
    32769,  // Packed samples: Epson, Nikon, Samsung
    32770, 32772,  // Samsung
    262, 32867, 65000,  // Kodak
    65535,  // Pentax
  ]
}
