/// A selection in the notation of the command line, such as `1-4,9,!2`.
///
///     let selection = try SelectionExpression("9-5, @2014-05, !7")
///     let positions = try selection.resolve(in: view)
///
/// Comma-separated terms apply from left to right; spaces around them are ignored:
///
///     selection = term *("," term)
///     term      = ["!"] ("all" / "none" / run / "@" key)
///     run       = place / place "-" [place] / "-" place
///     place     = number / group "." row
///
/// Numbers, groups and rows count from 1. A run selects in view order, or backwards if its first place comes later,
/// and may cross groups. A key is a case-insensitive prefix of a group key; quote a key that contains commas,
/// doubling quotes. `!` removes photos selected by preceding terms. `all` and `none` are case-insensitive.
public struct SelectionExpression: Sendable, Hashable {
  public let text: String
  let terms: [Term]

  public init(_ text: String) throws(SelectionSyntaxError) {
    self.text = text
    var parser = SelectionParser(text)
    terms = try parser.terms()
  }

  /// The first number of a photo or row, such as `7` or `2.1`; `nil` if the selection names no numbers.
  public var firstNumber: String? {
    for case .run(let from, let to) in terms.lazy.map(\.target) {
      if let place = from ?? to { return place.address.text }
    }
    return nil
  }

  struct Term: Sendable, Hashable {
    let isNegated: Bool
    let target: Target
  }

  enum Target: Sendable, Hashable {
    case all, none
    /// From a place, or the start, to a place, or the end.
    case run(from: Place?, to: Place?)
    /// Groups with this key prefix; `offset` is the term's UTF-8 offset.
    case groups(prefix: String, offset: Int)
  }

  /// A photo, by number or by group and row, from 1.
  struct Place: Sendable, Hashable {
    enum Address: Sendable, Hashable {
      case number(Int)
      case row(group: Int, row: Int)

      var text: String {
        switch self {
        case .number(let number): "\(number)"
        case .row(let group, let row): "\(group).\(row)"
        }
      }
    }

    let address: Address
    /// The UTF-8 offset.
    let offset: Int
  }
}
