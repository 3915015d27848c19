import PhotoFiles

/// The parts of a name that matter for sidecars: `IMG_1(2).jpg` is `IMG_1`, `(2)` and `.jpg`.
struct NameParts {
  var stem: [UInt8]
  /// The number in parentheses by which Google distinguishes equal names; may be empty.
  var number: [UInt8] = []
  /// The extension including the dot; may be empty.
  var ending: [UInt8]

  private static let numberLimit = 9

  init(_ name: FileName) {
    stem = name.stem
    ending = Array(name.bytes.dropFirst(stem.count))
  }

  /// The same name with the number at the end of the stem as a part.
  var numbered: NameParts? {
    guard let (title, number) = Self.split(stem), !title.isEmpty else { return nil }
    var parts = self
    (parts.stem, parts.number) = (title, number)
    return parts
  }

  /// Splits a text before the number in parentheses at its end.
  static func split(_ text: [UInt8]) -> (title: [UInt8], number: [UInt8])? {
    guard text.last == UInt8(ascii: ")"), let start = text.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let digits = text[(start + 1)...].dropLast()
    guard (1...numberLimit).contains(digits.count), digits.allSatisfy(\.isDigit) else {
      return nil
    }
    return (Array(text[..<start]), Array(text[start...]))
  }

  /// The name of the original of an edited picture: without the localized word that Google Photos appends, such as
  /// `-edited`, `-modifié` or `-ha editado`, or what a limit left of it. Words for Google's own creations, such as
  /// `-COLLAGE`, are in capitals.
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

  var title: [UInt8] { stem + ending }

  /// This name, and the same names with the extension in lowercase and uppercase.
  var spellings: [NameParts] {
    let lower = ending.map(\.lowercased)
    let upper = ending.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
    return [self]
      + [lower, upper].filter { $0 != ending }.map { ending in
        var parts = self
        parts.ending = ending
        return parts
      }
  }

  var name: FileName { FileName(unchecked: stem + number + ending) }

  /// Whether no other file has this name, and thus its own sidecar.
  func isFree(among names: Set<FileName>, unless own: NameParts) -> Bool {
    name == own.name || !names.contains(name)
  }

  /// The maximum number of characters that Google leaves of a sidecar's name, without `.json` and a number.
  static let titleLimit = 46

  /// Returns the possible truncations of a string at a limit.
  ///
  /// Characters are UTF-16 code units, and a surrogate pair at the limit may be kept or dropped. Some strings were
  /// clipped by Unicode scalars.
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
