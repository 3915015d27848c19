/// The values of the tags in `ExifTagTable`.
struct ExifValues {
  private let table = ExifTagTable.all
  private var found: [IFDValue] = []
  /// The index of a tag's values in `found`, by the number of the tag.
  private var places: [UInt16]

  private static let missing = UInt16.max

  init() {
    places = [UInt16](repeating: Self.missing, count: table.tags.count)
    found.reserveCapacity(table.tags.count / 2)
  }

  init(_ directories: TIFFDirectories) {
    self.init()
    for kind in ExifDirectoryKind.allCases { take(directories.directory(kind), of: directories, as: kind) }
  }

  mutating func take(
    _ directory: TIFFDirectory?, of directories: TIFFDirectories, as kind: ExifDirectoryKind
  ) {
    guard let directory else { return }
    table.match(directory.entries, of: kind) { entry, number in
      if let number, self[number] == nil { self[number] = directories.value(of: entry) }
    }
  }

  subscript(tag: UInt16, kind: ExifDirectoryKind) -> IFDValue? {
    table.number(of: tag, in: kind).flatMap { self[$0] }
  }

  func has(_ number: Int) -> Bool { places[number] != Self.missing }

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
