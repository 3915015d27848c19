/// Removes case and diacritics from letters.
///
/// Latin, Greek and Cyrillic letters lose diacritics, strokes and hooks, whether precomposed or combining: "ø" becomes
/// "o". Other scripts keep them, and are composed, since macOS file names are decomposed: "か" and a voiced sound mark
/// become "が" (The Unicode Standard, 3.11 and 3.12).
enum TextFolding {
  static func folded(_ text: String) -> [UInt8] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let folded = folded(scalar) else { continue }
      if let last = scalars.last, let composed = composed(last, folded) {
        scalars[scalars.count - 1] = composed
      } else {
        scalars.append(folded)
      }
    }
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for scalar in scalars {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return output
  }

  /// Returns the folded letter, or `nil` for a combining diacritic.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    // Some of these diacritics, such as the Greek iota subscript, are alphabetic.
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: return nil
    default:
      if let letter = letters[scalar] { return letter }
      let small = lowercase(scalar)
      return letters[small] ?? small
    }
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.properties.changesWhenLowercased else { return scalar }
    // The remaining scalars, as for "İ", are combining diacritics.
    return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    let scalars = ([0x41...0x5A, 0x61...0x7A, 0xC0...0x52F, 0x1E00...0x1FFF] as [ClosedRange<UInt32>])
      .joined().compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic)
    var plain: [String: Unicode.Scalar] = [:]
    for scalar in scalars {
      if let name = scalar.properties.name, scalar.properties.isLowercase { plain[name] = scalar }
    }
    var letters = unnamed
    for scalar in scalars {
      let small = lowercase(scalar)
      let base = small.properties.name.flatMap(nameWithoutAccent).flatMap { plain[$0] } ?? small
      letters[scalar] = unnamed[base] ?? base
    }
    return letters
  }()

  /// Shortens `LATIN SMALL LETTER E WITH ACUTE` to `LATIN SMALL LETTER E`.
  private static func nameWithoutAccent(_ name: String) -> String? {
    let words = name.split(separator: " ")
    return words.firstIndex(of: "WITH").map { words[..<$0].joined(separator: " ") }
  }

  /// Letters whose Unicode names don't mention the base letter.
  private static let unnamed: [Unicode.Scalar: Unicode.Scalar] = [
    "й": "и", "ё": "е", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к", "ς": "σ", "ſ": "s",
    "ϒ": "υ", "ϓ": "υ", "ϔ": "υ",
  ]

  private static func composed(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Unicode.Scalar? {
    switch right.value {
    case 0x3099, 0x309A: composedKana(left, isVoiced: right.value == 0x3099)
    case 0x1161...0x1175, 0x11A8...0x11C2: composedHangul(left.value, right.value)
    default: nil
    }
  }

  /// Composes a kana with its mark. Unicode encodes most composed kana directly after the plain one.
  private static func composedKana(_ kana: Unicode.Scalar, isVoiced: Bool) -> Unicode.Scalar? {
    guard isVoiced else {
      return "はひふへほハヒフヘホ".unicodeScalars.contains(kana) ? Unicode.Scalar(kana.value + 2) : nil
    }
    switch kana {
    case "う": return "ゔ"
    case "ウ": return "ヴ"
    case "ワ": return "ヷ"
    case "ヰ": return "ヸ"
    case "ヱ": return "ヹ"
    case "ヲ": return "ヺ"
    default:
      let voiced = "かきくけこさしすせそたちつてとはひふへほゝカキクケコサシスセソタチツテトハヒフヘホヽ"
      return voiced.unicodeScalars.contains(kana) ? Unicode.Scalar(kana.value + 1) : nil
    }
  }

  /// Composes a syllable from two parts, of which the first may be a syllable.
  private static func composedHangul(_ left: UInt32, _ right: UInt32) -> Unicode.Scalar? {
    let (syllables, lead, vowel, tail) = (UInt32(0xAC00), UInt32(0x1100), UInt32(0x1161), UInt32(0x11A7))
    if (lead...lead + 18).contains(left), right < tail {
      return Unicode.Scalar(syllables + ((left - lead) * 21 + right - vowel) * 28)
    }
    guard (syllables...0xD7A3).contains(left), (left - syllables) % 28 == 0, right > tail else { return nil }
    return Unicode.Scalar(left + right - tail)
  }
}
