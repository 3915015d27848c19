import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// A test of a fact that is the number of a row or of a case: those that pass were found out before.
final class IdentifierTest: PhotoTest {
  private let number: UInt8
  private let identifiers: IdentifierSet

  init(_ number: UInt8, _ identifiers: IdentifierSet) {
    (self.number, self.identifiers) = (number, identifiers)
  }

  override func passes(_ row: PhotoRow) -> Bool {
    row.facts.integer(number).map(identifiers.contains) ?? identifiers.includesMissing
  }
}

/// A test of a fact that is there, as a whole number.
final class FactTest: PhotoTest {
  private let number: UInt8
  private let isWanted: (Int64) -> Bool

  init(_ number: UInt8, _ isWanted: @escaping (Int64) -> Bool) {
    (self.number, self.isWanted) = (number, isWanted)
  }

  override func passes(_ row: PhotoRow) -> Bool { row.facts.integer(number).map(isWanted) ?? false }
}

/// A test of the folder.
final class FolderTest: PhotoTest {
  private let identifiers: IdentifierSet

  init(_ identifiers: IdentifierSet) { self.identifiers = identifiers }

  override var columns: Set<PhotoRow.Column> { [.folder] }
  override func passes(_ row: PhotoRow) -> Bool { identifiers.contains(row.folder) }

  /// The condition that the folder is one of these.
  static func condition(_ identifiers: IdentifierSet) -> PhotoCondition {
    identifiers.count == 0 ? .constant(false) : .test(FolderTest(identifiers))
  }
}

/// A test of a fact that is a number or a flag.
final class NumberTest: PhotoTest {
  private let number: UInt8
  private let kind: FieldKind
  private let ranges: [NumberRange]
  private let flags: Set<Bool>
  private let acceptsAny: Bool
  private let acceptsMissing: Bool

  /// - Parameter kind: `integer`, `number` or `flag`.
  init(_ number: UInt8, _ kind: FieldKind, _ test: FieldTest) {
    (self.number, self.kind) = (number, kind)
    (acceptsAny, acceptsMissing) = (test.values.contains(.any), test.matches(nil))
    ranges = test.values.compactMap { if case .numbers(let range) = $0 { range } else { nil } }
    flags = Set(test.values.compactMap { if case .flag(let flag) = $0 { flag } else { nil } })
  }

  override func passes(_ row: PhotoRow) -> Bool {
    let facts = row.facts
    let found = kind == .number ? facts.number(number) : facts.integer(number).map(Double.init)
    guard let found else { return acceptsMissing }
    if acceptsAny { return true }
    if kind == .flag { return flags.contains(found != 0) }
    return ranges.contains { $0.contains(found) }
  }
}

/// A test of when the photo was taken, on the clocks of the one who asks.
final class DateTest: PhotoTest {
  private let clocks: LibraryClocks
  private let isWanted: (CivilTime?) -> Bool

  init(_ clocks: LibraryClocks, _ isWanted: @escaping (CivilTime?) -> Bool) {
    (self.clocks, self.isWanted) = (clocks, isWanted)
  }

  override var columns: Set<PhotoRow.Column> { [.clock, .date] }
  override func passes(_ row: PhotoRow) -> Bool { isWanted(row.wallTime(clocks)) }
}

/// A test of when the file changed last.
final class ModifiedTest: PhotoTest {
  private let test: FieldTest
  /// The seconds outside which no time passes on any clock; `nil` if each has to be looked at.
  private let bounds: ClosedRange<Int64>?

  init(_ test: FieldTest) {
    self.test = test
    bounds = test.dateSeconds?.inAllZones
  }

  override func passes(_ row: PhotoRow) -> Bool {
    let moment = FileStatus.Time(seconds: row.facts.integer(.modified) ?? 0, nanoseconds: 0).captureDate.time
    if let bounds, !bounds.contains(moment.seconds) { return false }
    return test.matches(.moment(moment))
  }
}

/// A test of the name of the file, or of a part of it.
final class NameTest: PhotoTest {
  /// What is tested.
  enum Part {
    case whole, stem, suffix
  }

  private let part: Part
  private let isWanted: (UnsafeBufferPointer<UInt8>?) -> Bool

  /// - Parameter isWanted: is asked with `nil` for a name without the part.
  init(_ part: Part, _ isWanted: @escaping (UnsafeBufferPointer<UInt8>?) -> Bool) {
    (self.part, self.isWanted) = (part, isWanted)
  }

  override var columns: Set<PhotoRow.Column> { [.name] }

  override func passes(_ row: PhotoRow) -> Bool {
    let name = row.name.bindMemory(to: UInt8.self)
    if part == .whole { return isWanted(name) }
    let stem = FileName.stem(of: name)
    if part == .stem { return isWanted(stem) }
    let suffix = name.dropFirst(stem.count + 1)
    return isWanted(suffix.isEmpty ? nil : UnsafeBufferPointer(rebasing: suffix))
  }
}

/// A test of how far from a place the photo was taken.
final class NearTest: PhotoTest {
  private let test: PlaceTest
  /// The degrees north within which the place lies in any case: a bit more, since they are rounded.
  private let latitudes: ClosedRange<Double>

  init(_ test: PlaceTest) {
    self.test = test
    let degrees = test.metres / PlaceTest.earthRadius * 180 / .pi + 1e-6
    latitudes = test.latitude - degrees...test.latitude + degrees
  }

  override func passes(_ row: PhotoRow) -> Bool {
    let facts = row.facts
    guard let latitude = facts.number(.latitude), latitudes.contains(latitude),
      let longitude = facts.number(.longitude)
    else { return false }
    return test.matches(GeoLocation(latitude: latitude, longitude: longitude))
  }
}

/// A test of the sides of the picture as it is shown.
final class ShapeTest: PhotoTest {
  private let isWanted: (_ width: Int64, _ height: Int64) -> Bool

  init(_ isWanted: @escaping (_ width: Int64, _ height: Int64) -> Bool) { self.isWanted = isWanted }

  override func passes(_ row: PhotoRow) -> Bool {
    let facts = row.facts
    guard let width = facts.integer(.width), let height = facts.integer(.height) else { return false }
    let turn = facts.integer(.orientation).flatMap(UInt8.init(exactly:)).flatMap(Orientation.init(rawValue:))
    return turn?.swapsSides == true ? isWanted(height, width) : isWanted(width, height)
  }
}
