/// The values of the tags that are read of Exif, found in one pass over the entries of its directories.
struct ExifValues {
  private let table = ExifTagTable.all
  /// The values, in the order in which they were found.
  private var found: [IFDValue] = []
  /// Where among them those of a tag are, by the number of the tag; `missing` if there are none.
  private var places: [UInt16]

  private static let missing = UInt16.max

  /// No values.
  init() {
    places = [UInt16](repeating: Self.missing, count: table.tags.count)
    found.reserveCapacity(table.tags.count / 2)
  }

  /// The values of a file or a block as the TIFF reader finds them.
  init(_ directories: TIFFDirectories) {
    self.init()
    for kind in ExifDirectoryKind.allCases { take(directories.directory(kind), of: directories, as: kind) }
  }

  /// Takes the values of a directory; those that are there already stay.
  mutating func take(
    _ directory: TIFFDirectory?, of directories: TIFFDirectories, as kind: ExifDirectoryKind
  ) {
    guard let directory else { return }
    table.match(directory.entries, of: kind) { entry, number in
      if let number, self[number] == nil { self[number] = directories.value(of: entry) }
    }
  }

  /// The values of a tag; `nil` if it is missing, cannot be read, or is not in the table.
  subscript(tag: UInt16, kind: ExifDirectoryKind) -> IFDValue? {
    table.number(of: tag, in: kind).flatMap { self[$0] }
  }

  /// Whether there are values of the tag with a number of the table.
  func has(_ number: Int) -> Bool { places[number] != Self.missing }

  /// The values of the tag with a number of the table.
  subscript(number: Int) -> IFDValue? {
    get { has(number) ? found[Int(places[number])] : nil }
    set {
      guard let newValue else {
        places[number] = Self.missing
        return
      }
      if !has(number) {
        places[number] = UInt16(found.count)
        found.append(newValue)
      } else {
        found[Int(places[number])] = newValue
      }
    }
  }
}
