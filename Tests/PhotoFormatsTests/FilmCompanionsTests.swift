import Testing

@testable import PhotoFiles
@testable import PhotoFormats

/// The names of videos and their companions.
struct FilmCompanionsTests {
  private static func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  private func films(of name: String, among names: [String], around: [String]? = nil) -> [String] {
    let index = FilmCompanions((names + [name]).map(Self.name), proxiesOf: around?.map(Self.name))
    return index?.films(of: Self.name(name)).map(\.text) ?? []
  }

  @Test(arguments: [
    // GoPro before and after HERO5, and spherical.
    ("GOPR0123.LRV", "GOPR0123.MP4"), ("GOPR0123.THM", "GOPR0123.MP4"), ("GX010123.THM", "GX010123.MP4"),
    ("GL010123.LRV", "GX010123.MP4"), ("GL010123.LRV", "GH010123.MP4"), ("gl010123.lrv", "gx010123.mp4"),
    ("GS010123.LRV", "GS010123.360"), ("GL010123.LRV", "GS010123.360"), ("GLAA0123.LRV", "GXAA0123.MP4"),
    ("GL010123.MP4", "GX010123.MP4"),
    // DJI, Garmin, Ambarella.
    ("DJI_20230715101112_0001_D.LRF", "DJI_20230715101112_0001_D.MP4"), ("DJI_0001.LRF", "DJI_0001.MOV"),
    ("VIRB0001.GLV", "VIRB0001.MP4"), ("YDXJ0001_thm.mp4", "YDXJ0001.mp4"),
    // Insta360, whose numbers of lenses differ.
    ("LRV_20200101_120000_11_001.insv", "VID_20200101_120000_00_001.insv"),
    ("LRV_20240501_120000_01_001.lrv", "VID_20240501_120000_00_001.insv"),
    ("LRV_20240501_120000_01_001.mp4", "VID_20240501_120000_00_001.mp4"),
    ("PRO_LRV_20240501_120000_01_001.mp4", "PRO_VID_20240501_120000_00_001.mp4"),
    // Sony, Canon, and what editors make.
    ("C0001S03.MP4", "C0001.MP4"), ("C0001T01.JPG", "C0001.MP4"),
    ("A001C002_CANON_Proxy.MP4", "A001C002_CANON.MP4"),
    ("DJI_0001.THM", "DJI_0001.MP4"), ("DJI_0001.SCR", "DJI_0001.JPG"),
    ("clip-proxy.mov", "clip.mp4"), ("MVI_1234.THM", "MVI_1234.AVI"), ("IMG_1234.THM", "IMG_1234.CR2"),
  ])
  func `a companion belongs to its film`(name: String, film: String) {
    #expect(films(of: name, among: [film, "other.mp4"]) == [film])
    #expect(films(of: name, among: ["other.mp4", "other.jpg"]).isEmpty)
    #expect(FilmCompanions([film].map(Self.name)) == nil)
  }

  @Test(arguments: [
    ("GX010124.THM", "GX010123.MP4"), ("GL010123.LRV", "GX010124.MP4"), ("holidays03.mp4", "holiday.mp4"),
    ("C0001S03.MP4", "C0001.JPG"), ("C0001T01.JPG", "C0001.JPG"), ("IMG_1.JPG", "IMG_1.MP4"),
    ("IMG_1.mov", "IMG_1.mp4"), ("IMG_1.LRV", "IMG_1.JPG"), ("_proxy.mp4", ".mp4"),
    ("LRV_20200101_120000_11_002.insv", "VID_20200101_120000_00_001.insv"),
    ("LRV_20200101_120000.insv", "VID_20200101_120000.insv"), ("LRV_.lrv", "VID_.mp4"), ("T01.JPG", ".MP4"),
  ])
  func `other files are photos of their own`(name: String, other: String) {
    #expect(films(of: name, among: [other]).isEmpty)
  }

  @Test(arguments: [
    ("C0001S03.MP4", ["C0001.MP4"], ["C0001.MP4"]), ("C0002S03.MP4", ["C0001.MP4"], []),
    ("A001.mp4", ["A001.mov"], ["A001.mov"]), ("A001.mp4", ["A001.jpg"], []),
    ("photo.jpg", ["photo.mp4"], []), ("DJI_0001.SCR", ["DJI_0001.JPG"], ["DJI_0001.JPG"]),
    ("A001C001_230701ABS03.MP4", ["A001C001_230701AB.MP4"], ["A001C001_230701AB.MP4"]),
    ("A001C001_230701ABT01.JPG", ["A001C001_230701AB.MP4"], ["A001C001_230701AB.MP4"]),
    ("shirt01.jpg", ["shir.jpg"], []), ("S03.mp4", [".mp4"], []),
  ])
  func `a folder of proxies belongs to the films around it`(name: String, around: [String], found: [String]) {
    #expect(films(of: name, among: [], around: around) == found)
  }

  @Test(arguments: [
    (["MISC", "THM", "100"], "100MEDIA", true), (["misc", "thm", "DJI_001"], "dji_001", true),
    (["MISC", "THM", "100"], "101MEDIA", false), (["MISC", "THM", "100"], "10", false),
    (["MISC", "100"], "100MEDIA", false), (["MISC", "100", "THM"], "100MEDIA", false),
  ])
  func `thumbnails of DJI's cameras are in a folder of their own`(path: [String], films: String, found: Bool)
  {
    let path = path.map(Self.name)
    let isFound =
      FilmCompanions.isThumbnailFolder(path)
      && FilmCompanions.isFolder(Self.name(films), ofThumbnailsIn: path[2])
    #expect(isFound == found)
  }

  @Test func `a companion of two films is theirs until one is removed`() {
    let names = ["VID_20200101_120000_00_001.insv", "VID_20200101_120000_10_001.insv"]
    let preview = "LRV_20200101_120000_11_001.insv"
    var owners = SidecarOwners((names + [preview]).map(Self.name))
    #expect(owners.sidecars(of: Self.name(names[0])).isEmpty)
    owners.remove([Self.name(names[1])])
    #expect(owners.sidecars(of: Self.name(names[0])).map(\.text) == [preview])
  }

  @Test(arguments: [
    ("a.jpg.part", true), ("a.PARTIAL", true), ("Unconfirmed 1.crdownload", true), ("a.jpg.download", true),
    ("a.jpg_original", true), ("a.jpg.bak", true), ("a.jpg~", true), ("a.jpg.tmp", true),
    ("a.jpg_exiftool_tmp", true), ("a.jpg.orig", true), ("a.jpg.original", true), ("a.jpg.backup", true),
    ("a.jpg.!qB", true), ("a.jpg.!ut", true), ("a.jpg.!Sync", true), ("a.jpg.bc!", true),
    ("a.jpg.fdmdownload", true), ("my_exiftool_tmp", false), ("wow!.jpg", false), ("wow!", false),
    ("a.jpg", false), ("the_original", false), ("a_original.jpg", false), ("part", false), (".part", false),
    ("~", false), ("a.jpg^", false), ("a.parts", false), ("original.txt_original", false),
  ])
  func `names of incomplete downloads and backup copies are recognized`(name: String, isInTransit: Bool) {
    #expect(Self.name(name).isInTransit == isInTransit)
  }
}
