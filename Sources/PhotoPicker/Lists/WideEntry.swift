import PhotoFiles
import SystemPackage

/// An entry of a list that names a folder by its place alone: the root, the current folder, or a folder above it.
///
/// Such an entry selects all photos in the folder, and is rarely meant: `find .` writes one, and so does a list whose
/// separators were mistaken.
package struct WideEntry: Sendable, Hashable, CustomStringConvertible {
  package enum Place: Sendable, CaseIterable {
    case root, current, above
  }

  package let place: Place
  /// The entry as written.
  let path: [UInt8]

  /// Returns `nil` for a path that ends in the name of a file or folder.
  init?(_ path: [UInt8]) {
    let slash = UInt8(ascii: "/")
    guard path.last == slash || path.last == UInt8(ascii: ".") else { return nil }
    let end = path.lastIndex { $0 != slash }.map { path[...$0] } ?? []
    let last = end.suffix(from: end.lastIndex(of: slash).map { $0 + 1 } ?? end.startIndex)
    guard last.elementsEqual("".utf8) || last.elementsEqual(".".utf8) || last.elementsEqual("..".utf8) else {
      return nil
    }
    let normalized = FilePath(fileSystemBytes: path).lexicallyNormalized()
    if normalized.components.isEmpty || normalized == "." {
      place = normalized.isAbsolute ? .root : .current
    } else {
      guard normalized.components.allSatisfy({ $0.kind == .parentDirectory }) else { return nil }
      place = .above
    }
    self.path = path
  }

  /// Such as `names the current folder (.)`.
  package var description: String {
    let name = SafeText.escaping(utf8: path.prefix(Self.longestName))
    let end = path.count > Self.longestName ? "…" : ""
    return switch place {
    case .root: "names the root of the file system (\(name)\(end))"
    case .current: "names the current folder (\(name)\(end))"
    case .above: "names a folder above the current one (\(name)\(end))"
    }
  }

  private static let longestName = 40
}

/// Finds the first entry for each place.
struct WideEntries {
  private(set) var found: [WideEntry] = []

  /// Returns the entry of a path, unless an earlier one has its place.
  mutating func add(_ path: [UInt8]) -> WideEntry? {
    guard found.count < WideEntry.Place.allCases.count, let entry = WideEntry(path),
      !found.contains(where: { $0.place == entry.place })
    else { return nil }
    found.append(entry)
    return entry
  }
}
