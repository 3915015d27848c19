import PhotoFiles

/// Finds the JSON of Google Takeout by the names of photos.
///
/// Takeout names the JSON of `IMG_1.jpg` `IMG_1.jpg.supplemental-metadata.json`, before 2024 `IMG_1.jpg.json`, and cuts
/// the name before `.json` to 46 characters. The number of equal names follows the rest: `IMG_1(2).jpg` has
/// `IMG_1.jpg.supplemental-metadata(2).json`. An edited picture shares the JSON of its original, and the film of a Live
/// Photo the JSON of its picture. If the title in Google Photos has no extension, neither has the JSON.
struct TakeoutIndex: Sendable {
  private static let supplement = Array("supplemental-metadata".utf8)
  private static let pictureExtensions =
    PhotoFileType.allCases.filter { $0.mediaType == .image }.flatMap(\.declaration.extensions)

  /// By the name without `.json`.
  private var wholes = FirstNames()
  /// By title and number, for names with a supplement or a part of it.
  private var titles = FirstNames()
  /// By title and number, without the extension of a picture.
  private var pictures = FirstNames()

  init(_ names: [FileName]) {
    for name in names {
      let keys = Keys(name)
      wholes.add(name, for: keys.whole)
      if let title = keys.title { titles.add(name, for: title) }
      if let picture = keys.picture { pictures.add(name, for: picture) }
    }
  }

  mutating func remove(_ name: FileName) {
    let keys = Keys(name)
    wholes.remove(name, for: keys.whole)
    if let title = keys.title { titles.remove(name, for: title) }
    if let picture = keys.picture { pictures.remove(name, for: picture) }
  }

  private struct Keys {
    let whole: FileName
    var title: FileName?
    var picture: FileName?

    init(_ name: FileName) {
      whole = name.composed.dropping(.takeout)
      let (text, number) = NameParts.split(whole.bytes) ?? (whole.bytes, [])
      let found = TakeoutIndex.title(of: text)
      title = found.map { FileName(unchecked: $0 + number) }
      let file = FileName(unchecked: found ?? text)
      guard file.hasPictureExtension || TakeoutIndex.endsInPartOfExtension(file) else { return }
      picture = FileName(unchecked: file.stem + number)
    }
  }

  /// The title before the supplement, which may be shortened.
  private static func title(of text: [UInt8]) -> [UInt8]? {
    guard let dot = text.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      supplement.starts(with: text[(dot + 1)...])
    else { return nil }
    return Array(text[..<dot])
  }

  /// Tests for a shortened title that ends in a part of the extension of a picture.
  private static func endsInPartOfExtension(_ title: FileName) -> Bool {
    let count = title.bytes.count - title.stem.count
    return count > 1 && isClipped(title.bytes)
      && pictureExtensions.contains { $0.utf8.starts(with: title.lowercasedExtension.utf8) }
  }

  private static func isClipped(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).utf16.count >= NameParts.titleLimit
  }

  /// The JSON of a photo with a composed name.
  ///
  /// - Parameter names: the composed names of the other files of the folder, each of which has its own JSON.
  func sidecar(of photo: FileName, among names: Set<FileName>) -> FileName? {
    let parts = NameParts(photo)
    if let name = named(parts, among: names) { return name }
    if let original = (parts.numbered ?? parts).original {
      let picture = FileName(unchecked: original.stem + original.number)
      if let name = named(original, among: []) ?? pictures[picture] { return name }
    }
    if photo.hasPictureExtension { return nil }
    return pictures[photo] ?? pictures[FileName(unchecked: parts.stem)]
  }

  /// The JSON with the name of a photo, or with Google's form of it.
  private func named(_ parts: NameParts, among names: Set<FileName>) -> FileName? {
    // A number may belong to the original name, or be Google's.
    let readings = [parts, parts.number.isEmpty ? parts.numbered : nil].compactMap { $0 }
    let spellings = readings.map { reading in
      reading.spellings.filter { $0.isFree(among: names, unless: parts) }
    }
    for spelling in spellings.joined() {
      if let name = whole(spelling.title, spelling.number) { return name }
    }
    if let reading = readings.first, !names.contains(FileName(unchecked: reading.stem + reading.number)),
      let name = whole(reading.stem, reading.number)
    {
      return name
    }
    // A shortened title may have lost the number of a duplicate, so that is tried last.
    for spelling in spellings.reversed().joined() {
      for clip in Self.clipped(spelling.title, spelling.number) {
        if let name = wholes[clip] { return name }
      }
    }
    return nil
  }

  private func whole(_ title: [UInt8], _ number: [UInt8]) -> FileName? {
    let key = FileName(unchecked: title + number)
    return wholes[key] ?? titles[key]
  }

  /// Returns the possible truncations of a title with its number.
  private static func clipped(_ title: [UInt8], _ number: [UInt8] = []) -> [FileName] {
    var clips = NameParts.clipped(title)
    // Some count the number.
    if !number.isEmpty { clips += NameParts.clipped(title, to: NameParts.titleLimit - number.count) }
    return clips.map { FileName(unchecked: $0 + number) }
  }

  /// Recognizes names that only Takeout gives: with the extension of a photo, a supplement or a shortened title.
  static func isSure(_ name: FileName) -> Bool {
    let whole = name.composed.dropping(.takeout).bytes
    let text = NameParts.split(whole)?.title ?? whole
    let title = Self.title(of: text) ?? text
    return !title.isEmpty && FileName(unchecked: title).hasPhotoExtension
      || text.count - title.count > 4 || isClipped(text)
  }
}
