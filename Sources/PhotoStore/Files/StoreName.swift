import PhotoFiles
import SystemPackage

/// The name of a file in a store, which may contain folders: a path that can't lead out of the store.
///
/// A name has at most 16 components of at most 255 bytes. No component is empty or begins with a dot (the store's own
/// files, and `..`), the first is not `thumbnail`, and none contains control characters (output has a name per line).
///
///     let name = try StoreName("beach.jpg")
///     let other = try StoreName("Trips/2014/beach.jpg")
///     try StoreName("../beach.jpg")  // throws
public struct StoreName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let folders: [FileName]
  public let fileName: FileName

  static let thumbnailFolder = FileName("thumbnail")

  static let maximumLength = 255

  static let maximumDepth = 16

  /// Creates a name.
  ///
  /// - Throws: `StoreError.invalidName` with the reason.
  public init(_ text: String) throws(StoreError) { try self.init(bytes: Array(text.utf8)) }

  /// Creates a name from bytes, which need not be UTF-8.
  ///
  /// - Throws: `StoreError.invalidName` with the reason.
  public init(bytes: [UInt8]) throws(StoreError) {
    if let reason = StoreName.fault(in: bytes) {
      throw .invalidName(String(decoding: bytes, as: UTF8.self), reason: reason)
    }
    var parts = bytes.split(separator: UInt8(ascii: "/")).map { FileName(unchecked: Array($0)) }
    fileName = parts.popLast() ?? FileName(unchecked: bytes)
    folders = parts
  }

  /// Creates the name of an entry in a folder of the store, or returns `nil` if it isn't valid.
  init?(_ name: FileName, in folders: [FileName] = []) {
    let bytes = (folders + [name]).map(\.bytes).joined(separator: [UInt8(ascii: "/")])
    guard StoreName.fault(in: Array(bytes)) == nil else { return nil }
    fileName = name
    self.folders = folders
  }

  /// Creates the name of a file in the staging folder; `nil` if it isn't one.
  init?(staged name: FileName) {
    guard PendingFile.isHiddenName(name) else { return nil }
    fileName = name
    folders = []
  }

  /// The name as a string, with U+FFFD for invalid UTF-8.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  public var bytes: [UInt8] {
    Array((folders + [fileName]).map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
  }

  func path(in folder: FilePath) -> FilePath {
    folders.reduce(folder) { $0.appending($1) }.appending(fileName)
  }

  public static func < (left: StoreName, right: StoreName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private static func fault(in bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "it is empty" }
    if bytes.first == UInt8(ascii: "/") {
      return "it starts with a slash; folders of a name are below the store"
    }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "it holds a control character" }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return "it has an empty part" }
    if parts.contains(where: { $0.count > maximumLength }) {
      return "a part is longer than \(maximumLength) bytes"
    }
    if parts.contains(where: { $0.first == UInt8(ascii: ".") }) { return "a part starts with a dot" }
    if parts.first?.elementsEqual(thumbnailFolder.bytes) == true {
      return "the store keeps its thumbnails there"
    }
    if parts.count > maximumDepth { return "it has more than \(maximumDepth) parts" }
    return nil
  }
}
