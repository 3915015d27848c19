import ArgumentParser
import PhotoFiles
import SystemPackage

/// Arguments whose bytes are no UTF-8, such as paths of old file systems, carried through the argument parser,
/// which knows text only.
///
/// A byte that is no UTF-8 travels as the private-use character U+10FF00 plus its value and becomes that byte
/// again when a path is made.
enum RawArguments {
  private static let base: UInt32 = 0x10_FF00

  /// Stands for a hyphen that begins no option.
  static let hyphen: Unicode.Scalar = "\u{10FF2D}"

  /// The arguments of this process as text, without the program's name.
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
      // The longest valid sequence that begins here, else this byte alone.
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

  /// The path that text stands for.
  static func path(_ text: String) -> FilePath { FilePath(fileSystemBytes: bytes(of: text)) }

  /// The text with hyphens in place of the marks, as it was written.
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

/// Reads numbers. Their options take the next word whatever it begins with, so that `-1` gets an answer of its own.
enum NumberArgument {
  /// Reads a whole number; its option checks the range.
  ///
  /// - Throws: `ValidationError` for anything else, and for what is beyond all numbers.
  @Sendable static func whole<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    if let number = Number(RawArguments.written(text)) { return number }
    throw ValidationError("write a whole number")
  }

  /// The values of `-j`: how many files are worked on at the same time.
  static let jobs = 1...64

  /// Checks the value of `-j`.
  ///
  /// - Throws: `ValidationError` if it is out of range.
  static func check(jobs: Int) throws {
    guard !Self.jobs.contains(jobs) else { return }
    throw ValidationError("-j takes \(text(of: Self.jobs)), not \(jobs).")
  }

  static func text(of range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}
