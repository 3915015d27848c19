import PhotoFiles
import Testing

@testable import PhotoFormats

struct FileNameExtensionTests {
  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  @Test func `photos are known by their extension where their content is gone`() {
    for text in ["a.jpg", "a.JPEG", "a.heic", "a.3gp", "a.Cr2", "b.c.tiff"] {
      #expect(name(text).hasPhotoExtension)
    }
    for text in ["a.txt", "jpg", ".jpg", "a.jpg2", "a.", "a.jpegjpeg", "a.jpg "] {
      #expect(!name(text).hasPhotoExtension)
    }
  }
}

struct FileNameDateTests {
  private func read(_ text: String) -> String? {
    FileName(unchecked: Array(text.utf8)).captureDate?.iso8601
  }

  @Test(
    arguments: [
      ("IMG_20140525_100000.jpg", "2014-05-25T10:00:00"),
      ("VID_20200808_080808.mp4", "2020-08-08T08:08:08"),
      ("PXL_20210612_123456789.jpg", "2021-06-12T12:34:56.789"),
      ("PXL_20210612_123456789.MP.jpg", "2021-06-12T12:34:56.789"),
      ("20140525_100000.jpg", "2014-05-25T10:00:00"),
      ("20140525_100000(0).jpg", "2014-05-25T10:00:00"),
      ("2014-05-25 10.00.00.jpg", "2014-05-25T10:00:00"),
      ("2014-05-25 10.00.00-1.jpg", "2014-05-25T10:00:00"),
      ("Screenshot_2021-06-12-12-34-56.png", "2021-06-12T12:34:56"),
      ("Screenshot 2021-06-12 at 12.34.56.png", "2021-06-12T12:34:56"),
      ("Screenshot 2021-06-12 at 9.34.56.png", nil),
      ("Screenshot 2021-06-12 at 12.34.56 AM.png", "2021-06-12T00:34:56"),
      ("Screenshot 2021-06-12 at 01.34.56\u{202F}PM.png", "2021-06-12T13:34:56"),
      ("IMG-20140525-WA0001.jpg", "2014-05-25T00:00:00"),
      ("signal-2021-06-12-123456.jpg", "2021-06-12T12:34:56"),
      ("IMG_20140525_235960.jpg", "2014-05-25T23:59:59"),
      ("20000229_000000", "2000-02-29T00:00:00"),
      ("Foto 25.07.23, 10 11 12.jpg", "2023-07-25T10:11:12"),
      ("25.07.2023 10.11.12.jpg", "2023-07-25T10:11:12"),
      ("2014-05-25 10 00 00.jpg", "2014-05-25T10:00:00"),
      ("CleanShot 2023-07-21 at 10.11.12@2x.png", "2023-07-21T10:11:12"),
    ] as [(String, String?)])
  func `dates in the names that cameras, phones and programs give are read`(name: String, date: String?) {
    #expect(read(name) == date)
  }

  @Test(arguments: [
    "IMG_0012.JPG", "DSC_20141301.jpg", "IMG_20141325_100000.jpg", "IMG_20140230_100000.jpg",
    "IMG_20140525_250000.jpg", "IMG_20140525_106000.jpg", "120140525_100000.jpg", "x20140525_1000001.jpg",
    "IMG_18990525_100000.jpg", "IMG_21000525_100000.jpg", "IMG-20140525-WAX.jpg",
    "1600x1200_20140525.jpg", "+49 171 2345678.jpg", "12345678901234567890.jpg", "2014-0525_100000.jpg",
    "20190229_120000.jpg", "", "2014", "x20140525", "IMG_20140525.jpg", "25.07.23.jpg",
    "32.07.23, 10 11 12.jpg", "Screenshot 2021-06-12 at 13.34.56 PM.png",
  ])
  func `numbers that only look like dates are none`(name: String) {
    #expect(read(name) == nil)
  }

  @Test(arguments: [
    "20230721.jpg", "20230721", "20230721-IMG_001.jpg", "20230721 Oslo.jpg", "20230721_0001.jpg",
    "2023-07-21 Oslo.jpg", "20230721_250000.jpg", "IMG-20230721-WA0001.jpg",
  ])
  func `a name that begins with a day tells the day and no time`(name: String) throws {
    let date = try #require(FileName(unchecked: Array(name.utf8)).captureDate)
    #expect(date.iso8601 == "2023-07-21T00:00:00")
    #expect(!date.hasTimeOfDay && date.source.name == "filename")
  }

  @Test func `a name that begins with a time has a time of day`() throws {
    #expect(FileName(unchecked: Array("20230721_000000.jpg".utf8)).captureDate?.hasTimeOfDay == true)
  }

  @Test(
    arguments: [
      ("FB_IMG_1689671472000.jpg", "2023-07-18T09:11:12.000+00:00"),
      ("1690366272123.jpg", "2023-07-26T10:11:12.123+00:00"),
      ("mmexport946684800000.jpg", nil), ("0946684800000.jpg", "2000-01-01T00:00:00.000+00:00"),
      ("0946684799999.jpg", nil), ("1700000000999.jpg", "2023-11-14T22:13:20.999+00:00"),
      ("1700000001000.jpg", nil), ("16903662721234.jpg", nil), ("169036627212.jpg", nil),
    ] as [(String, String?)])
  func `13 digits are milliseconds from 2000 to now`(name: String, date: String?) {
    let found = FileNameDate.read(Bytes(Array(name.utf8))) { 1_700_000_000 }
    #expect(found?.iso8601 == date)
    #expect(found?.source.isUniversal ?? true)
  }

  @Test func `a day that has not come is none`() {
    func day(_ name: String, now: Int64 = 1_700_000_000) -> String? {
      FileNameDate.read(Bytes(Array(name.utf8))) { now }?.iso8601
    }
    // 1,700,000,000 is the evening of 2023-11-14 in UTC, and the next day elsewhere.
    #expect(day("20231115.jpg") == "2023-11-15T00:00:00" && day("20231116.jpg") == nil)
    let midnight: Int64 = 1_699_920_000
    #expect(day("20231115.jpg", now: midnight) != nil && day("20231115.jpg", now: midnight - 1) == nil)
  }

  @Test(arguments: ["CleanShot 2023-07-21 at 10.11.12@2x.png", "cleanshot.png", "Screenshot_1.png"])
  func `programs that make screenshots are known by the names they give`(name: String) {
    #expect(FileName(unchecked: Array(name.utf8)).isScreenshotName)
  }

  @Test(arguments: ["", "IMG_1.jpg", "screen.png", "screensho", "my screenshot.png", "é.png"])
  func `other names are no names of screenshots`(name: String) {
    #expect(!FileName(unchecked: Array(name.utf8)).isScreenshotName)
  }

  @Test func `no bytes are too strange`() {
    let whole = Array("Screenshot 2021-06-12 at 12.34.56\u{202F}PM".utf8)
    for count in 0...whole.count { _ = FileName(unchecked: Array(whole.prefix(count))).captureDate }
    for position in whole.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = whole
        changed[position] = byte
        _ = FileName(unchecked: changed).captureDate
      }
    }
  }
}

struct EditedNameTests {
  @Test(arguments: [
    ("IMG_1.JPG", "img_1", false), ("IMG_1-edited.jpg", "img_1", true), ("IMG_1-MODIFIé.jpg", "img_1", true),
    ("IMG_1-edit(2).jpg", "img_1(2)", true), ("IMG_1-edits.jpg", "img_1-edits", false),
    ("-edited.jpg", "-edited", false), ("IMG_E12.JPG", "img_12", true), ("IMG_E.JPG", "img_e", false),
    ("IMG_E1x.JPG", "img_e1x", false),
  ])
  func `an edited copy has the stem of its original`(name: String, stem: String, isEdited: Bool) {
    let edited = EditedName(FileName(unchecked: Array(name.utf8)))
    #expect(String(decoding: edited.stem, as: UTF8.self) == stem && edited.isEdited == isEdited)
  }
}
