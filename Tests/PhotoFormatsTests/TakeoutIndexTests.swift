import PhotoFiles
import TestSupport
import Testing

@testable import PhotoFormats

/// Matches JSON of Google Takeout to photos, with names reported by users.
struct TakeoutIndexTests {
  private static func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  /// The JSON of a photo among other files.
  private func found(_ photo: String, _ names: [String]) throws -> String? {
    let index = try #require(SidecarIndex((names + [photo]).map(Self.name)))
    let found = index.sidecars(of: Self.name(photo))
    #expect(found.count <= 1)
    return found.first?.text
  }

  private static let faces = "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋"

  @Test(arguments: [
    ("PXL_20211013_220651983.jpg.json", "PXL_20211013_220651983.jpg"),
    ("DSC_0100.JPG.json", "DSC_0100.JPG"),
    ("PXL_20231118_035751175.MP.jpg.json", "PXL_20231118_035751175.MP.jpg"),
    ("PXL_20210102_221126856.MP~2.jpg.json", "PXL_20210102_221126856.MP~2.jpg"),
    ("20161105_170829.jpg.supplemental-metadata.json", "20161105_170829.jpg"),
    // A number moves after the shortened title.
    ("DSC_0101.JPG(1).json", "DSC_0101(1).JPG"),
    ("IMG_2710.HEIC(1).json", "IMG_2710(1).HEIC"),
    ("Scan35.jpg.supplemental-metadata(1).json", "Scan35(1).jpg"),
    ("CLIP0001.AVI.supplemental-metadata(10).json", "CLIP0001(10).AVI"),
    ("IMG_0001.jpg.supplemental-metadata(1).json", "IMG_0001(1).jpg"),
    // A number in the original name remains.
    ("Scan (2).jpg.json", "Scan (2).jpg"),
    ("Scan (2).jpg.supplemental-metadata.json", "Scan (2).jpg"),
    ("Scan (2).jpg.supplemental-metadata(1).json", "Scan (2)(1).jpg"),
    // Shortened supplements.
    ("MVIMG_20191230_232926.jpg.supplemental-metadat.json", "MVIMG_20191230_232926.jpg"),
    ("Screenshot_20200301-161151.png.supplemental-me.json", "Screenshot_20200301-161151.png"),
    ("MVIMG_20200207_134534~2.jpg.supplemental-metad.json", "MVIMG_20200207_134534~2.jpg"),
    ("Screenshot_20231027_123303_Facebook.jpg.supple.json", "Screenshot_20231027_123303_Facebook.jpg"),
    ("Screenshot_20231027_123303_Facebook.jpg.supple(1).json", "Screenshot_20231027_123303_Facebook(1).jpg"),
    ("photo.jpg..json", "photo.jpg"),
    // Shortened titles.
    (
      "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json",
      "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg"
    ),
    (
      "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER..json",
      "PXL_20230814_201154491.LONG_EXPOSURE-01.COVER.jpg"
    ),
    (
      "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json", "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg"
    ),
    (
      "Screenshot_2024-08-31-00-53-48-647_com.snapcha.json",
      "Screenshot_2024-08-31-00-53-48-647_com.snapchat.jpg"
    ),
    ("\(faces).json", "\(faces)😛.jpg"),
    (
      "Ära äöüß äöüß äöüß äöüß äöüß äöüß äöüß äöüß äö.json",
      "Ära äöüß äöüß äöüß äöüß äöüß äöüß äöüß äöüß äöüßen.jpg"
    ),
    (
      "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg"
    ),
    (
      "13039_327707840323_537645323_9470255_27214_n.j(1).json",
      "13039_327707840323_537645323_9470255_27214_n(1).jpg"
    ),
    (
      "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
      "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg"
    ),
    // The number was cut off with the title.
    (
      "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json",
      "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P(1).jpg"
    ),
    // Edited pictures share the JSON of their original.
    ("PXL_20220405_090123740.PORTRAIT.jpg.json", "PXL_20220405_090123740.PORTRAIT-modifié.jpg"),
    ("IMAG0061.JPG.supplemental-metadata.json", "IMAG0061-edited.JPG"),
    ("IMG-20230325-WA0122~2.jpg.supplemental-metadat.json", "IMG-20230325-WA0122~2-edited.jpg"),
    ("2234089303984509579.supplemental-metadata.json", "2234089303984509579-edited.jpg"),
    ("Screenshot_20231027_123303_Facebook.jpg.supple.json", "Screenshot_20231027_123303_Facebook-edited.jpg"),
    ("IMG_1.jpg.json", "IMG_1-bearbeitet.jpg"), ("IMG_1.jpg.json", "IMG_1-ha editado.jpg"),
    ("IMG_1.jpg.json", "IMG_1-เปลี่ยน.jpg"), ("IMG_1.jpg.json", "IMG_1-編集済み.jpg"),
    ("IMG_1.jpg.json", "IMG_1-edi.jpg"),
    ("IMG_1.HEIC.json", "IMG_1-edited.jpg"),
    ("IMG_1.jpg(3).json", "IMG_1-edited(3).jpg"), ("IMG_1.jpg(3).json", "IMG_1(3)-edited.jpg"),
    // Titles without an extension.
    ("27_06_12 - 2.json", "27_06_12 - 2.jpg"),
    ("27_06_12 - 1.mov.json", "27_06_12 - 1.mov"),
    ("2234089303984509579.supplemental-metadata(2).json", "2234089303984509579(2).jpg"),
    // A film shares the JSON of its picture.
    ("IMG_4573.HEIC.json", "IMG_4573.MP4"),
    ("IMG_4573.HEIC.supplemental-metadata.json", "IMG_4573.MOV"),
    ("IMG_4573.HEIC(2).json", "IMG_4573(2).MP4"),
    ("PXL_20221228_185930354.MP.jpg.json", "PXL_20221228_185930354.MP"),
    ("PXL_20210102_221126856.MP~2.jpg.json", "PXL_20210102_221126856.MP~2"),
    (
      "Holiday at the sea with all of the family 1.HE.json", "Holiday at the sea with all of the family 1.MP4"
    ),
    // The case of the extension.
    ("IMG_1.jpg.json", "IMG_1.JPG"), ("IMG_1.JPG.JSON", "IMG_1.jpg"),
  ])
  func `the JSON of a photo is found`(json: String, photo: String) throws {
    #expect(try found(photo, [json]) == json)
  }

  @Test(arguments: [
    ("PXL_20211013_220651983.jpg.json", "PXL_20211013_220651958.jpg"),
    ("PXL_20220405_090123740.PORTRAIT.jpg.json", "PXL_20220405_090123741.PORTRAIT-modifié.jpg"),
    ("DSC_0102.JPG(2).json", "DSC_0102(1).JPG"),
    ("DSC_0103.JPG(1).json", "DSC_0103.JPG"),
    ("DSC_0104.JPG.json", "DSC_0104(1).JPG"),
    ("IMG_1.jpg.json", "IMG_12.jpg"), ("IMG_1.json", "IMG_12.jpg"), ("IMG_1.jpg.json", "IMG_1.png"),
    ("IMG_1.jpg.json", "IMG_1-COLLAGE.jpg"), ("IMG_1.jpg.json", "IMG_1-2.jpg"),
    ("IMG_1.jpg.json", "-edited.jpg"),
    ("IMG_1.mp4.json", "IMG_1.jpg"), ("IMG_1.jpg.metadata.json", "IMG_1.jpg"),
    (
      "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
      "Backyard_ceremony_wedding_photography_xxxxxxx_m(185).jpg"
    ),
    ("metadata.json", "IMG_1.jpg"), ("(1).json", "(1)(1).jpg"), ("..json", "a.jpg"),
  ])
  func `the JSON of another photo is not`(json: String, photo: String) throws {
    #expect(try found(photo, [json]) == nil)
  }

  @Test(
    arguments: [
      ("abc", 3, []), ("abcd", 3, ["abc"]), ("abcd", 0, []), ("éabc", 2, ["éa"]), ("éa", 2, []),
      ("a😀", 2, ["a"]), ("a😀b", 2, ["a", "a😀"]), ("😀😀😀", 2, ["😀", "😀😀"]),
    ] as [(String, Int, [String])])
  func `a longer name is cut at a UTF-16 unit or at a scalar`(text: String, limit: Int, cut: [String]) {
    #expect(NameParts.clipped(Array(text.utf8), to: limit) == cut.map { Array($0.utf8) })
  }

  @Test func `what fits exactly goes first`() throws {
    let long = "Backyard_ceremony_wedding_photography_xxxxxxx_"
    let names = [
      "\(long).json", "\(long)(1).json", "\(long)(494).json", "IMG_1.jpg.json", "IMG_1.jpg(1).json",
      "IMG_1-edited.jpg.json", "IMG_1.MP4.json", "IMG_1.HEIC.json", "IMG_1.json", "IMG_1(1).jpg.json",
    ]
    #expect(try found("\(long)m.jpg", names) == "\(long).json")
    #expect(try found("\(long)m(1).jpg", names) == "\(long)(1).json")
    #expect(try found("\(long)m(494).jpg", names) == "\(long)(494).json")
    #expect(try found("IMG_1.jpg", names) == "IMG_1.jpg.json")
    #expect(try found("IMG_1-edited.jpg", names) == "IMG_1-edited.jpg.json")
    #expect(try found("IMG_1.MP4", names) == "IMG_1.MP4.json")
    #expect(try found("IMG_1.HEIC", names) == "IMG_1.HEIC.json")
    #expect(try found("IMG_1.png", names) == "IMG_1.json")
    #expect(try found("IMG_1(1).jpg", names) == "IMG_1(1).jpg.json")
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `each of five thousand files finds its own`(seed: UInt64) throws {
    let folder = TakeoutFolder(fileCount: 5000, seed: seed)
    let names = folder.photos.map(\.name) + folder.records.map(\.name)
    #expect(Set(names).count == names.count && names.count >= 5000)
    let index = try #require(SidecarIndex(names.map(Self.name)))
    for photo in folder.photos {
      #expect(index.sidecars(of: Self.name(photo.name)).map(\.text) == [photo.json], "\(photo.name)")
    }
  }

  @Test func `one JSON serves a picture, its film and what was made of it, and no other file`() throws {
    let json = "IMG_0170.HEIC.supplemental-metadata.json"
    let names = [json, "IMG_0170.JPG.json", "IMG_0170.HEIC", "IMG_0170.JPG"]
    #expect(try found("IMG_0170.HEIC", names) == json)
    #expect(try found("IMG_0170-edited.HEIC", names) == json)
    #expect(try found("IMG_0170.JPG", names) == "IMG_0170.JPG.json")
    #expect(try found("IMG_0170.MP4", names) == json)
    #expect(try found("IMG_0170.png", names) == nil)
    // The JSON of a file without an extension has its name.
    #expect(try found("plain.jpg", ["plain", "plain.json"]) == nil)
    #expect(try found("plain", ["plain.jpg", "plain.json"]) == "plain.json")
    #expect(try found("IMG_2.JPG", ["IMG_2.jpg", "IMG_2.jpg.json"]) == nil)
  }

  @Test func `a title that was cut before the names were decomposed is found`() throws {
    let title = String(repeating: "a\u{308}", count: 46)
    #expect(try found(title + "o\u{308}.jpg", [title + ".json"]) == title + ".json")
  }

  @Test(arguments: [
    ("a.jpg.json", true), ("a.jpg(1).json", true), ("a.jpg.supplemental-metadata.json", true),
    ("a.supplemental-me.json", true), ("\(faces).json", true),
    ("package.json", false), ("tsconfig.json", false), ("a.s.json", false), ("a.sup.json", false),
    ("a.supp.json", true), ("settings.local.json", false),
  ])
  func `some names are given by Takeout alone`(name: String, isSure: Bool) {
    #expect(SidecarKind.isSure(Self.name(name)) == isSure)
  }
}
