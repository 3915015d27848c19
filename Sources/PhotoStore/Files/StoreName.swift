import PhotoFiles

/// The name of a file in a store: one component of a path that can't lead anywhere else.
///
/// A store has no folders of its own, so a name holds no `/`. Also refused are names that start with a dot
/// (the store's own files), control characters (a list has one name per line), `thumbnail`, and more than
/// 255 bytes.
///
///     let name = try StoreName("beach.jpg")
///     try StoreName("../beach.jpg")  // throws
public struct StoreName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The name as the file system has it.
  public let fileName: FileName

  /// The folder of a store that holds the thumbnails.
  static let thumbnailFolder = FileName("thumbnail")

  /// The most bytes that a name may have.
  static let maximumLength = 255

  /// Checks a name.
  ///
  /// - Throws: `StoreError.invalidName` with the reason.
  public init(_ text: String) throws(StoreError) { try self.init(bytes: Array(text.utf8)) }

  /// Checks a name by its bytes, which need not be UTF-8.
  ///
  /// - Throws: `StoreError.invalidName` with the reason.
  public init(bytes: [UInt8]) throws(StoreError) {
    if let reason = StoreName.fault(in: bytes) {
      throw .invalidName(String(decoding: bytes, as: UTF8.self), reason: reason)
    }
    fileName = FileName(bytes: bytes)
  }

  /// The name of an entry found in a folder; `nil` if it is not a store's.
  init?(_ name: FileName) {
    guard StoreName.fault(in: name.bytes) == nil else { return nil }
    fileName = name
  }

  /// The name as text; bytes that are no UTF-8 are shown as U+FFFD.
  public var description: String { fileName.text }

  /// The bytes of the name.
  public var bytes: [UInt8] { fileName.bytes }

  /// Compares the bytes of two names.
  public static func < (left: StoreName, right: StoreName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private static func fault(in bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "it is empty" }
    if bytes.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
    if bytes.contains(UInt8(ascii: "/")) { return "a store has no folders, a name holds no /" }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "it holds a control character" }
    if bytes[0] == UInt8(ascii: ".") { return "it starts with a dot" }
    if bytes == thumbnailFolder.bytes { return "the store keeps its thumbnails there" }
    return nil
  }
}
