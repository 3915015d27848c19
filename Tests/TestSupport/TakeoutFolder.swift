/// Generates random file names of a folder as Google Takeout does, including quirks.
package struct TakeoutFolder {
  /// A photo and the JSON file.
  package struct Photo: Sendable {
    package let name: String
    package let json: String
    /// The seconds since 1970-01-01T00:00:00Z in the JSON.
    package let seconds: Int
  }

  /// The photos.
  package private(set) var photos: [Photo] = []
  /// The JSON files and the titles of the photos, each once.
  package private(set) var records: [(name: String, title: String, seconds: Int)] = []

  private static let edits = ["-edited", "-bearbeitet", "-modifié", "-ha editado", "-編集済み", "-editado"]
  private var generator: SeededGenerator
  private var names: Set<String> = []

  /// Creates a folder with at least a number of files.
  package init(fileCount: Int, seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    while photos.count + records.count < fileCount { add(number: records.count) }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  /// Adds a photo with JSON, and at random a movie, an edited picture, and others with the same title.
  private mutating func add(number: Int) {
    let stem = stem(number)
    let ending =
      [".jpg", ".JPG", ".HEIC", ".png", ".mp4", ".jpeg"].randomElement(using: &generator) ?? ".jpg"
    let hasSupplement = chance(60)
    // Some titles have no extension, but Google uses them as file names.
    let title = chance(5) ? stem : stem + ending
    for index in 0..<(chance(15) ? 3 : 1) {
      let mark = index == 0 ? "" : "(\(index))"
      let json =
        Self.clipped(title + (hasSupplement ? ".supplemental-metadata" : ""), to: 46) + mark + ".json"
      let seconds = 1_000_000_000 + records.count
      records.append((json, title, seconds))
      func add(_ stem: String, _ ending: String) {
        let name = Self.clipped(stem, to: 51 - ending.utf16.count) + mark + ending
        // The suffix of an edited picture may be cut off completely.
        guard names.insert(name).inserted else { return }
        photos.append(Photo(name: name, json: json, seconds: seconds))
      }
      add(stem, ending)
      if ending != ".mp4", chance(20) { add(stem, ".MP4") }
      if ending != ".mp4", chance(20) {
        add(stem + (Self.edits.randomElement(using: &generator) ?? ""), ending == ".HEIC" ? ".jpg" : ending)
      }
    }
  }

  /// A stem as from a camera, phone or user; no stem of another photo starts with it.
  private mutating func stem(_ number: Int) -> String {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: "IMG_\(10_000 + number)"
    case 1: "PXL_20220405_\(100_000_000 + number).PORTRAIT"
    case 2: "Screenshot_20231027_\(100_000 + number)_Some.App"
    case 3: "\(10_000 + number) original_1d4caa6f-16c6-4c3d-901b-9387de10e528_PXL"
    case 4: "\(10_000 + number) Größe und Übermaß der Straßenbäume im Frühjahr"
    case 5: "\(10_000 + number)" + String(repeating: "😀😃", count: Int.random(in: 1...15, using: &generator))
    default: "Scan (\(number % 9)) \(10_000 + number)" + String(repeating: "x", count: number % 40)
    }
  }

  /// Truncates a string to a number of UTF-16 code units, never dividing a character.
  private static func clipped(_ text: String, to limit: Int) -> String {
    var (units, result) = (0, String.UnicodeScalarView())
    for scalar in text.unicodeScalars {
      units += UTF16.width(scalar)
      if units > limit { break }
      result.append(scalar)
    }
    return String(result)
  }
}
