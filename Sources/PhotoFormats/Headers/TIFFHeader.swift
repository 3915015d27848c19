/// Reads TIFF (TIFF 6.0), BigTIFF and the kinds of RAW based on them, which `RAWImage` recognizes.
package enum TIFFHeader: HeaderReader {
  package static func read(_ source: ByteSource, into fields: inout HeaderFields) throws(HeaderDamage) {
    fields.fileType = PhotoFileType(signature: source.head) ?? .tiff
    guard let directories = TIFFDirectories(source) else {
      throw HeaderDamage("the first image file directory is missing")
    }
    // A file that names no camera is no RAW, so its pages, which may be many, aren't read.
    let namesCamera = directories.image[ExifTag.make] != nil || directories.image[ExifTag.dngVersion] != nil
    let images = namesCamera ? directories.images() : [directories.image]
    fields.fileType = RAWImage.fileType(directories, images: images, signature: source.head)
    fields.exif = ExifFields(directories)
    // The values of a maker note may be anywhere in the file.
    if fields.keepsExif { fields.exifCopy = ExifCopy(directories, keepsNote: false) }
    fields.xmp = directories.packet.flatMap(XMPFields.init(packet:))
    fields.iptc = IPTCFields(
      resources: directories.contents(ExifTag.photoshopResources), block: directories.contents(ExifTag.iptc))
    if fields.fileType == .tiff {
      fields.pixelSize = directories.size(of: directories.image)
      fields.findings.offer(several: directories.pageCount, for: .pageCount)
    } else if fields.fileType == .panasonicRAW {
      PanasonicRAW.read(directories, source, into: &fields)
    } else {
      fields.pixelSize = RAWImage.size(directories, images: images, fileType: fields.fileType)
    }
    if directories.image.isCutOff { throw HeaderDamage("the first image file directory is cut off") }
  }
}

extension TIFFDirectories {
  func size(of directory: TIFFDirectory) -> PixelSize? {
    let width = value(ExifTag.imageWidth, in: directory)?.integer()
    let height = value(ExifTag.imageLength, in: directory)?.integer()
    return PixelSize(
      width: width.flatMap { UInt32(exactly: $0) }, height: height.flatMap { UInt32(exactly: $0) })
  }
}
