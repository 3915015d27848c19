import PhotoFiles
import PhotoLibrary

/// A saved, unfinished selection: photos in the order of picking.
public struct Draft: Sendable, Hashable {
  public let name: DraftName
  /// The unique absolute paths.
  public internal(set) var paths: [[UInt8]]
  public let modified: FileStatus.Time
}

/// The name of a draft, which is also a valid file name.
public struct DraftName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let description: String

  /// The maximum number of bytes; file systems allow 255, including the extension.
  static let maximumLength = 200

  /// Creates a name: 1 to 200 bytes, no slash, no control character, no leading dot.
  ///
  /// - Throws: `DraftError.invalidName` with the reason.
  public init(_ text: String) throws(DraftError) {
    if let reason = Self.fault(in: text) { throw .invalidName(text, reason: reason) }
    description = text
  }

  public static func < (left: DraftName, right: DraftName) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  private static func fault(in text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    if text.utf8.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
    if text.utf8.contains(UInt8(ascii: "/")) { return "it contains a slash" }
    if text.hasPrefix(".") { return "it starts with a dot" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it contains a control character"
    }
    return nil
  }
}

public struct DraftChange: Sendable, Hashable {
  public var removed: Set<[UInt8]>
  /// The paths to append; existing paths don't move.
  public var added: [[UInt8]]

  public init(adding added: [[UInt8]], removing removed: Set<[UInt8]> = []) {
    self.added = added
    self.removed = removed
  }

  /// Creates the change that turns the picks `kept` into the picks `wanted` and leaves other paths alone.
  public init(from kept: [[UInt8]], to wanted: [[UInt8]]) {
    // Picks in the same order don't move within the draft.
    var rest = kept[...]
    let first = wanted.firstIndex { path in
      guard let index = rest.firstIndex(of: path) else { return true }
      rest = rest[(index + 1)...]
      return false
    }
    let settled = wanted[..<(first ?? wanted.endIndex)]
    self.init(adding: wanted, removing: Set(kept).subtracting(settled))
  }

  public func applied(to paths: [[UInt8]]) -> [[UInt8]] {
    let kept = paths.filter { !removed.contains($0) }
    var seen = Set(kept)
    return kept + added.filter { seen.insert($0).inserted }
  }
}

public enum DraftError: Error, Sendable, Hashable, CustomStringConvertible {
  case invalidName(String, reason: String)
  case damaged(DraftName, file: String)
  case system(file: String, reason: String)

  public var description: String {
    switch self {
    case .invalidName(let name, let reason):
      "\u{201C}\(SafeText.escaping(name))\u{201D} isn't a valid draft name: \(reason)"
    case .damaged(let name, let file):
      "the draft \(SafeText.escaping(name.description)) is damaged; check \(SafeText.escaping(file)), or delete it"
    case .system(let file, let reason): "\(SafeText.escaping(file)): \(reason)"
    }
  }
}
