import SystemPackage

/// The name of a file in a store: one component of a path that can't lead anywhere else.
///
/// A store has no folders of its own: a name holds no `/`. Refused are also names that start with a dot
/// (the store's own files), control characters (a list has one name a line), `thumbnail`, and more than
/// 255 bytes.
///
///     let name = try StoreName("beach.jpg")
///     try StoreName("../beach.jpg")  // throws
public struct StoreName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The name as a component of a path.
  public let component: FilePath.Component

  /// The folder of a store that holds the thumbnails.
  static let thumbnailFolder = FilePath.Component("thumbnail")

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
    let text = String(decoding: bytes, as: UTF8.self)
    if let reason = StoreName.fault(in: bytes) { throw .invalidName(text, reason: reason) }
    let platformString = (bytes + [0]).map(CChar.init(bitPattern:))
    guard let component = FilePath.Component(platformString: platformString), component.kind == .regular
    else {
      throw .invalidName(text, reason: "it is no file name")
    }
    self.component = component
  }

  /// The name of an entry found in a folder; `nil` where it is not a store's.
  init?(_ component: FilePath.Component) {
    let fault = component.withPlatformString { pointer in
      StoreName.fault(
        in: UnsafeBufferPointer(start: pointer, count: component.length).map(UInt8.init(bitPattern:)))
    }
    guard fault == nil, component.kind == .regular else { return nil }
    self.component = component
  }

  /// The name as text; bytes that are no UTF-8 are shown as U+FFFD.
  public var description: String { component.string }

  /// Compares the bytes of two names.
  public static func < (left: StoreName, right: StoreName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The bytes of the name.
  public var bytes: [UInt8] {
    component.withPlatformString { pointer in
      UnsafeBufferPointer(start: pointer, count: component.length).map(UInt8.init(bitPattern:))
    }
  }

  private static func fault(in bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "it is empty" }
    if bytes.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
    if bytes.contains(UInt8(ascii: "/")) { return "a store has no folders, a name holds no /" }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "it holds a control character" }
    if bytes[0] == UInt8(ascii: ".") { return "it starts with a dot" }
    if bytes.elementsEqual("thumbnail".utf8) { return "the store keeps its thumbnails there" }
    return nil
  }
}

extension FilePath.Component {
  /// The number of bytes.
  var length: Int {
    withPlatformString { pointer in
      var count = 0
      while pointer[count] != 0 { count += 1 }
      return count
    }
  }
}
