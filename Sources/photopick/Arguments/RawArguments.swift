import ArgumentParser
import PhotoFiles
import SystemPackage

/// Command-line arguments as strings, including arguments that aren't valid UTF-8, such as paths of old file systems.
///
/// An invalid byte is encoded as the private-use character U+10FF00 plus the byte, and decoded when a path is
/// created.
enum RawArguments {
  private static let base: UInt32 = 0x10_FF00

  /// The mark for a hyphen that doesn't start an option.
  static let hyphen: Unicode.Scalar = "\u{10FF2D}"

  /// The command-line arguments, excluding the executable's name.
  static var text: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
      .compactMap { argument in
        argument.map { text(of: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))) }
      }
  }

  static func text(of bytes: [UInt8]) -> String {
    if let valid = String(validating: bytes, as: UTF8.self) { return valid }
    var scalars = String.UnicodeScalarView()
    var position = 0
    while position < bytes.count {
      // The longest valid sequence at this position, otherwise a single byte.
      let length = (1...4).last { count in
        position + count <= bytes.count
          && String(validating: bytes[position..<position + count], as: UTF8.self)?.unicodeScalars.count == 1
      }
      if let length {
        scalars.append(
          contentsOf: String(decoding: bytes[position..<position + length], as: UTF8.self).unicodeScalars)
        position += length
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(bytes[position])) { scalars.append(scalar) }
        position += 1
      }
    }
    return String(scalars)
  }

  static func path(_ text: String) -> FilePath { FilePath(fileSystemBytes: bytes(of: text)) }

  /// Returns the folder of a store: `root`, by default the one in the data or caches folder.
  ///
  /// - Throws: `HomeUnknown`; `ValidationError` for an address of another form.
  static func storeFolder(root: String?, isInCache: Bool) throws -> FilePath {
    if let root { return try place(root) }
    return try isInCache ? UserFolders.current.cachedStore : UserFolders.current.store
  }

  /// Returns the string as the user typed it, with placeholders replaced by hyphens.
  static func written(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == hyphen ? "-" : $0 }))
  }

  static func bytes(of text: String) -> [UInt8] {
    var bytes = [UInt8]()
    for scalar in text.unicodeScalars {
      if scalar == hyphen || scalar.value > base + 0x7F, scalar.value <= base + 0xFF {
        bytes.append(UInt8(scalar.value - base))
      } else {
        bytes.append(contentsOf: Array(String(scalar).utf8))
      }
    }
    return bytes
  }
}
