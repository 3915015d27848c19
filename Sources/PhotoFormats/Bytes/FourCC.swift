/// A four-character code: the type of a box (ISO/IEC 14496-12, 4.2), of a PNG or RIFF chunk, or a brand.
public struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The four bytes, the first one most significant.
  public let rawValue: UInt32

  /// The code of four bytes, the first one most significant.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of a text of four Latin-1 characters, such as `"ftyp"` or `"©day"`.
  public init(stringLiteral text: String) {
    rawValue = text.unicodeScalars.prefix(4).reduce(0) { $0 << 8 | ($1.value & 0xFF) }
  }

  /// The four characters, anything that is no printable ASCII as `?`.
  public var description: String {
    let scalars = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    return String(
      String.UnicodeScalarView(scalars.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "?" }))
  }
}
