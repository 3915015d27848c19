import PhotoFiles
import SystemPackage

/// The path of an exported file below the destination, which cannot lead out of it.
///
///     ExportPath(Array("2014/05/IMG_0012.JPG".utf8))
///     ExportPath(Array("/../a".utf8))   // "__/a"
public struct ExportPath: Sendable, Hashable {
  /// The folders, outermost first.
  public let folders: [FileName]
  public let name: FileName

  private static let maximumLength = 255
  private static let reservedLength = 20

  /// Creates a path from bytes with slashes between components.
  ///
  /// Empty components and `.` are omitted, `..` becomes `__`, the path ends at the first NUL, and a long
  /// component loses the end of the stem. If no component is left, the name is `unnamed`.
  public init(_ bytes: [UInt8]) {
    var parts = bytes.prefix { $0 != 0 }.split(separator: UInt8(ascii: "/")).compactMap { part -> FileName? in
      if part.elementsEqual(".".utf8) { return nil }
      if part.elementsEqual("..".utf8) { return FileName("__") }
      return Self.shortened(FileName(unchecked: Array(part)))
    }
    name = parts.popLast() ?? FileName("unnamed")
    folders = parts
  }

  private init(folders: [FileName], name: FileName) {
    self.folders = folders
    self.name = name
  }

  /// The path with names that are valid on Windows: forbidden characters, and dots and spaces at the end of a
  /// component, become `_`, and the name of a device gets a `_`.
  ///
  /// See Microsoft, "Naming Files, Paths, and Namespaces".
  public var portable: ExportPath {
    ExportPath(folders: folders.map(Self.portable), name: Self.portable(name))
  }

  /// Returns the path of a made name, without control characters and without a minus at the start of a component
  /// (`FileName.sanitized`). A name that is equal to the photo's doesn't change.
  public func safe(copying photo: FileName) -> ExportPath {
    ExportPath(folders: folders.map(\.sanitized), name: name == photo ? name : name.sanitized)
  }

  private static let forbiddenOnWindows = Set("<>:\"\\|?*".utf8)
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private static func portable(_ name: FileName) -> FileName {
    let underscore = UInt8(ascii: "_")
    var bytes = name.bytes.map { $0 < 0x20 || forbiddenOnWindows.contains($0) ? underscore : $0 }
    if let last = bytes.indices.last, [UInt8(ascii: "."), UInt8(ascii: " ")].contains(bytes[last]) {
      bytes[last] = underscore
    }
    // A device name with any extension refers to the device.
    let first = bytes.prefix { $0 != UInt8(ascii: ".") }
    if devices.contains(String(decoding: first, as: UTF8.self).lowercased()) {
      bytes.insert(underscore, at: first.count)
    }
    return FileName(bytes: bytes).map(shortened) ?? name
  }

  /// Replaces the slashes of a value by `_`, so that it adds no folder to a path.
  public static func makeSafe(_ value: inout [UInt8]) {
    for index in value.indices where value[index] == UInt8(ascii: "/") { value[index] = UInt8(ascii: "_") }
  }

  /// Changes text from a photo, which may be anything, so that it can be part of a name.
  ///
  /// Slashes, backslashes, control characters (C0, DEL, C1), line separators, and characters that are invisible or
  /// change the direction of writing (Unicode 15.1, UAX #9 and General Category Cf) become `_`; invalid UTF-8 becomes
  /// U+FFFD.
  public static func makeTextSafe(_ value: inout [UInt8]) {
    let scalars = String(decoding: value, as: UTF8.self).unicodeScalars.map { scalar in
      scalar == "/" || scalar == "\\" || scalar.isOmittedFromNames
        ? Unicode.Scalar(UInt8(ascii: "_")) : scalar
    }
    value = Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  /// Returns the path with another extension.
  public func replacingExtension(with pathExtension: String) -> ExportPath {
    renamed(name.stem + Array(".\(pathExtension)".utf8))
  }

  /// Returns the path with an extension after the name.
  public func appendingExtension(_ pathExtension: [UInt8]) -> ExportPath {
    renamed(name.bytes + [UInt8(ascii: ".")] + pathExtension)
  }

  private func renamed(_ bytes: [UInt8]) -> ExportPath {
    ExportPath(folders: folders, name: FileName(bytes: bytes).map(Self.shortened) ?? name)
  }

  private static func shortened(_ name: FileName) -> FileName {
    let limit = maximumLength - reservedLength
    guard name.bytes.count > limit else { return name }
    let end = Array(name.bytes[name.stem.count...].prefix(limit / 2))
    let whole = name.stem
    var stem = whole.prefix(limit - end.count)
    // A character of UTF-8 is kept or removed as a whole.
    if stem.endIndex < whole.endIndex, whole[stem.endIndex] & 0xC0 == 0x80 {
      while let last = stem.last, last & 0xC0 == 0x80 { stem.removeLast() }
      if let last = stem.last, last & 0xC0 == 0xC0 { stem.removeLast() }
    }
    return FileName(unchecked: stem + end)
  }
}
