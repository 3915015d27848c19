/// The tags that photopick reads (TIFF 6.0; Exif 2.32, 4.6.4 to 4.6.6; DNG 1.6).
package enum ExifTag {
  package static let newSubfileType: UInt16 = 0x00FE
  package static let imageWidth: UInt16 = 0x0100
  package static let imageLength: UInt16 = 0x0101
  package static let compression: UInt16 = 0x0103
  package static let photometricInterpretation: UInt16 = 0x0106
  package static let make: UInt16 = 0x010F
  package static let model: UInt16 = 0x0110
  package static let orientation: UInt16 = 0x0112
  package static let dateTime: UInt16 = 0x0132
  package static let subIFDs: UInt16 = 0x014A
  package static let jpegInterchangeFormat: UInt16 = 0x0201
  package static let jpegInterchangeFormatLength: UInt16 = 0x0202
  package static let xmp: UInt16 = 0x02BC
  package static let iptc: UInt16 = 0x83BB
  package static let photoshopResources: UInt16 = 0x8649
  package static let exifIFD: UInt16 = 0x8769
  package static let gpsIFD: UInt16 = 0x8825
  package static let dateTimeOriginal: UInt16 = 0x9003
  package static let dateTimeDigitized: UInt16 = 0x9004
  package static let offsetTime: UInt16 = 0x9010
  package static let offsetTimeOriginal: UInt16 = 0x9011
  package static let offsetTimeDigitized: UInt16 = 0x9012
  package static let userComment: UInt16 = 0x9286
  package static let makerNote: UInt16 = 0x927C
  package static let subSecTime: UInt16 = 0x9290
  package static let subSecTimeOriginal: UInt16 = 0x9291
  package static let subSecTimeDigitized: UInt16 = 0x9292
  package static let colorSpace: UInt16 = 0xA001
  package static let pixelXDimension: UInt16 = 0xA002
  package static let pixelYDimension: UInt16 = 0xA003
  package static let dngVersion: UInt16 = 0xC612

  package static let gpsLatitudeRef: UInt16 = 0x0001
  package static let gpsLatitude: UInt16 = 0x0002
  package static let gpsLongitudeRef: UInt16 = 0x0003
  package static let gpsLongitude: UInt16 = 0x0004
  package static let gpsAltitudeRef: UInt16 = 0x0005
  package static let gpsAltitude: UInt16 = 0x0006
  package static let gpsTimeStamp: UInt16 = 0x0007
  package static let gpsSpeedRef: UInt16 = 0x000C
  package static let gpsDateStamp: UInt16 = 0x001D
}
