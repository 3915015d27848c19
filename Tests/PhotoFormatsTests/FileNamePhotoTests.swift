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
      ("Screenshot 2021-06-12 at 9.34.56.png", "2021-06-12T09:34:56"),
      ("Screenshot 2021-06-12 at 13.34.56 PM.png", "2021-06-12T13:34:56"),
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
    "Bildschirmfoto 2022-02-23 um 14.59.39.png", "Capture d’écran 2022-02-23 à 14.59.39.png",
    "Capture d’e\u{301}cran 2022-02-23 a\u{300} 14.59.39.png", "Captura de Tela 2022-02-23 às 14.59.39.png",
    "Captura de ecrã 2022-02-23, às 14.59.39.png", "Captura de pantalla 2022-02-23 a la(s) 2.59.39 p.m..png",
    "Captura de pantalla 2022-02-23 a las 2.59.39\u{A0}p.\u{A0}m..png",
    "Skärmavbild 2022-02-23 kl. 14.59.39.png",
    "Schermata 2022-02-23 alle 14.59.39.png", "Schermafbeelding 2022-02-23 om 14.59.39 (2).png",
    "Näyttökuva 2022-02-23 kello 14.59.39.png", "Képernyőfotó 2022-02-23 - 14.59.39.png",
    "Captură de ecran din 2022-02-23 la 14.59.39.png", "Στιγμιότυπο 2022-02-23, 2.59.39 μ.μ..png",
    "Снимок экрана 2022-02-23 в 14.59.39.png", "Знімок екрана 2022-02-23 о 14.59.39.png",
    "ภาพถ่ายหน้าจอ 2022-02-23 เวลา 14.59.39.png", "لقطة الشاشة 2022-02-23 في 2.59.39 م.png",
    "スクリーンショット 2022-02-23 14.59.39.png", "スクリーンショット 2022-02-23 午後2.59.39.png",
    "截屏2022-02-23 下午2.59.39.png", "截圖 2022-02-23 下午2.59.39.png", "스크린샷 2022-02-23 오후 2.59.39.png",
    "스크린샷 2022-02-23 \u{110B}\u{1169}\u{1112}\u{116E} 2.59.39.png",
    "Bildschirmfoto vom 2022-02-23 14-59-39.png",
    "Capture d’écran du 2022-02-23 14-59-39.png", "Снимок экрана_20220223_145939.png",
    "屏幕截图 2022-02-23 145939.png", "Ekran görüntüsü 2022-02-23 145939.png",
    "Screenshot_20220223-145939_Chrome.jpg",
    "Näyttökuva 2022-2-23 kello 14.59.39.png", "ภาพถ่ายหน้าจอ 2565-02-23 เวลา 14.59.39.png",
    "Tangkapan Skrin 2022-02-23 pada 2.59.39 PTG.png", "स्क्रीनशॉट 2022-02-23 अपराह्न 2.59.39.png",
    "Screenshot 2022-02-23 PM 2.59.39.png", "Ekran Resmi 2022-02-23 ÖS 2.59.39.png",
    "Ekrano kopija 2022-02-23 14.59.39.png", "نماگرفت 2022-02-23 14-59-39.png",
    "Skjermbilde_2022-02-23-14-59-39-718_com.android.jpg", "Screenshot 2022-02-23 at 2.59.39\u{202F}PM.png",
  ])
  func `a screenshot of any language has its date and is one`(name: String) {
    #expect(read(name)?.hasPrefix("2022-02-23T14:59:39") == true)
    #expect(FileName(unchecked: Array(name.utf8)).isScreenshotName)
  }

  @Test(
    arguments: [
      ("photo_1@25-12-2019_14-05-33.jpg", "2019-12-25T14:05:33"),
      ("photo_1511@05-04-2020_09-00-01_thumb.jpg", "2020-04-05T09:00:01"),
      ("video_12@05-04-2020_09-00-01.mp4", "2020-04-05T09:00:01"),
      ("photo_2019-12-25_14-05-33.jpg", "2019-12-25T14:05:33"),
      ("WhatsApp Bild 2022-02-23 um 14.59.39.jpeg", "2022-02-23T14:59:39"),
      ("Desktop 2022.02.23 - 14.59.39.01.mp4", "2022-02-23T14:59:39"),
      ("屏幕快照 2019-02-23 上午9.59.39.jpg", "2019-02-23T09:59:39"),
      ("signal-2022-12-17-15-16-04-718-2.jpg", "2022-12-17T15:16:04.718"),
      ("2023-07-21 Oslo IMG_20230722_101112.jpg", "2023-07-22T10:11:12"),
      ("vlcsnap-2022-02-23-14h59m39s718.png", "2022-02-23T14:59:39.718"),
      ("20220223_9h05m07s_grim.png", "2022-02-23T09:05:07"),
      ("2022_0223_145939_001.JPG", "2022-02-23T14:59:39"),
      ("2022-02-23 - 14-59-39.jpg", "2022-02-23T14:59:39"),
      ("2022-02-23--14-59-39.jpg", "2022-02-23T14:59:39"),
      ("2022-02-23 (14-59-39).jpg", "2022-02-23T14:59:39"),
      ("Safari on 2022-02-23 at 14-59-39.png", "2022-02-23T14:59:39"),
      ("Foto 23-02-2022, 14 59 39.jpg", "2022-02-23T14:59:39"),
      ("2022-02-23 am Strand 9.30.00.jpg", "2022-02-23T09:30:00"),
      ("DCF20220223145939.jpg", "2022-02-23T14:59:39"),
    ])
  func `names of messengers and programs have their dates`(name: String, date: String) {
    #expect(read(name) == date)
  }

  @Test(arguments: [
    "IMG_0012.JPG", "DSC_20141301.jpg", "IMG_20141325_100000.jpg", "IMG_20140230_100000.jpg",
    "120140525_100000.jpg", "x20140525_1000001.jpg", "IMG_18990525_100000.jpg", "IMG_21000525_100000.jpg",
    "+49 171 2345678.jpg", "12345678901234567890.jpg", "2014-0525_100000.jpg", "20190229_120000.jpg", "",
    "2014",
    "x20140525", "25.07.23.jpg", "32.07.23, 10 11 12.jpg", "1920x1080.png", "2048-1536.jpg", "SN20141225.jpg",
    "20190812-1f2e-4c3d-9a0b-20190812abcd.jpg", "IMG-1F2E3D4C-2019-4812-9A0B-201908121011.jpg",
    "1f2e3d4c-20190812-1f2e-4c3d-9a0b-20190812abcd_L0_001.jpg", "20190812-1011-4213-9415-161718192021.jpg",
    "1f2e3d4c_2019_4812_9a0b_201908121011.jpg", "a20190812101112f0.jpg", "version-2014.05.25",
    "ver_20140525.jpg",
    "2014-5-25.jpg", "2014-5-255959.jpg", "LINE_ALBUM_2014.5.25_140526_1.jpg", "2557-05-25.jpg",
    "2512-05-25 10.00.00.jpg", "2014_0525.jpg",
    "25-07-2023 10-11-12.jpg",
    "d41d8cd98f00b20420190812101112ec.jpg", "20190812abcd.jpg", "a20190812f.jpg", "v2014-05-25.jpg",
    "app-1.2014.05.25.png",
    "+49 171 20111231.jpg", "+49-171-20111231 Ann.jpg", "20101231_1234567890123456_789_n.jpg",
    "1234567890_20101231_n.jpg", "05-04-2019_25-05-33.jpg", "Minecraft 12_5_2022 2_59_39 PM.png",
    "05_04_2019_11_05_33.jpg", "Schermata 05-2456418 alle 12.34.56.png", "120140525.jpg", "201405251.jpg",
  ])
  func `numbers that only look like dates are none`(name: String) {
    #expect(read(name) == nil)
  }

  @Test(arguments: [
    "20230721.jpg", "20230721", "20230721-IMG_001.jpg", "20230721 Oslo.jpg", "20230721_0001.jpg",
    "2023-07-21 Oslo.jpg", "20230721_250000.jpg", "IMG-20230721-WA0001.jpg", "101_20230721.jpg",
    "IMG_20230721.jpg", "IMG_20230721_A.jpg", "signal-2023-07-21-164190.jpeg", "Oslo 2023-07-21.jpg",
    "Oslo 2023-07-21 (3).jpg", "Oslo2023-07-21.jpg", "Oslo, 21.07.2023.jpg", "20230721a.jpg",
    "20230721東京.jpg",
    "IMG-20230721-WAX.jpg", "1600x1200_20230721.jpg", "IMG_20230721_106000.jpg", "Ann (2023_07_21).jpg",
    "2023.07.21.jpg", "2023-07-21 v 1.2.34.jpg", "LINE_ALBUM_20230721_230721_1.jpg",
  ])
  func `a name with a day tells the day and no time`(name: String) throws {
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

  @Test(arguments: [
    "", "IMG_1.jpg", "screen.png", "screensho", "my screenshot.png", "é.png", "Скрипка.png", "截.png",
    "Snímek.png",
  ])
  func `other names are no names of screenshots`(name: String) {
    #expect(!FileName(unchecked: Array(name.utf8)).isScreenshotName)
  }

  @Test func `no bytes are too strange`() {
    let whole = Array("截屏-2021-06-12 下午2.34.56\u{202F}p.m".utf8)
    for count in 0...whole.count { _ = FileName(unchecked: Array(whole.prefix(count))).captureDate }
    for position in whole.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = whole
        changed[position] = byte
        let name = FileName(unchecked: changed)
        _ = (name.captureDate, name.isScreenshotName)
      }
    }
  }
}

struct ShotNameTests {
  private func name(_ text: String) -> ShotName { ShotName(FileName(unchecked: Array(text.utf8))) }

  @Test(arguments: [
    ("IMG_1.JPG", "img_1", false), ("IMG_1-edited.jpg", "img_1", true), ("IMG_1-MODIFIé.jpg", "img_1", true),
    ("IMG_1-edit(2).jpg", "img_1(2)", true), ("IMG_1-edits.jpg", "img_1-edits", false),
    ("-edited.jpg", "-edited", false), ("IMG_E12.JPG", "img_12", true), ("IMG_E.JPG", "img_e", false),
    ("IMG_E1x.JPG", "img_e1x", false), ("IMG_1_edited.jpg", "img_1", true),
    ("IMG_1-adjusted.JPG", "img_1", true),
  ])
  func `an edited copy has the stem of its original`(text: String, stem: String, isEdited: Bool) {
    #expect(String(decoding: name(text).stem, as: UTF8.self) == stem && name(text).isEdited == isEdited)
  }

  @Test(arguments: [
    ("PXL_20230709_220904977.RAW-01.COVER.jpg", "pxl_20230709_220904977"),
    ("PXL_20230709_220904977.RAW-02.ORIGINAL.dng", "pxl_20230709_220904977"),
    ("PXL_20230709_220904977.RAW-01.MP.COVER.jpg", "pxl_20230709_220904977"),
    ("PXL_20230709_220904977.MP.jpg", "pxl_20230709_220904977"),
    ("PXL_20230709_220904977.MP", "pxl_20230709_220904977"),
    ("PXL_20230709_220904977.dng", "pxl_20230709_220904977"),
    ("PXL_20230709_220904977.NIGHT.jpg", "pxl_20230709_220904977.night"), ("PXL_1.MP.jpg", "pxl_1.mp"),
    ("PXL_20230709_22090497x.MP.jpg", "pxl_20230709_22090497x.mp"), ("IMG_1_HEVC.MOV", "img_1"),
    ("IMG_1_HEVC.JPG", "img_1_hevc"), ("_HEVC.MOV", "_hevc"),
  ])
  func `the files of a shot have one stem`(text: String, stem: String) {
    #expect(String(decoding: name(text).stem, as: UTF8.self) == stem && !name(text).isEdited)
  }

  @Test(arguments: [
    ("00001IMG_00001_BURST20230709220904977_COVER.jpg", "burst20230709220904977", true),
    ("DSC_0002_BURST20230709220904977.JPG", "burst20230709220904977", false),
    ("IMG_20180509_123456_BURST001_COVER.jpg", "img_20180509_123456_burst", true),
    ("IMG_20180509_123456_BURST12.dng", "img_20180509_123456_burst", false),
    ("20231207_101605_001.jpg", "20231207_101605", false), ("20231207_101605.jpg", nil, false),
    ("20231207_101605_01.jpg", nil, false), ("20231207_10160x_001.jpg", nil, false),
    ("BURST001.jpg", nil, false),
    ("IMG_BURST.jpg", nil, false), ("IMG_BURST1234567.jpg", nil, false), ("IMG_1_COVER.jpg", nil, false),
  ])
  func `a burst has what its names have in common`(text: String, burst: String?, isCover: Bool) {
    #expect(
      name(text).burst.map { String(decoding: $0, as: UTF8.self) } == burst && name(text).isCover == isCover)
  }
}
