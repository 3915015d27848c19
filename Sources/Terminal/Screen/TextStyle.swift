public struct TextStyle: Sendable, Hashable {
  /// A palette color (ECMA-48, SGR 30 to 37).
  public enum Color: UInt8, Sendable, Hashable {
    case black, red, green, yellow, blue, magenta, cyan, white
  }

  /// The foreground color; `nil` is the default.
  public var color: Color?
  public var isBold: Bool
  public var isDim: Bool
  public var isReversed: Bool

  public init(color: Color? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  public static let plain = TextStyle()

  /// Appends the control sequence for exactly this style (ECMA-48, SGR).
  func append(to bytes: inout [UInt8], usesColor: Bool) {
    bytes.append(contentsOf: "\u{1B}[0".utf8)
    if isBold { bytes.append(contentsOf: ";1".utf8) }
    if isDim { bytes.append(contentsOf: ";2".utf8) }
    if isReversed { bytes.append(contentsOf: ";7".utf8) }
    if usesColor, let color {
      bytes.append(contentsOf: ";3".utf8)
      bytes.append(UInt8(ascii: "0") + color.rawValue)
    }
    bytes.append(UInt8(ascii: "m"))
  }
}
