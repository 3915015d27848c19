/// The values of the tags that are read of Exif, found in one pass over the entries of its directories.
struct ExifValues {
  private let table = ExifTagTable.all
  /// By the numbers that the table gives the tags.
  private var values: [IFDValue?]

  /// No values.
  init() { values = [IFDValue?](repeating: nil, count: table.tags.count) }

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
      guard let number, values[number] == nil else { return }
      values[number] = directories.value(of: entry)
    }
  }

  /// The values of a tag; `nil` if it is missing, cannot be read, or is not in the table.
  subscript(tag: UInt16, kind: ExifDirectoryKind) -> IFDValue? {
    table.number(of: tag, in: kind).flatMap { values[$0] }
  }

  /// The values of the tag with a number of the table.
  subscript(number: Int) -> IFDValue? {
    get { values[number] }
    set { values[number] = newValue }
  }
}
