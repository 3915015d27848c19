import PhotoFiles
import PhotoLibrary
import Terminal

/// Parses `OutputTemplate`'s grammar.
struct OutputTemplateParser {
  /// Bounds the memory; larger widths are mistakes.
  private static let widestNumber = 64

  private let characters: [Character]
  private let fields: [OutputTemplate.Field]
  private var position = 0
  private var parts: [OutputTemplate.Part] = []
  private var literal: [UInt8] = []

  init(_ text: String, fields: [OutputTemplate.Field]) {
    characters = Array(text)
    self.fields = fields
  }

  mutating func template() throws(OutputTemplateError) -> [OutputTemplate.Part] {
    while position < characters.count {
      switch characters[position] {
      case "{" where next == "{", "}" where next == "}":
        literal.append(contentsOf: characters[position].utf8)
        position += 2
      case "{":
        finishLiteral()
        parts.append(try choice())
      case "}": throw error("unmatched }; write }} for a brace", at: position)
      case "\\": literal.append(try escape())
      default:
        literal.append(contentsOf: characters[position].utf8)
        position += 1
      }
    }
    finishLiteral()
    return parts
  }

  private var current: Character? { position < characters.count ? characters[position] : nil }

  private var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

  private mutating func finishLiteral() {
    guard !literal.isEmpty else { return }
    parts.append(.literal(literal))
    literal = []
  }

  private mutating func escape() throws(OutputTemplateError) -> UInt8 {
    let byte: UInt8
    switch next {
    case "n": byte = UInt8(ascii: "\n")
    case "t": byte = UInt8(ascii: "\t")
    case "0": byte = 0
    case "\\": byte = UInt8(ascii: "\\")
    default: throw error("expected n, t, 0 or a backslash after the backslash", at: position)
    }
    position += 2
    return byte
  }

  /// Parses the contents of braces: fields and quoted strings separated by bars.
  private mutating func choice() throws(OutputTemplateError) -> OutputTemplate.Part {
    let brace = position
    var parts: [OutputTemplate.Part] = []
    repeat {
      position += 1
      parts.append(current == "\"" ? .literal(try quoted()) : try field())
    } while current == "|"
    guard current == "}" else {
      throw error("the { at column \(brace + 1) is not closed by }", at: position)
    }
    position += 1
    return parts.count == 1 ? parts[0] : .either(parts)
  }

  private mutating func field() throws(OutputTemplateError) -> OutputTemplate.Part {
    let start = position
    let name = take { !"}:{|".contains($0) }
    guard let field = fields.first(where: { $0.name == name }) else { throw unknownField(name, at: start) }
    guard current == ":" else { return .plain(field) }
    position += 1
    switch field.kind {
    case .text, .list, .flag, .regions: return try layout(of: field)
    case .integer, .number:
      return current.map { "<>.".contains($0) } == true ? try layout(of: field) : try width(of: field)
    case .date: return .date(field, try dateFormat())
    }
  }

  private mutating func quoted() throws(OutputTemplateError) -> [UInt8] {
    let start = position
    var text: [UInt8] = []
    position += 1
    while let character = current, character != "\"" {
      if character == "\\", next == "\"" {
        text.append(UInt8(ascii: "\""))
        position += 2
      } else if character == "\\" {
        text.append(try escape())
      } else {
        text.append(contentsOf: character.utf8)
        position += 1
      }
    }
    guard current != nil else { throw error("the quotes are not closed", at: start) }
    position += 1
    return text
  }

  private mutating func layout(of field: OutputTemplate.Field) throws(OutputTemplateError)
    -> OutputTemplate.Part
  {
    let start = position
    let text = take { $0 != "}" && $0 != "|" }
    guard let layout = TextLayout(text) else {
      throw error(
        "expected <30 to fill {\(field.name)} up to 30 cells, >30 to put it at the end of them, or .30 to cut it",
        at: start)
    }
    return .laidOut(field, layout)
  }

  private mutating func width(of field: OutputTemplate.Field) throws(OutputTemplateError)
    -> OutputTemplate.Part
  {
    let start = position
    let text = take { $0 != "}" && $0 != "|" }
    guard text.utf8.count <= 3, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let width = Int(text),
      (1...OutputTemplateParser.widestNumber).contains(width)
    else {
      throw error("expected a width from 1 to \(OutputTemplateParser.widestNumber), such as 04", at: start)
    }
    return .padded(field, width: width, filler: UInt8(ascii: text.hasPrefix("0") ? "0" : " "))
  }

  private mutating func dateFormat() throws(OutputTemplateError) -> DateFormat {
    var parts: [DateFormat.Part] = []
    var text: [UInt8] = []
    while position < characters.count, characters[position] != "}", characters[position] != "|" {
      switch characters[position] {
      case "%" where next == "%":
        text.append(UInt8(ascii: "%"))
        position += 2
      case "%":
        guard let next, let directive = DateFormat.directives.firstIndex(where: { $0.key == next }) else {
          throw unknownDirective()
        }
        if !text.isEmpty { parts.append(.literal(text)) }
        text = []
        parts.append(.directive(directive))
        position += 2
      case "\\": text.append(try escape())
      default:
        text.append(contentsOf: characters[position].utf8)
        position += 1
      }
    }
    if !text.isEmpty { parts.append(.literal(text)) }
    guard !parts.isEmpty else { throw error("expected the form of a date, such as %Y-%m", at: position) }
    return DateFormat(parts: parts)
  }

  private mutating func take(while isTaken: (Character) -> Bool) -> String {
    let start = position
    while position < characters.count, isTaken(characters[position]) { position += 1 }
    return String(characters[start..<position])
  }

  private func unknownField(_ name: String, at index: Int) -> OutputTemplateError {
    let names = fields.map(\.name)
    let shown = TerminalText.truncated(SafeText.escaping(String(name.prefix(60))), to: 40)
    let advice =
      NearestName.of(name, in: names).map { "did you mean \($0)?" }
      ?? "there are \(names.joined(separator: ", "))"
    return error("no field \"\(shown)\"; \(advice)", at: index)
  }

  private func unknownDirective() -> OutputTemplateError {
    let known = DateFormat.directives.map { "%\($0.key)" }.joined(separator: " ")
    let shown = SafeText.escaping("%" + (next.map { String($0) } ?? ""))
    return error("no \"\(shown)\" in dates; there are \(known) %%", at: position)
  }

  private func error(_ message: String, at index: Int) -> OutputTemplateError {
    OutputTemplateError(column: index + 1, message: message)
  }
}
