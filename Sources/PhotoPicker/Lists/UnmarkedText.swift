import PhotoFormats

/// The start of a list without a byte order mark: lines, names separated by NUL, or UTF-16.
///
/// In UTF-16, a NUL belongs to each ASCII character. Read as names separated by NUL, `./a` would be `.`, `/` and `a`, and
/// select whole folders.
struct UnmarkedText {
  private let bytes: UnsafeRawBufferPointer
  /// What NULs separate; not empty.
  private let names: [Slice<UnsafeRawBufferPointer>]
  /// The number of names of one byte.
  private let singleCount: Int

  private static let lineBreaks = Array("\r\n".utf8)
  /// About a fifth of the ideographs consist of two bytes of printable ASCII, so that this number of bytes is no
  /// accident.
  private static let certainCount = 12

  /// The last plane with characters for names: the third plane contains rare ideographs.
  private static let lastPlane: UInt16 = 3

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    names = bytes.contains(0) ? bytes.split(separator: 0) : []
    singleCount = names.count { $0.count == 1 }
  }

  /// Returns the byte order of UTF-16, or `nil` for text in UTF-8 or any other encoding that contains ASCII.
  ///
  /// - Throws: `PathListError` for UTF-32, or if names separated by NUL may be UTF-16.
  func order() throws(PathListError) -> ByteOrder? {
    guard !names.isEmpty else { return nil }
    if isUTF32(.little) || isUTF32(.big) { throw PathListError(.utf32, line: nil) }
    guard isSuspect, !bytes.starts(with: "bplist00".utf8) else { return nil }
    if PathListForm.isPicture(bytes) { throw PathListError(.noList, line: nil) }
    if let order = [ByteOrder.little, .big].first(where: isLatin1) {
      guard isCertainLatin1 else { throw PathListError(.uncertainEncoding, line: nil) }
      return order
    }
    let areNames = isText && !names.contains { $0.count == 1 && $0.first.map(ByteWindow.isBlank) ?? false }
    let nameCount = names.reduce(0) { $1.count > 1 ? $0 + $1.count : $0 }
    if areNames, nameCount >= max(Self.certainCount, 4 * singleCount) { return nil }
    let orders = [ByteOrder.little, .big].filter(hasPaths)
    if orders.count == 1, !areNames { return orders[0] }
    guard orders.isEmpty, areNames || !names.contains(where: isFolder) else {
      throw PathListError(.uncertainEncoding, line: nil)
    }
    return nil
  }

  /// Whether the bytes suffice to tell names separated by NUL from UTF-16.
  var isSufficient: Bool { singleCount < names.count && (arePaths || isText) }

  /// Whether all names begin with a slash, or with dots and a slash, as find(1) writes paths.
  private var arePaths: Bool {
    singleCount < names.count
      && names.allSatisfy { name in
        let start = name.first == UInt8(ascii: ".") ? name.drop { $0 == UInt8(ascii: ".") } : name
        return start.isEmpty || start.first == UInt8(ascii: "/")
      }
  }

  /// Whether the names are unlike those that programs write.
  private var isSuspect: Bool {
    if arePaths { return false }
    // A single character is the same in both.
    return singleCount > 1 || names.count > 1 && names.contains(where: isFolder)
      || names.contains { name in
        Self.lineBreaks.contains { name.first == $0 || name.last == $0 }
      }
  }

  private func isFolder(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    name.elementsEqual("/".utf8) || name.elementsEqual(".".utf8)
  }

  /// Whether all names are UTF-8 without control characters other than white space.
  private var isText: Bool {
    // The last name may be incomplete.
    (bytes.last == 0 ? names[...] : names.dropLast()).allSatisfy {
      String(validating: $0, as: UTF8.self) != nil
    }
      && bytes.allSatisfy { $0 >= 0x20 || $0 == 0 || ByteWindow.isBlank($0) }
  }

  /// Whether all characters are of Latin-1, so that NUL is every second byte.
  private func isLatin1(_ order: ByteOrder) -> Bool {
    let zero = order == .little ? 1 : 0
    return bytes.indices.allSatisfy { (bytes[$0] == 0) == ($0 & 1 == zero) }
  }

  /// Whether names of one byte would include a line break, a name twice, or a folder after others.
  private var isCertainLatin1: Bool {
    let characters = names.compactMap(\.first)
    return characters.contains(where: Self.lineBreaks.contains) || Set(characters).count < characters.count
      || names.dropFirst().contains(where: isFolder)
  }

  /// Whether the bytes may be UTF-16 with a line break, or with a dot or slash after the first character.
  private func hasPaths(_ order: ByteOrder) -> Bool {
    var hasPaths = false
    for offset in stride(from: 0, to: bytes.count - 1, by: 2) {
      guard let unit = ByteWindow.unit(at: offset, of: bytes, order) else { break }
      switch unit {
      case 0x0A, 0x0D: hasPaths = true
      case 0x2E, 0x2F: hasPaths = hasPaths || offset > 0
      case 0...0x08, 0x0E...0x1F, 0xFFFE, 0xFFFF: return false
      default: break
      }
    }
    return hasPaths
  }

  private func isUTF32(_ order: ByteOrder) -> Bool {
    guard bytes.count >= 4 else { return false }
    return stride(from: 0, to: bytes.count - 3, by: 4).allSatisfy { offset in
      guard let first = ByteWindow.unit(at: offset, of: bytes, order),
        let second = ByteWindow.unit(at: offset + 2, of: bytes, order)
      else { return false }
      let (high, low) = order == .big ? (first, second) : (second, first)
      return high <= Self.lastPlane && (high > 0 || low > 0)
    }
  }
}
