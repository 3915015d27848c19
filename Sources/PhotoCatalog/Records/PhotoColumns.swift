import PhotoFormats
import PhotoLibrary

/// The columns of a photo by which SQL finds, orders and counts; they follow from what `FileRecord` holds.
enum PhotoColumns {
  /// The statement that writes a photo; its first arguments are folder, name, record, inode and facts, and `bind` gives
  /// the others.
  static let insertion: String = {
    let columns = ["folder", "name", "record", "inode", "facts"] + names + MetadataField.allCases.map(\.key)
    return """
      INSERT OR REPLACE INTO photo (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """
  }()

  private static let names = [
    "format", "clock", "date", "isVideo", "isScreenshot", "isDamaged", "isShared", "camera", "width",
    "height", "orientation", "size", "latitude", "longitude", "altitude",
  ]

  /// The first parameter that `bind` gives.
  private static let first = 6

  /// The parameters of the declared fields by their numbers.
  private static let fields: [Int] = {
    var places = [Int](repeating: 0, count: 256)
    for (index, field) in MetadataField.allCases.enumerated() {
      places[Int(field.rawValue)] = first + names.count + index
    }
    return places
  }()

  /// Gives the columns of an asset to the statement that writes it.
  ///
  /// - Parameter camera: the row of its camera.
  static func bind(_ asset: Asset, camera: Int64?, to statement: StatementBinder) {
    statement.bind(asset.format.rawValue, at: first)
    let numbers: [Int64?] = [
      DateClock(asset).rawValue, date(of: asset), asset.isVideo ? 1 : 0, asset.isScreenshot ? 1 : 0,
      asset.damage != nil ? 1 : 0, asset.isSymbolicLink || asset.hasOtherNames ? 1 : 0, camera,
      asset.pixelSize.map { Int64($0.width) }, asset.pixelSize.map { Int64($0.height) },
      asset.orientation.map { Int64($0.rawValue) }, asset.fileSize,
    ]
    for (index, number) in numbers.enumerated() {
      if let number { statement.bind(number, at: first + 1 + index) }
    }
    if let location = asset.location {
      let place = first + 1 + numbers.count
      statement.bind(location.latitude, at: place)
      statement.bind(location.longitude, at: place + 1)
      if let altitude = location.altitude { statement.bind(altitude, at: place + 2) }
    }
    for (field, value) in asset.values { value.bind(to: statement, at: fields[Int(field.rawValue)]) }
  }

  /// The seconds by which SQL finds an asset: of its date, or of the file if it has no other.
  static func date(of asset: Asset) -> Int64? {
    asset.date?.source == .file ? asset.modified.seconds : asset.date?.time.seconds
  }
}

extension FieldValue {
  /// Gives the value to a statement; the texts of a list stand one a line.
  fileprivate func bind(to statement: StatementBinder, at index: Int) {
    switch self {
    case .text(let text): statement.bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { statement.bind(text: $0, at: index) }
    case .list(let texts): statement.bind(texts.joined(separator: "\n"), at: index)
    case .integer(let value): statement.bind(value, at: index)
    case .number(let value): statement.bind(value, at: index)
    case .flag(let value): statement.bind(Int64(value ? 1 : 0), at: index)
    case .date(let date): statement.bind(date.time.seconds, at: index)
    case .moment(let time): statement.bind(time.seconds, at: index)
    case .regions(let faces): statement.bind(faces.map(\.text).joined(separator: "\n"), at: index)
    }
  }
}
