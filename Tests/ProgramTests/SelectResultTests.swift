import Foundation
import Testing
import TestSupport

/// The dictionaries of `select`.
@Suite(.blocking) struct SelectResultTests {
  private let photopick: Photopick
  private let file: String

  init() throws {
    photopick = try Photopick()
    file = photopick.photos.at("sub/p.jpg").string
    try photopick.photos.file(
      "sub/p.jpg",
      PictureBuilder.jpeg("2014:05:25 10:00:00") {
        $0.offset = "+09:00"
        $0.orientation = 6
        $0.place = (latitude: 35, longitude: 135, altitude: 52)
        $0.placeSeconds = (5125, 1000)
      })
    try photopick.photos.file("sub/q.jpg", PictureBuilder.jpeg("2014:04:25 10:00:00"))
    try photopick.photos.file("v.mp4", PictureBuilder.movie(created: 1_400_000_000))
  }

  @Test func `a photo has the keys of UIKit and AssetsLibrary, and no others`() throws {
    let photo = try #require(try photopick.run("select", "1", "--json", ".").dictionaries().first)
    let expected: NSDictionary = [
      "UIImagePickerControllerMediaType": "ALAssetTypePhoto",
      "UIImagePickerControllerReferenceURL": "file://" + file,
      "ALAssetPropertyLocation": [
        "latitude": 35, "longitude": 135, "altitude": 52, "timestamp": "2014-05-25T01:00:05.125Z",
      ],
      "ALAssetPropertyDate": "2014-05-25T10:00:00+09:00",
      "ALAssetPropertyOrientation": 3,
      "PhotoPickExifOrientation": 6,
      "ALAssetPropertyRepresentations": ["public.jpeg"],
      "PhotoPickNumber": 1,
      "PhotoPickIndexPath": [0, 0],
      "name": (file as NSString).lastPathComponent,
      "path": file,
    ]
    #expect(NSDictionary(dictionary: photo) == expected)
    // First read from the file, then from the catalog.
    #expect(
      try photopick.run("select", "1", "--json", ".").dictionaries().first.map(NSDictionary.init) == expected)
    #expect(try photopick.run("select", "1", "--json", ".").text.hasSuffix(#""path":"\#(file)"}\#n]\#n"#))
  }

  /// The values of `ALAssetOrientation` by Exif orientation.
  @Test(arguments: [1: 0, 2: 4, 3: 1, 4: 5, 5: 6, 6: 3, 7: 7, 8: 2])
  func `an orientation has the number of AssetsLibrary beside that of Exif`(exif: UInt16, library: Int) throws
  {
    try photopick.photos.file("o.jpg", PictureBuilder.jpeg { $0.orientation = exif })
    let photo = try #require(try photopick.run("select", "1", "--json", "o.jpg").dictionaries().first)
    #expect(photo["ALAssetPropertyOrientation"] as? Int == library)
    #expect(photo["PhotoPickExifOrientation"] as? Int == Int(exif))
  }

  @Test func `the path of a photo has the same key in both sets of keys`() throws {
    for keys in ["uikit", "plain"] {
      let photos = try photopick.run("select", "all", "--json", "--keys", keys, ".").dictionaries()
      #expect(photos.compactMap { $0["path"] as? String } == (try photopick.run("select", "all", ".").lines))
    }
  }

  @Test func `what is not known is left out`() throws {
    let photo = try #require(try photopick.run("select", "3", "--json", ".").dictionaries().first)
    #expect(photo["ALAssetPropertyDate"] as? String == "2014-04-25T10:00:00")
    #expect(photo["ALAssetPropertyLocation"] == nil)
    #expect(photo["ALAssetPropertyDuration"] == nil)
    #expect(photo["UIImagePickerControllerOriginalImage"] == nil)
    #expect(photo["UIImagePickerControllerMediaURL"] == nil)
    #expect(photo["ALAssetPropertyOrientation"] as? Int == 0)
    #expect(photo["PhotoPickExifOrientation"] as? Int == 1)
    #expect(photo["PhotoPickIndexPath"] as? [Int] == [1, 0])
  }

  @Test func `a video tells its type and length`() throws {
    let video = try #require(try photopick.run("select", "2", "--json", ".").dictionaries().first)
    #expect(video["UIImagePickerControllerMediaType"] as? String == "ALAssetTypeVideo")
    let url = video["UIImagePickerControllerMediaURL"] as? String
    #expect(url != nil && url == video["UIImagePickerControllerReferenceURL"] as? String)
    #expect(video["ALAssetPropertyDuration"] as? Double == 3)
    #expect(video["ALAssetPropertyRepresentations"] as? [String] == ["public.mpeg-4"])
    #expect(video["ALAssetPropertyDate"] as? String == "2014-05-13T16:53:20+00:00")
  }

  @Test func `the original is given on request`() throws {
    let photo = try #require(
      try photopick.run("select", "1", "--json", "--return-image", "original", ".").dictionaries().first)
    let image = try #require(photo["UIImagePickerControllerOriginalImage"] as? [String: Any])
    let expected: NSDictionary = ["path": file, "pixelWidth": 40, "pixelHeight": 30, "orientation": 6]
    #expect(NSDictionary(dictionary: image) == expected)
    let none = try photopick.run("select", "1", "--json", "--return-image", "none", ".")
    #expect(none.bytes == (try photopick.run("select", "1", "--json", ".").bytes))
    #expect(try photopick.run("select", "1", "--json", "--return-image", "huge", ".").status == 64)
  }

  @Test func `a property list has dates if the offset is known, text otherwise`() throws {
    let photos = try photopick.run("select", "all", "--plist", ".").propertyList()
    try #require(photos.count == 3)
    let date = try #require(photos[0]["ALAssetPropertyDate"] as? Date)
    #expect(date.timeIntervalSince1970 == 1_400_979_600)  // 2014-05-25T01:00:00Z
    #expect(photos[2]["ALAssetPropertyDate"] as? String == "2014-04-25T10:00:00")
    #expect(photos[0]["PhotoPickIndexPath"] as? [Int] == [0, 0])
    #expect(photos[0]["UIImagePickerControllerReferenceURL"] as? String == "file://" + file)
    let place = try #require(photos[0]["ALAssetPropertyLocation"] as? [String: Any])
    #expect(place["altitude"] as? Double == 52)
    // 2014-05-25T01:00:05Z, to the second.
    #expect((place["timestamp"] as? Date)?.timeIntervalSince1970 == 1_400_979_605)
  }

  @Test func `plain keys are those of info with number, group and album`() throws {
    let record = try #require(
      try photopick.run("select", "1", "--jsonl", "--keys", "plain", ".").lines(of: Record.self).first)
    var info = try #require(try photopick.run("info", "--jsonl", file).lines(of: Record.self).first)
    (info.number, info.group, info.album) = (1, "2014-05", "sub")
    #expect(record == info)
    let picker = try photopick.run("browse", "--json", "--keys", "uikit", "--limit", "1")
    #expect(picker.bytes == (try photopick.run("select", "1", "--json", ".").bytes))
  }

  @Test func `one path a line is printed unless another form is asked for`() throws {
    #expect(try photopick.run("select", "1", ".").text == file + "\n")
  }

  @Test func `the result of json is what other programs read`() throws {
    #expect(try photopick.run("select", "none", "--json", ".").dictionaries().isEmpty)
    let lines = try photopick.run("select", "all", "--jsonl", ".").lines
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }
}
