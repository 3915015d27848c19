import PhotoFormats
import PhotoLibrary

/// A line or a name as a person lays it out, such as `{date:%Y-%m} {name}`.
///
///     let template = try OutputTemplate("{number:04} {name}\\n")
///     let line = template.render { field in field == .number ? .integer(9) : .text("IMG_0012.JPG") }
///
/// In braces stands a field; `{{` and `}}` are braces, `\n`, `\t`, `\0` and `\\` line feed, tab, NUL and
/// backslash. A date may be followed by `:` and a form of `strftime`, a number by `:` and its width, with
/// a `0` before it to fill up with zeros, and anything but a date by `:` and how it is cut and filled up with blanks,
/// as in `{name:<30}`, `{name:>30}`, `{name:.20}` and `{name:<30.30}`. A value that is missing leaves nothing, or what
/// follows a bar: `{city|country|"nowhere"}` is the first of them that there is.
public struct OutputTemplate: Sendable, Hashable {
  /// What can be shown of a photo, or of an entry of another list.
  public enum Field: Sendable, Hashable {
    /// What is known of the photo itself.
    case asset(AssetField)
    /// Its number in the view.
    case number
    /// The key of its group in the view.
    case group
    /// What a list tells of its entries that are no photos.
    case listed(ListedField)
  }

  /// A field that a list declares, by its key.
  public struct ListedField: Sendable, Hashable {
    public let name: String
    public let kind: FieldKind
    /// Its place in the list's table of fields, from 0.
    let position: Int

    public static func all<Entry>(of table: [RecordField<Entry>]) -> [ListedField] {
      table.enumerated().map { position, field in
        ListedField(name: field.key.description, kind: field.kind, position: position)
      }
    }
  }

  enum Part: Sendable, Hashable {
    case literal([UInt8])
    case plain(Field)
    /// A number filled up to a width.
    case padded(Field, width: Int, filler: UInt8)
    /// A value cut or filled up with blanks; a value that is missing is a blank one.
    case laidOut(Field, TextLayout)
    case date(Field, DateFormat)
    /// The first that leaves something.
    case either([Part])

    /// The fields that it may show.
    var fields: [Field] {
      switch self {
      case .literal: []
      case .plain(let field), .padded(let field, _, _), .laidOut(let field, _), .date(let field, _): [field]
      case .either(let parts): parts.flatMap(\.fields)
      }
    }

    /// True if something else may stand there instead of a value that is missing.
    var isChoice: Bool { if case .either = self { true } else { false } }
  }

  let parts: [Part]

  /// Reads a template that may show some fields.
  public init(_ text: String, fields: [Field] = Field.allCases) throws(OutputTemplateError) {
    var parser = OutputTemplateParser(text, fields: fields)
    parts = try parser.template()
  }

  /// True if the template itself ends with NUL, so that nothing needs to stand behind it.
  public var endsWithNUL: Bool {
    if case .literal(let bytes)? = parts.last { bytes.last == 0 } else { false }
  }

  /// The fields the template shows, each once.
  public var fields: Set<Field> { Set(parts.flatMap(\.fields)) }

  /// The fields for which the template says nothing else if they are missing.
  public var neededFields: Set<Field> { Set(parts.filter { !$0.isChoice }.flatMap(\.fields)) }
}

extension OutputTemplate.Field: CaseIterable {
  /// All fields of photos, in the order in which they are listed.
  public static let allCases: [OutputTemplate.Field] =
    (AssetField.all + AssetField.derived).map { .asset($0) } + [.number, .group]

  public var name: String {
    switch self {
    case .asset(let field): field.name
    case .number: "number"
    case .group: "group"
    case .listed(let field): field.name
    }
  }

  /// The kind of the values, which tells what may stand behind the colon.
  public var kind: FieldKind {
    switch self {
    case .asset(let field): field.kind
    case .number: .integer
    case .group: .text
    case .listed(let field): field.kind
    }
  }

  /// The field of photos that has a name, or `nil` if there is none.
  public init?(name: String) {
    switch name {
    case "number": self = .number
    case "group": self = .group
    default:
      guard let field = AssetField(name: name) else { return nil }
      self = .asset(field)
    }
  }
}

/// A mistake in how a template is written.
public struct OutputTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the mistake, in characters from 1.
  public let column: Int
  /// What is wrong, and what would be right.
  public let message: String

  /// One line, such as `column 3: no field "nam"; there are path, url, name …`.
  public var description: String { "column \(column): \(message)" }
}
