import PhotoFiles
import SystemPackage

/// The sections of a file of place data, as `Scripts/places/places_file.py` describes them.
///
/// A read outside of a section returns zero: the checksum detects damage, and a file that was made to mislead names wrong
/// places but accesses no other memory.
final class PlaceSections: Sendable {
  /// A run of bytes of the mapped file.
  struct Section: @unchecked Sendable {  // The memory is constant, and the file owns it.
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }

    @inline(__always)
    func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
      guard offset >= 0, offset <= bytes.count &- MemoryLayout<Number>.size else { return 0 }
      return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    @inline(__always)
    func uint16(_ offset: Int) -> Int { Int(load(offset, as: UInt16.self)) }

    @inline(__always)
    func uint32(_ offset: Int) -> Int { Int(load(offset, as: UInt32.self)) }

    func string(_ offset: Int) -> String { String(decoding: text(offset), as: UTF8.self) }

    /// The text after its length, in the section of strings.
    func text(_ offset: Int) -> UnsafeRawBufferPointer {
      let count = Int(load(offset, as: UInt8.self))
      guard offset >= 0, count <= bytes.count &- offset &- 1 else { return .init(start: nil, count: 0) }
      return UnsafeRawBufferPointer(rebasing: bytes[(offset + 1)..<(offset + 1 + count)])
    }
  }

  private static let magic: StaticString = "PhPlaces"
  private static let version: UInt32 = 1
  private static let headerCount = 32
  private static let sectionCount = 10
  /// The largest file in bytes.
  private static let limit = 64 * 1024 * 1024

  let gridRows, runs, cells, cityRows, cities, names: Section
  /// The strings that many photos have in common, by number.
  let countries: [(code: String, name: String)]
  let states: [String]
  let zones: [(name: String, country: Int, secondCountry: Int)]
  private let strings: Section
  private let file: MappedFile

  init(_ path: FilePath) throws(PlaceDataUnavailable) {
    do throws(Errno) {
      file = try MappedFile(path, limit: Self.limit)
    } catch .invalidArgument {
      throw .damaged(path)
    } catch {
      throw .unreadable(path, error)
    }
    guard let sections = Self.sections(of: file.bytes), Self.isComplete(sections) else {
      throw .damaged(path)
    }
    (gridRows, runs, cells) = (sections[3], sections[4], sections[5])
    (cityRows, cities, names, strings) = (sections[6], sections[7], sections[8], sections[9])
    let (tables, strings) = (Array(sections[..<3]), sections[9])
    func rows<Row>(_ section: Section, size: Int, _ row: (Int) -> Row) -> [Row] {
      // Their numbers have 16 bits.
      (0..<min(section.count / size, Int(UInt16.max))).map { row($0 * size) }
    }
    countries = rows(tables[0], size: 8) { row in
      let letters = (0..<2).map { tables[0].load(row + $0, as: UInt8.self) }
      return (String(decoding: letters, as: UTF8.self), strings.string(tables[0].uint32(row + 4)))
    }
    states = rows(tables[1], size: 4) { strings.string(tables[1].uint32($0)) }
    zones = rows(tables[2], size: 8) { row in
      (strings.string(tables[2].uint32(row)), tables[2].uint16(row + 4), tables[2].uint16(row + 6))
    }
  }

  /// Returns the sections, or `nil` unless header and checksum are correct and all sections are in the file.
  private static func sections(of bytes: UnsafeRawBufferPointer) -> [Section]? {
    let whole = Section(bytes)
    let isOurs = magic.withUTF8Buffer { $0.elementsEqual(bytes.prefix($0.count)) }
    guard isOurs, bytes.count >= headerCount + 8 * sectionCount, whole.uint32(8) == version,
      whole.uint32(12) == sectionCount, whole.load(16, as: UInt64.self) == bytes.count
    else { return nil }
    var checksum = Checksum()
    checksum.add(UnsafeRawBufferPointer(rebasing: bytes[headerCount...]))
    guard checksum.value == whole.load(24, as: UInt64.self) else { return nil }
    var sections: [Section] = []
    for index in 0..<sectionCount {
      let start = whole.uint32(headerCount + 8 * index)
      let count = whole.uint32(headerCount + 8 * index + 4)
      guard start <= bytes.count, count <= bytes.count - start else { return nil }
      sections.append(Section(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])))
    }
    return sections
  }

  /// Whether the tables have all rows, in ascending order.
  private static func isComplete(_ sections: [Section]) -> Bool {
    func isTable(_ rows: Section, of section: Section, size: Int) -> Bool {
      rows.count == 4 * (PlaceGrid.rows + 1) && rows.uint32(4 * PlaceGrid.rows) * size == section.count
        && (0..<PlaceGrid.rows).allSatisfy { rows.uint32(4 * $0) <= rows.uint32(4 * $0 + 4) }
    }
    return isTable(sections[3], of: sections[4], size: BorderGrid.runSize)
      && isTable(sections[6], of: sections[7], size: CityTable.rowSize)
  }

  func string(_ offset: Int) -> String { strings.string(offset) }

  func text(_ offset: Int) -> UnsafeRawBufferPointer { strings.text(offset) }
}

/// The grid of cells, an eighth of a degree each, in units of 1/65,536 degree from 180° west and 90° south.
enum PlaceGrid {
  static let unit = 65_536
  static let cell = 8_192
  static let rows = 180 * unit / cell
  static let columns = 360 * unit / cell

  /// Returns the units of a coordinate from the lowest one, within `0..<count` cells.
  static func units(_ degrees: Double, from lowest: Double, cells count: Int) -> Int {
    // Comparisons are false for NaN, which becomes 0.
    let units = (degrees - lowest) * Double(unit)
    return units > 0 ? Int(min(units, Double(count * cell - 1))) : 0
  }
}
