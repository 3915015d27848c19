import PhotoFiles
import Terminal

/// A syntax error in a selection.
public struct SelectionSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The column of the error, in characters from 1.
  public let column: Int
  /// The valid terms at this column.
  public let expected: String
  /// Up to 20 characters found at this column, or `nil` at the end.
  public let found: String?

  /// For example, `column 5: expected a number, found "x"`.
  public var description: String {
    "column \(column): expected \(expected), found \(found.map { "\"\(SafeText.escaping($0))\"" } ?? "the end")"
  }
}

/// A selection that refers to missing photos or groups.
public struct SelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    /// The number exceeds `last`, which is 0 for an empty view.
    case numberBeyondEnd(Int, last: Int)
    /// The group exceeds `last`, which is 0 if there are no groups.
    case groupBeyondEnd(Int, last: Int)
    /// The row exceeds `last`, which is 0 for an empty group.
    case rowBeyondEnd(group: Int, row: Int, last: Int)
    /// No key has this prefix; `known` contains some of the `count` keys.
    case unknownKey(String, known: [String], count: Int)
    case tooManyRuns(limit: Int)
  }

  /// The column of the term or number, in characters from 1.
  public let column: Int
  public let reason: Reason

  /// For example, `column 3: 12 is beyond the last photo, 9`.
  public var description: String { "column \(column): \(message)" }

  private var message: String {
    switch reason {
    case .numberBeyondEnd(let number, last: 0): "there is no photo \(number), the view is empty"
    case .numberBeyondEnd(let number, let last): "\(number) is beyond the last photo, \(last)"
    case .groupBeyondEnd(let group, last: 0): "there is no group \(group), the view has no groups"
    case .groupBeyondEnd(let group, let last): "group \(group) is beyond the last group, \(last)"
    case .rowBeyondEnd(let group, let row, last: 0): "there is no \(group).\(row), group \(group) is empty"
    case .rowBeyondEnd(let group, let row, let last):
      "\(group).\(row) is beyond the last photo of group \(group), \(group).\(last)"
    case .unknownKey(let key, let known, let count):
      "no group's key begins with \(SelectionError.quoted(key)), "
        + (known.isEmpty
          ? "the view has no groups"
          : "there are " + known.map(SelectionError.quoted).joined(separator: ", ")
            + (count > known.count ? " and \(count - known.count) more" : ""))
    case .tooManyRuns(let limit): "the selection falls into more than \(limit) runs; select in several steps"
    }
  }

  private static func quoted(_ key: String) -> String {
    "\"\(TerminalText.truncated(SafeText.escaping(String(key.prefix(60))), to: 40))\""
  }
}

struct TextLocation {
  /// The column, in characters from 1.
  let column: Int
  /// Up to 20 characters until a comma or blank, or `nil` at the end.
  let word: String?

  init(of offset: Int, in text: String) {
    var column = 1
    var index = text.startIndex
    var end = 0
    while index < text.endIndex {
      end += text[index].utf8.count
      if end > offset { break }
      column += 1
      text.formIndex(after: &index)
    }
    self.column = column
    guard index < text.endIndex else {
      word = nil
      return
    }
    let tail = text[text.index(after: index)...].prefix(19).prefix { $0 != "," && !$0.isWhitespace }
    word = text[index] == "," ? "," : String(text[index..<tail.endIndex])
  }
}
