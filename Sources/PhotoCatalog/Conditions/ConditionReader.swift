import GRDB
import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// Turns conditions on assets into tests of rows that pass for the same photos.
struct ConditionReader {
  private let db: Database
  private let folders: [Int64: Folder]
  private let clocks: LibraryClocks
  /// What was found out on the way: how many of the values of a field fit.
  private(set) var notes: [String] = []
  private var cameras: [(id: Int64, camera: Camera)]?

  /// A field about which rows say nothing.
  struct UnknownField: Error {
    let field: AssetField
  }

  /// - Parameters:
  ///   - folders: the folders that are asked about, by their rows.
  ///   - clocks: the clocks of the one who asks.
  init(_ db: Database, folders: [Int64: Folder], clocks: LibraryClocks) {
    (self.db, self.folders, self.clocks) = (db, folders, clocks)
  }

  /// The tests of a condition.
  ///
  /// - Throws: `UnknownField`, and `DatabaseError` if the catalog is damaged.
  mutating func condition(_ condition: AssetCondition) throws -> PhotoCondition {
    switch condition {
    case .all(let conditions): .all(try conditions.map { try self.condition($0) })
    case .any(let conditions): .any(try conditions.map { try self.condition($0) })
    case .not(let condition): .not(try self.condition(condition))
    case .near(let place): .test(NearTest(place))
    case .trait(let trait): try self.condition(trait)
    case .test(let test): try self.condition(test)
    case .words(let words): .any(try WordTest.fields.map { try self.condition(words, $0) })
    }
  }

  // MARK: - Fields

  private mutating func condition(_ test: FieldTest) throws -> PhotoCondition {
    if MetadataField.allCases.contains(where: { $0.key == test.field.name }) || test.field.kind != .text,
      let fact = PhotoFacts.number(of: test.field)
    {
      return try condition(test, fact, test.field.kind)
    }
    switch test.field.name {
    case "date":
      return .test(DateTest(clocks) { $0.map { test.matches($0, of: Self.date($0)) } ?? test.matches(nil) })
    case "modified": return .test(ModifiedTest(test))
    case "damaged": return try condition(test, PhotoFacts.Fact.damage.rawValue, .text)
    case "name": return .test(NameTest(.whole) { Self.matches(test, $0) })
    case "stem": return .test(NameTest(.stem) { Self.matches(test, $0) })
    case "ext": return .test(NameTest(.suffix) { Self.matches(test, $0) })
    case "path", "url":
      let paths = FolderPaths(folders)
      if test.field.name == "path", let texts = test.textsContained {
        return .any(try texts.map(paths.condition(holding:)))
      }
      return .test(PathTest(paths, isURL: test.field.name == "url", test))
    default: return try condition(on: test.field, { test.matches($0) })
    }
  }

  private static func matches(_ test: FieldTest, _ text: UnsafeBufferPointer<UInt8>?) -> Bool {
    text.map { test.matches(text: $0) } ?? test.matches(nil)
  }

  private static func date(_ time: CivilTime) -> FieldValue {
    .date(CaptureDate(time: time, source: .exifDateTimeOriginal))
  }

  private mutating func condition(_ words: WordTest, _ field: AssetField) throws -> PhotoCondition {
    if field == .name {
      return .test(NameTest(.whole) { $0.map { words.matches(text: $0) } ?? false })
    }
    guard let declared = MetadataField.allCases.first(where: { $0.key == field.name }) else {
      return try condition(on: field) { words.matches($0) }
    }
    return try condition(PhotoFacts.number(of: declared), declared.kind, includesMissing: false, field.name) {
      MetadataValues.holdsText($0, declared.kind == .regions ? .list : declared.kind) {
        words.matches(text: $0)
      }
    }
  }

  /// A test of a field that follows from what every photo has: its value is worked out for each that it may have.
  private mutating func condition(
    on field: AssetField, _ isWanted: @escaping (FieldValue?) -> Bool
  ) throws -> PhotoCondition {
    switch field.name {
    case "album", "dir":
      return try folders(field.name) { folder in
        isWanted(field.name == "dir" ? .bytes(folder.bytes) : .text(folder.name))
      }
    case "make", "model", "camera":
      return try cameras(field.name, includesMissing: isWanted(nil)) { camera in
        let text = field.name == "make" ? camera.make : field.name == "model" ? camera.model : camera.name
        return isWanted(text.map { .text($0) })
      }
    case "format", "typeIdentifier", "mediaType":
      return try types { type in
        let text =
          field.name == "format"
          ? type.format.rawValue : field.name == "mediaType" ? type.mediaType.rawValue : type.typeIdentifier
        return isWanted(.text(text))
      }
    case "dateSource":
      var found = IdentifierSet(includesMissing: isWanted(nil))
      for source in DateSource.allCases where isWanted(.text(source.name)) {
        try found.insert(Int64(source.rawValue))
      }
      return .test(IdentifierTest(PhotoFacts.Fact.dateSource.rawValue, found))
    default: throw UnknownField(field: field)
    }
  }

  // MARK: - Values

  /// A test of a fact by its kind.
  private mutating func condition(
    _ test: FieldTest, _ number: UInt8, _ kind: FieldKind
  ) throws -> PhotoCondition {
    switch kind {
    case .integer, .number, .flag: return .test(NumberTest(number, kind, test))
    case .date: throw UnknownField(field: test.field)
    case .text, .list, .regions: break
    }
    let kind = kind == .regions ? .list : kind
    return try condition(number, kind, includesMissing: test.matches(nil), test.field.name) {
      test.matches($0, kind)
    }
  }

  /// A test of a fact that is a row of the table of values.
  private mutating func condition(
    _ number: UInt8, _ kind: FieldKind, includesMissing: Bool, _ name: String,
    _ isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws -> PhotoCondition {
    let (found, total) = try ValueTable.identifiers(
      of: number, includesMissing: includesMissing, db, isWanted)
    note(found.count, of: total, name)
    if found.count == 0, !includesMissing { return .constant(false) }
    return .test(IdentifierTest(number, found))
  }

  private mutating func folders(
    _ name: String, _ isWanted: (Folder) -> Bool
  ) throws -> PhotoCondition {
    var found = IdentifierSet()
    for (id, folder) in folders where isWanted(folder) { try found.insert(id) }
    note(found.count, of: folders.count, name)
    return FolderTest.condition(found)
  }

  private mutating func cameras(
    _ name: String, includesMissing: Bool, _ isWanted: (Camera) -> Bool
  ) throws -> PhotoCondition {
    let cameras = try self.cameras ?? readCameras()
    self.cameras = cameras
    var found = IdentifierSet(includesMissing: includesMissing)
    for (id, camera) in cameras where isWanted(camera) { try found.insert(id) }
    note(found.count, of: cameras.count, name)
    if found.count == 0, !includesMissing { return .constant(false) }
    return .test(IdentifierTest(PhotoFacts.Fact.camera.rawValue, found))
  }

  private func readCameras() throws -> [(id: Int64, camera: Camera)] {
    var cameras: [(id: Int64, camera: Camera)] = []
    let rows = try StatementRow.fetchCursor(db, sql: "SELECT id, make, model FROM camera")
    while let row = try rows.next() {
      let (make, model) = (row.bytes(at: 1), row.bytes(at: 2))
      let camera = Camera(
        make: make.isEmpty ? nil : String(decoding: make, as: UTF8.self),
        model: model.isEmpty ? nil : String(decoding: model, as: UTF8.self))
      if let camera { cameras.append((try row.number(at: 0), camera)) }
    }
    return cameras
  }

  private func types(_ isWanted: (PhotoFileType) -> Bool) throws -> PhotoCondition {
    var found = IdentifierSet()
    for type in PhotoFileType.allCases where isWanted(type) { try found.insert(Int64(type.rawValue)) }
    return .test(IdentifierTest(PhotoFacts.Fact.fileType.rawValue, found))
  }

  private mutating func note(_ count: Int, of total: Int, _ name: String) {
    notes.append("\(count) of \(total) values of \(name) fit")
  }

  // MARK: - Kinds

  private mutating func condition(_ trait: AssetTrait) throws -> PhotoCondition {
    switch trait {
    case .kind(let kind): return try condition(kind)
    case .portrait: return .test(ShapeTest { $0 < $1 })
    case .landscape: return .test(ShapeTest { $0 > $1 })
    case .square: return .test(ShapeTest { $0 == $1 })
    case .edited: return .any([isSet(.edited), isSet(.editing)])
    case .motion: return isSet(.motion)
    case .live: return isPresent(PhotoFacts.number(of: .contentIdentifier))
    case .panorama: return isSet(.panorama)
    case .hdr: return isSet(.hdr)
    case .rated: return number(.rating) { $0 > 0 }
    case .rejected: return number(.rating) { $0 == -1 }
    case .located: return isPresent(PhotoFacts.Fact.latitude.rawValue)
    case .dated:
      var found = IdentifierSet()
      for source in DateSource.allCases where source != .file { try found.insert(Int64(source.rawValue)) }
      return .test(IdentifierTest(PhotoFacts.Fact.dateSource.rawValue, found))
    }
  }

  private func condition(_ kind: AssetKind) throws -> PhotoCondition {
    switch kind {
    case .photo: try types { $0.mediaType == .image }
    case .video: try types { $0.mediaType == .video }
    case .format(let format): try types { $0.format == format }
    case .screenshot: isPresent(PhotoFacts.Fact.screenshot.rawValue)
    case .damaged: isPresent(PhotoFacts.Fact.damage.rawValue)
    }
  }

  private func isPresent(_ number: UInt8) -> PhotoCondition { .test(FactTest(number) { _ in true }) }

  private func isSet(_ field: MetadataField) -> PhotoCondition { number(field) { $0 != 0 } }

  private func number(
    _ field: MetadataField, _ isWanted: @escaping (Int64) -> Bool
  ) -> PhotoCondition {
    .test(FactTest(PhotoFacts.number(of: field), isWanted))
  }
}
