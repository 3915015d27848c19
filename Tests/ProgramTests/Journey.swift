import TestSupport

/// A small library for most tests of commands.
enum Journey {
  /// Creates two folders with six photos and videos, and another file.
  static func photopick() throws -> Photopick {
    let photopick = try Photopick()
    let photos = photopick.photos
    try photos.file("IMG_9.JPG", PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.make = "Canon" })
    try photos.file(
      "Trip/IMG_12.JPG",
      PictureBuilder.jpeg("2014:05:25 10:00:00") {
        $0.width = 4032
        $0.height = 3024
        $0.orientation = 6
        $0.padding = 500
      })
    try photos.file("Trip/Screenshot_2014-04-30-23-59-59.png", PictureBuilder.png())
    try photos.file("Trip/clip.mp4", PictureBuilder.movie(created: 1_401_580_740))  // 2014-05-31T23:59:00Z
    try photos.file("Trip/Day 2/IMG_2.jpg", PictureBuilder.jpeg("2012:01:01 00:00:00") { $0.make = "Canon" })
    try photos.file("Trip/Day 2/broken.jpg", Array("no picture".utf8), modified: 1_325_376_060)
    try photos.file("notes.txt", Array("not a photo".utf8))
    return photopick
  }
}

extension Photopick {
  /// Returns the photos of `browse` as `number group name`.
  func shown(_ arguments: String...) throws -> [String] {
    try runAll(["browse", "--format", "{number} {group} {name}"] + arguments).lines
  }

  /// Returns the names of the photos of `browse`.
  func names(_ arguments: String...) throws -> [String] {
    try runAll(["browse", "--format", "{name}"] + arguments).lines
  }
}
