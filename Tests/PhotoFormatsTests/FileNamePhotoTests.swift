import PhotoFiles
import PhotoFormats
import Testing

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
    ] as [(String, String?)])
  func `dates in the names that cameras, phones and programs give are read`(name: String, date: String?) {
    #expect(read(name) == date)
  }

  @Test(arguments: [
    "IMG_0012.JPG", "DSC_20141301.jpg", "IMG_20141325_100000.jpg", "IMG_20140230_100000.jpg",
    "IMG_20140525_250000.jpg", "IMG_20140525_106000.jpg", "120140525_100000.jpg", "20140525_1000001.jpg",
    "20140525.jpg", "IMG_18990525_100000.jpg", "IMG_21000525_100000.jpg", "IMG-20140525-WAX.jpg",
    "1600x1200_20140525.jpg", "+49 171 2345678.jpg", "12345678901234567890.jpg", "2014-0525_100000.jpg",
    "20190229_120000.jpg", "", "2014", "20140525", "20140525_", "Screenshot 2021-06-12 at 13.34.56 PM.png",
  ])
  func `numbers that only look like dates are none`(name: String) {
    #expect(read(name) == nil)
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
