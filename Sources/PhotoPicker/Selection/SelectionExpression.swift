/// A selection as a person writes it, such as `1-4,9,!2`.
///
///     let selection = try SelectionExpression("9-5, @2014-05, !7")
///     let positions = try selection.resolve(in: view)
///
/// Terms stand between commas and hold from left to right; blanks are allowed around them:
///
///     selection = term *("," term)
///     term      = ["!"] ("all" / "none" / run / "@" key)
///     run       = place / place "-" [place] / "-" place
///     place     = number / group "." row
///
/// Numbers, groups and rows count from 1. A run goes from place to place in the order shown, backwards
/// if the first is the later, and may cross groups. A key is the beginning of a group's key, in
/// upper or lower case; it ends at a comma unless it stands in quotation marks, in which `""` is one
/// quotation mark. `!` takes away from what stands to its left. Upper and lower case of `all` and `none`
/// are equal.
public struct SelectionExpression: Sendable, Hashable {
  /// The selection as it was written.
  public let text: String
  let terms: [Term]

  public init(_ text: String) throws(SelectionSyntaxError) {
    self.text = text
    var parser = SelectionParser(text)
    terms = try parser.terms()
  }

  struct Term: Sendable, Hashable {
    let isNegated: Bool
    let target: Target
  }

  enum Target: Sendable, Hashable {
    case all, none
    /// From a place, or the start, to a place, or the end.
    case run(from: Place?, to: Place?)
    /// The groups whose key begins so; `offset` is the place of the term, in UTF-8 bytes.
    case groups(prefix: String, offset: Int)
  }

  /// One photo, by its number or by its group and row, each from 1.
  struct Place: Sendable, Hashable {
    enum Address: Sendable, Hashable {
      case number(Int)
      case row(group: Int, row: Int)
    }

    let address: Address
    /// Its place in the text, in UTF-8 bytes.
    let offset: Int
  }
}
