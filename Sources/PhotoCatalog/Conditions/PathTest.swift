import PhotoFiles
import PhotoFormats
import PhotoLibrary

/// A test of the path of the file, or of its URL.
final class PathTest: PhotoTest {
  private let folders: FolderPaths
  private let isURL: Bool
  private let test: FieldTest
  /// The path of the row that is looked at, whose memory serves the next one.
  private var path: [UInt8] = []

  init(_ folders: FolderPaths, isURL: Bool, _ test: FieldTest) {
    (self.folders, self.isURL, self.test) = (folders, isURL, test)
  }

  override var columns: Set<PhotoRow.Column> { [.name, .folder] }

  override func passes(_ row: PhotoRow) -> Bool {
    // Taken out meanwhile, so that it is not looked up whether somebody else uses it.
    var path: [UInt8] = []
    swap(&path, &self.path)
    defer { swap(&path, &self.path) }
    path.removeAll(keepingCapacity: true)
    path.append(contentsOf: folders[row.folder])
    path.append(contentsOf: row.name)
    guard isURL else { return path.withUnsafeBufferPointer { test.matches(text: $0) } }
    return FileURL.bytes(path).withUnsafeBufferPointer { test.matches(text: $0) }
  }
}

/// The paths of folders: whether a text stands in them is found out once, not for each of their files.
struct FolderPaths {
  /// The paths with a slash behind each, one after the other.
  private let paths: [UInt8]
  private let places: [(id: Int64, value: Range<Int>)]
  private let rows: RowMap<Range<Int>>

  /// The paths of folders by their rows.
  init(_ folders: [Int64: Folder]) {
    var paths: [UInt8] = []
    places = folders.map { id, folder in
      let start = paths.count
      paths += folder.bytes
      if folder.bytes.last != UInt8(ascii: "/") { paths.append(UInt8(ascii: "/")) }
      return (id: id, value: start..<paths.count)
    }
    (self.paths, rows) = (paths, RowMap(places))
  }

  /// The path of a folder with a slash behind it; empty if it is not known.
  subscript(id: Int64) -> ArraySlice<UInt8> { rows[id].map { paths[$0] } ?? [] }

  /// The condition that a text stands in the path of a file: in that of its folder, in its name or, if the text has a
  /// slash, across the two.
  func condition(holding text: FoldedText) throws -> PhotoCondition {
    let holding = try identifiers { text.isContained(in: $0) }
    return .any([FolderTest.condition(holding), try conditionOfNames(text)])
  }

  private func conditionOfNames(_ text: FoldedText) throws -> PhotoCondition {
    let bytes = text.text.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return .test(NameTest(.whole) { $0.map(text.isContained) ?? false })
    }
    let end = TextWildcard(["", String(decoding: bytes[...slash], as: UTF8.self)])
    let start = TextWildcard([String(decoding: bytes[bytes.index(after: slash)...], as: UTF8.self), ""])
    let ending = try identifiers { end.matches($0) }
    return .all([
      FolderTest.condition(ending), .test(NameTest(.whole) { $0.map(start.matches) ?? false }),
    ])
  }

  private func identifiers(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) throws -> IdentifierSet {
    var found = IdentifierSet()
    for (id, place) in places where paths[place].withUnsafeBufferPointer(isWanted) { try found.insert(id) }
    return found
  }
}

extension FieldTest {
  /// The value has to contain one of these texts; `nil` if the test asks for something else too.
  var textsContained: [FoldedText]? {
    let texts = values.compactMap { if case .contains(let text) = $0 { text } else { nil } }
    return texts.count == values.count ? texts : nil
  }
}
