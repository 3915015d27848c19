import PhotoFiles

/// A path as a table shows it: safe for a terminal, and with blanks at its ends that can be seen and read again.
public enum ShownPath {
  private static let blank = UInt8(ascii: " ")

  /// The text of a path. A blank at its beginning or end is written `\u{20}`.
  public static func text(of path: some BidirectionalCollection<UInt8>) -> String {
    guard path.first == blank || path.last == blank else { return SafeText.escaping(utf8: path) }
    let escape = "\\u{20}"
    guard path.count > 1 else { return escape }
    let middle = path.dropFirst(path.first == blank ? 1 : 0).dropLast(path.last == blank ? 1 : 0)
    return (path.first == blank ? escape : "") + SafeText.escaping(utf8: middle)
      + (path.last == blank ? escape : "")
  }

  /// What is shown of an absolute path: from a folder on, or the whole path of what lies elsewhere.
  package static func part(of path: [UInt8], below base: Folder) -> ArraySlice<UInt8> {
    let rest = path.dropFirst(base.bytes.count)
    guard base.bytes.count > 1, rest.first == UInt8(ascii: "/"), path.starts(with: base.bytes) else {
      return path[...]
    }
    return rest.dropFirst()
  }

  /// The path whose escapes a text has; `nil` if it has none. A backslash in a name stands for itself, so that the text
  /// may as well be the path.
  static func unescaped(_ text: [UInt8]) -> [UInt8]? {
    var path: [UInt8] = []
    var rest = text[...]
    var hasEscapes = false
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), let escape = escape(rest) {
        path += Array(String(escape.character).utf8)
        rest = rest.dropFirst(escape.count)
        hasEscapes = true
      } else {
        path.append(byte)
        rest = rest.dropFirst()
      }
    }
    return hasEscapes ? path : nil
  }

  /// The character of an escape of `TerminalText` that stands at the beginning, and how many bytes it takes.
  private static func escape(_ text: ArraySlice<UInt8>) -> (character: Unicode.Scalar, count: Int)? {
    let body = text.dropFirst(2)
    switch text.dropFirst().first {
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "e"): return ("\u{1B}", 2)
    case UInt8(ascii: "x"): return scalar(body.prefix(2)).map { ($0, 4) }
    case UInt8(ascii: "u"):
      let digits = body.dropFirst().prefix(6).prefix { $0 != UInt8(ascii: "}") }
      guard body.first == UInt8(ascii: "{"), body.dropFirst(1 + digits.count).first == UInt8(ascii: "}")
      else {
        return nil
      }
      return scalar(digits).map { ($0, digits.count + 4) }
    default: return nil
    }
  }

  private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard digits.count >= 2, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), value > 0
    else { return nil }
    return Unicode.Scalar(value)
  }
}
