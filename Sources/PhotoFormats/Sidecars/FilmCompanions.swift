import PhotoFiles

/// Finds the files that a camera stores along with a film: thumbnails, previews and proxies.
///
///     let companions = FilmCompanions([FileName("GX010123.MP4"), FileName("GL010123.LRV"), FileName("GX010123.THM")])
///     companions?.films(of: FileName("GL010123.LRV"))        // GX010123.MP4
///     companions?.companions(of: FileName("GX010123.MP4"))   // GL010123.LRV, GX010123.THM
///
/// Only names are compared, without case and by canonical equivalence. A file whose film is missing is no companion.
/// DJI stores such thumbnails and previews of photos, too.
package struct FilmCompanions: Sendable {
  /// The videos of each companion; no list is empty.
  private var films: [FileName: [FileName]] = [:]
  private var companions: [FileName: [FileName]] = [:]

  /// Creates the index of a folder. Returns `nil` quickly if the folder has no companions.
  ///
  /// - Parameters:
  ///   - names: The names of the files of the folder.
  ///   - around: The names near a folder of proxies (`isProxyFolder`) or thumbnails (`isThumbnailFolder`); `nil` for other
  ///     folders.
  package init?(_ names: some Collection<FileName>, proxiesOf around: [FileName]? = nil) {
    let possible = names.filter { Self.isPossible($0) || around != nil && CompanionName.isPossibleProxy($0) }
    guard !possible.isEmpty else { return nil }
    let (here, there) = (FilmNames(names), FilmNames(around ?? []))
    for name in possible {
      let form = CompanionName(name, isInProxyFolder: around != nil)
      let found = here.films(form)
      films[name] = found.isEmpty ? there.films(form, includesOwnStem: true) : found
      for film in found { companions[film, default: []].append(name) }
    }
    films = films.filter { !$0.value.isEmpty }
    guard !films.isEmpty else { return nil }
  }

  /// Returns the videos that a file belongs to: several if they were recorded together or differ only in the extension.
  package func films(of companion: FileName) -> [FileName] { films[companion] ?? [] }

  /// Returns the companions of a film in order of their names.
  package func companions(of film: FileName) -> [FileName] { (companions[film] ?? []).sorted() }

  /// Removes a file.
  package mutating func remove(_ name: FileName) {
    for companion in companions.removeValue(forKey: name) ?? [] { films[companion]?.removeAll { $0 == name } }
    for film in films.removeValue(forKey: name) ?? [] { companions[film]?.removeAll { $0 == name } }
  }

  /// Returns whether a camera may have stored the file along with a film.
  package static func isPossible(_ name: FileName) -> Bool {
    // Called for each name of each folder: the last byte decides most of them.
    switch name.bytes.last.map({ $0 | 0x20 }) {
    case UInt8(ascii: "g"): CompanionName.isThumbnailOfSony(name)
    case UInt8(ascii: "f"): name.hasEnding(".lrf")
    case UInt8(ascii: "r"): name.hasEnding(".scr")
    case UInt8(ascii: "m"), UInt8(ascii: "v"), UInt8(ascii: "4"), UInt8(ascii: "i"), UInt8(ascii: "0"):
      CompanionName(name).isPossible
    default: false
    }
  }

  /// Returns whether a folder of this name contains proxies of the videos in its parent, or in a folder of clips next
  /// to it.
  package static func isProxyFolder(_ name: FileName) -> Bool {
    ["sub", "proxy", "proxies", "thmbnl"].contains { name.isEqual(to: $0) }
  }

  /// Returns whether a folder of this name next to a folder of proxies contains the videos.
  package static func isClipFolder(_ name: FileName) -> Bool {
    ["clip", "video"].contains { name.isEqual(to: $0) }
  }

  /// Returns whether DJI stores thumbnails of videos and photos in a folder of this path on a card, such as
  /// `MISC/THM/100`.
  package static func isThumbnailFolder(_ path: some Collection<FileName>) -> Bool {
    path.count == 3 && zip(path, ["misc", "thm"]).allSatisfy { $0.isEqual(to: $1) }
  }

  /// Returns whether a folder contains what has thumbnails in a folder of the other name: `100MEDIA` in `100`, `DJI_001` in
  /// `DJI_001`.
  package static func isFolder(_ name: FileName, ofThumbnailsIn thumbnails: FileName) -> Bool {
    name.bytes.count >= thumbnails.bytes.count
      && zip(name.bytes, thumbnails.bytes).allSatisfy { $0.lowercased == $1.lowercased }
  }

  /// Returns whether a folder of cards contains the folders of videos and photos (DCF 2.0).
  package static func isCameraFolder(_ name: FileName) -> Bool { name.isEqual(to: "dcim") }
}

/// The videos of a folder by their stems.
private struct FilmNames {
  private var byStem: [[UInt8]: [FileName]] = [:]
  /// Videos of Insta360 by their stems without the number of the lens.
  private var byRecording: [[UInt8]: [FileName]] = [:]

  init(_ names: some Collection<FileName>) {
    for name in names where name.isFilm || name.hasPictureExtension {
      let stem = name.canonicalStem
      byStem[stem, default: []].append(name)
      if let recording = CompanionName.recording(stem, "vid") {
        byRecording[recording, default: []].append(name)
      }
    }
  }

  /// Returns the videos of a companion.
  ///
  /// - Parameter includesOwnStem: Whether the companion is in a folder of proxies, which may have the names of their videos.
  func films(_ form: CompanionName, includesOwnStem: Bool = false) -> [FileName] {
    let stems = form.filmStems + (includesOwnStem ? [form.stem] : [])
    let found = stems.compactMap { byStem[$0] } + [form.recording.flatMap { byRecording[$0] } ?? []]
    return found.lazy.map { $0.filter { $0.isFilm || form.mayBelongToPicture } }.first { !$0.isEmpty } ?? []
  }
}

/// The name of a file that a camera may have stored along with a film.
private struct CompanionName {
  /// Composed and with ASCII letters in lowercase.
  let stem: [UInt8]
  /// The possible stems of the film, the likeliest first.
  private(set) var filmStems: [[UInt8]] = []
  /// The name of the film without extension and number of the lens (Insta360).
  private(set) var recording: [UInt8]?
  /// Whether the file is a thumbnail that Canon also stores along with RAW files, and DJI with photos.
  private(set) var mayBelongToPicture = false

  var isPossible: Bool { !filmStems.isEmpty || recording != nil }

  init(_ name: FileName, isInProxyFolder: Bool = false) {
    stem = name.canonicalStem
    switch name.lowercasedExtension {
    case "thm", "scr":
      mayBelongToPicture = true
      addPreview()
    case "lrv", "lrf", "glv": addPreview()
    case _ where name.isFilm:
      recording = Self.recording(stem, "lrv")
      addStemsOfProxy(isInProxyFolder: isInProxyFolder)
    case _ where Self.isThumbnailOfSony(name, afterDigit: !isInProxyFolder):
      filmStems = [stem.dropLast(3) + []]
    default: break
    }
  }

  /// Adds the videos of a preview: with the same name, or with another letter for the coding (GoPro's `GL010123.LRV`
  /// and `GX010123.MP4`).
  private mutating func addPreview() {
    filmStems = [stem] + stemsOfGoPro
    recording = Self.recording(stem, "lrv")
  }

  private var stemsOfGoPro: [[UInt8]] {
    guard stem.count == 8, stem.starts(with: "gl".utf8), stem.suffix(4).allSatisfy(\.isDigit) else {
      return []
    }
    return "xhsp".utf8.map { [stem[0], $0] + stem.dropFirst(2) }
  }

  /// Adds the videos of a proxy in the format of a film: `C0001S03.MP4` (Sony), `…_CANON_Proxy.MP4` (Canon),
  /// `YDXJ0001_thm.mp4` (Ambarella) and GoPro's preview under the extension of a film.
  private mutating func addStemsOfProxy(isInProxyFolder: Bool) {
    filmStems = stemsOfGoPro
    if Self.endsInLetterAndNumber(stem[...], UInt8(ascii: "s"), afterDigit: !isInProxyFolder) {
      filmStems.append(stem.dropLast(3) + [])
    }
    for ending in ["_proxy", "-proxy", " proxy", ".proxy", "_thm"]
    where stem.count > ending.utf8.count && stem.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
      filmStems.append(Array(stem.dropLast(ending.utf8.count)))
    }
  }

  /// Whether the name has the form of XAVC thumbnails: `C0001T01.JPG` belongs to `C0001.MP4`.
  static func isThumbnailOfSony(_ name: FileName, afterDigit: Bool = true) -> Bool {
    endsInLetterAndNumber(name.bytes.dropLast(4), UInt8(ascii: "t"), afterDigit: afterDigit)
      && name.hasEnding(".jpg")
  }

  /// Whether a file of this name in a folder of proxies may be a companion.
  static func isPossibleProxy(_ name: FileName) -> Bool {
    name.isFilm || isThumbnailOfSony(name, afterDigit: false)
  }

  /// Whether a name ends in a letter and two digits before the extension.
  ///
  /// - Parameter afterDigit: Whether a digit precedes them, as in the names of clips by default (`C0001S03`). Clips may have
  ///   other names, such as `A001C001_230701ABS03`.
  private static func endsInLetterAndNumber(
    _ stem: ArraySlice<UInt8>, _ letter: UInt8, afterDigit: Bool
  ) -> Bool {
    let end = stem.endIndex
    return stem.count > 4 && stem[end - 3] | 0x20 == letter && (!afterDigit || stem[end - 4].isDigit)
      && stem[end - 2].isDigit && stem[end - 1].isDigit
  }

  /// Removes the kind and the number of the lens from the name of a recording by Insta360:
  /// `20200101_120000_001` for `LRV_20200101_120000_11_001` and `VID_20200101_120000_00_001`, with what precedes it.
  ///
  /// - Parameter kind: The expected kind, three letters in lowercase.
  static func recording(_ stem: [UInt8], _ kind: String) -> [UInt8]? {
    let parts = stem.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard let index = parts.firstIndex(where: { $0.elementsEqual(kind.utf8) }), parts.count > index + 4,
      zip(parts[(index + 1)...], [8, 6, 2]).allSatisfy({ $0.count == $1 && $0.allSatisfy(\.isDigit) })
    else { return nil }
    let rest = parts[..<index] + parts[(index + 1)...(index + 2)] + parts[(index + 4)...]
    return Array(rest.joined(separator: [UInt8(ascii: "_")]))
  }
}

extension FileName {
  /// Whether the file is a video by its extension. Spherical videos have the format of MPEG-4.
  fileprivate var isFilm: Bool {
    hasPhotoExtension && !hasPictureExtension || hasEnding(".360", ".insv", ".osv")
  }

  fileprivate func isEqual(to text: String) -> Bool {
    bytes.count == text.utf8.count && zip(bytes, text.utf8).allSatisfy { $0.lowercased == $1 }
  }

  fileprivate var canonicalStem: [UInt8] { composed.stem.map(\.lowercased) }
}
