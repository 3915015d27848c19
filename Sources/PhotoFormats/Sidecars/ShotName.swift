import PhotoFiles

/// The parts of a file name that identify its shot, which are common to all of the shot's files, and its burst.
///
///     ShotName(FileName("IMG_1-edited.jpg")).stem                                       // img_1
///     ShotName(FileName("PXL_20230709_220904977.RAW-02.ORIGINAL.dng")).stem             // pxl_20230709_220904977
///     ShotName(FileName("00001IMG_00001_BURST20230709220904977_COVER.jpg")).burst       // burst20230709220904977
package struct ShotName: Sendable {
  /// The stem of the original, composed and with ASCII letters in lowercase: `img_1` for `IMG_1.JPG`,
  /// `IMG_1-edited.jpg` and `IMG_E1.JPG`.
  package let stem: [UInt8]
  package let isEdited: Bool
  /// The part that the names of a burst have in common, or `nil` if the name is of another form.
  package let burst: [UInt8]?
  /// Whether the camera named the file as the cover of its burst.
  package let isCover: Bool

  /// What Google Photos appends in several languages, Lightroom for a copy that another program edits, and Apple's exports.
  private static let endings: [[UInt8]] = [
    "-edited", "-edytowane", "-bearbeitet", "-bewerkt", "-編集済み", "-modificato", "-modifié", "-ha editado",
    "-editat", "-editado", "-edit", "_edited", "-adjusted",
  ].map { Array($0.utf8) }

  package init(_ name: FileName) {
    let parts = NameParts(name.composed)
    let (title, number) = NameParts.split(parts.stem) ?? (parts.stem, [])
    let stem = title.map(\.lowercased)
    let (rest, isCover) = Self.without("_cover", stem)
    burst = Self.burst(rest)
    self.isCover = isCover && burst != nil
    if let ending = Self.endings.first(where: { stem.count > $0.count && stem.suffix($0.count) == $0[...] }) {
      (self.stem, isEdited) = (stem.dropLast(ending.count) + number, true)
    } else if let original = Self.originalOfPhone(stem) {
      (self.stem, isEdited) = (original + number, true)
    } else {
      let original = Self.stemOfPixel(stem) ?? Self.stemOfLivePhoto(stem, parts.ending) ?? stem
      (self.stem, isEdited) = (original + number, false)
    }
  }

  private static func without(_ ending: String, _ stem: [UInt8]) -> (stem: [UInt8], hasEnding: Bool) {
    guard stem.count > ending.utf8.count, stem.suffix(ending.utf8.count).elementsEqual(ending.utf8) else {
      return (stem, false)
    }
    return (stem.dropLast(ending.utf8.count), true)
  }

  /// The stem of the original that an iPhone's edited copy `IMG_E1234` belongs to.
  private static func originalOfPhone(_ stem: [UInt8]) -> [UInt8]? {
    let start = Array("img_e".utf8)
    let digits = stem.dropFirst(start.count)
    guard stem.starts(with: start), !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return start.dropLast() + digits
  }

  /// The stem of the photo that the video `IMG_1234_HEVC.MOV` belongs to.
  private static func stemOfLivePhoto(_ stem: [UInt8], _ ending: [UInt8]) -> [UInt8]? {
    guard ending.count == 4, ending.map(\.lowercased).elementsEqual(".mov".utf8) else { return nil }
    let (photo, isVideo) = without("_hevc", stem)
    return isVideo ? photo : nil
  }

  /// The length of `PXL_20230709_220904977`.
  private static let pixelCount = 22

  /// The common stem of the files of a shot of a Pixel phone: `.RAW-01.COVER`, `.RAW-02.ORIGINAL` and `.MP` follow it.
  private static func stemOfPixel(_ stem: [UInt8]) -> [UInt8]? {
    guard stem.count > pixelCount, stem.starts(with: "pxl_".utf8) else { return nil }
    let parts = stem.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].count == pixelCount else { return nil }
    let digits = parts[0].dropFirst(4).split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard digits.map(\.count) == [8, 9], digits.joined().allSatisfy(\.isDigit) else { return nil }
    let isKnown = parts.dropFirst().allSatisfy { part in
      part.starts(with: "raw-".utf8) && part.count == 6 && part.suffix(2).allSatisfy(\.isDigit)
        || ["cover", "original", "mp"].contains { part.elementsEqual($0.utf8) }
    }
    return isKnown ? Array(parts[0]) : nil
  }

  /// The lengths of numbers: of a shot within a burst, and of the time that identifies a burst.
  private static let (shotDigits, timeDigits) = (1...5, 14...17)

  /// Returns what the names of a burst have in common: `img_1_burst` for `IMG_1_BURST001`, `burst20230709220904977` for
  /// `00001IMG_00001_BURST20230709220904977`, and `20231207_101605` for `20231207_101605_001` (Samsung).
  private static func burst(_ stem: [UInt8]) -> [UInt8]? {
    guard let separator = stem.lastIndex(of: UInt8(ascii: "_")) else { return nil }
    let last = stem[(separator + 1)...]
    if last.starts(with: "burst".utf8) {
      let digits = last.dropFirst(5)
      guard digits.allSatisfy(\.isDigit) else { return nil }
      if timeDigits.contains(digits.count) { return Array(last) }
      return shotDigits.contains(digits.count) ? Array(stem.dropLast(digits.count)) : nil
    }
    let isOfSamsung = zip(stem, "00000000_000000_000".utf8).allSatisfy {
      $1 == UInt8(ascii: "_") ? $0 == $1 : $0.isDigit
    }
    return isOfSamsung && stem.count == 19 ? Array(stem.dropLast(4)) : nil
  }
}
