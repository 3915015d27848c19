import PhotoFiles

/// The name of a photo in the parts by which programs name its sidecars: `IMG_1(2).jpg` is `IMG_1`, `(2)` and `.jpg`.
struct NameParts {
  /// What stands before the number.
  var stem: [UInt8]
  /// The number in parentheses by which Google tells files of the same name apart; empty if there is none.
  var number: [UInt8] = []
  /// The extension with its dot; empty if there is none.
  var ending: [UInt8]

  private static let numberLimit = 9

  /// A name in two parts, its number left in the stem.
  init(_ name: FileName) {
    stem = name.stem
    ending = Array(name.bytes.dropFirst(stem.count))
  }

  /// The same name with the number that stands at the end of the stem in a part of its own; `nil` if none does.
  var numbered: NameParts? {
    guard let (title, number) = Self.split(stem), !title.isEmpty else { return nil }
    var parts = self
    (parts.stem, parts.number) = (title, number)
    return parts
  }

  /// A text and the number in parentheses at its end; `nil` if none stands there.
  static func split(_ text: [UInt8]) -> (title: [UInt8], number: [UInt8])? {
    guard text.last == UInt8(ascii: ")"), let start = text.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let digits = text[(start + 1)...].dropLast()
    guard (1...numberLimit).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return (Array(text[..<start]), Array(text[start...]))
  }

  /// The name that an edited picture's original has: without the word in the user's language that Google Photos puts
  /// behind it, such as `-edited`, `-modifié` or `-ha editado`, or what a limit of length has left of it.
  ///
  /// Names that Google Photos gives to what it makes itself, such as `-COLLAGE`, are in capitals.
  var original: NameParts? {
    guard let hyphen = stem.lastIndex(of: UInt8(ascii: "-")), hyphen > 0 else { return nil }
    let isWord = stem[(hyphen + 1)...].allSatisfy {
      (0x61...0x7A).contains($0) || $0 == 0x20 || $0 >= 0x80
    }
    guard isWord else { return nil }
    var parts = self
    parts.stem = Array(stem[..<hyphen])
    return parts
  }

  /// The stem and the extension, the number left out.
  var title: [UInt8] { stem + ending }

  /// This name, and those that differ in the case of the extension alone.
  var spellings: [NameParts] {
    let lower = ending.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let upper = ending.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
    return [self]
      + [lower, upper].filter { $0 != ending }.map { ending in
        var parts = self
        parts.ending = ending
        return parts
      }
  }
}

extension NameParts {
  /// The name as a whole.
  var name: FileName { FileName(unchecked: stem + number + ending) }

  /// False if another file has this name, and so a sidecar of its own.
  func isFree(among names: Set<FileName>, unless own: NameParts) -> Bool {
    name == own.name || !names.contains(name)
  }

  /// How many characters Google leaves of the name of a sidecar, `.json` and a number not counted.
  static let titleLimit = 46

  /// What is left of a text that is longer than a limit; `nil` if it is not.
  ///
  /// Characters are the code units of UTF-16, and a pair that a limit would divide may have gone or stayed. Texts whose
  /// Unicode scalars were counted exist too.
  static func clipped(_ text: [UInt8], to limit: Int = titleLimit) -> [[UInt8]] {
    guard text.count > limit, limit > 0 else { return [] }
    guard let valid = String(validating: text, as: UTF8.self), valid.utf8.contains(where: { $0 >= 0x80 })
    else { return [Array(text.prefix(limit))] }
    var (units, bytes) = (0, 0)
    var ends: [Int] = []
    for (index, scalar) in valid.unicodeScalars.enumerated() {
      if index == limit { ends.append(bytes) }
      let width = UTF16.width(scalar)
      if units == limit || units < limit && units + width > limit { ends.append(bytes) }
      if units < limit, units + width > limit { ends.append(bytes + UTF8.width(scalar)) }
      units += width
      bytes += UTF8.width(scalar)
    }
    return Set(ends).filter { $0 < text.count }.sorted().map { Array(text[..<$0]) }
  }
}
