import PhotoFormats

extension AssetCondition {
  /// Parses a query in the syntax of `--where`.
  ///
  ///     query.condition = try AssetCondition("camera:canon iso:>=1600 -people:none")
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - now: The local time for relative dates; the current time by default.
  ///   - saved: The queries that `@name` represents.
  /// - Throws: `ConditionError` with the column of the first error.
  public init(
    _ query: String, now: CivilTime? = nil, saved: SavedQueries = SavedQueries()
  ) throws(ConditionError) {
    var parser = ConditionParser(query, now: now ?? .now, saved: saved)
    self = try parser.query()
  }

  /// The condition in query syntax. A condition that has no parts results in an empty string.
  public var query: String {
    switch self {
    case .all(let conditions): conditions.map(\.operand).joined(separator: " ")
    case .any(let conditions): conditions.map(\.operand).joined(separator: " or ")
    case .not(let condition): "-" + condition.operand
    case .test(let test): test.query
    case .words(let test): test.query
    case .near(let test):
      "near:\(test.latitude.shortestText),\(test.longitude.shortestText),\(test.metres.shortestText)m"
    case .trait(let trait): "is:\(trait.rawValue)"
    }
  }

  private var operand: String {
    switch self {
    case .all, .any: "(\(query))"
    case .not, .test, .words, .near, .trait: query
    }
  }
}

extension FieldTest {
  public var query: String { field.name + comparison.rawValue + words.joined(separator: ",") }
}

extension WordTest {
  /// The test in query syntax, quoted unless it is a plain word.
  public var query: String {
    ConditionParser.isPlain(text.text) ? text.text : WrittenText.quoted(text.text)
  }
}
