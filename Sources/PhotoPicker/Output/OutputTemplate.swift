import PhotoFormats
import PhotoLibrary

/// A template for a line or a file name, such as `{date:%Y-%m} {name}`.
///
///     let template = try OutputTemplate("{number:04} {name}\\n")
///     let line = template.render { field in field == .number ? .integer(9) : .text("IMG_0012.JPG") }
///
/// Braces enclose a field; `{{` and `}}` represent braces, and `\n`, `\t`, `\0` and `\\` a line feed, tab, NUL and
/// backslash. After a colon, a date has a `strftime` format, a number a width (zero-padded if it starts with `0`),
/// and any other value padding and truncation: `{name:<30}`, `{name:>30}`, `{name:.20}`, `{name:<30.30}`. Missing
/// values are empty unless alternatives follow: `{city
/// country
/// "nowhere"}` renders the first available one.
public struct OutputTemplate: Sendable, Hashable {
  /// A field of a photo or of another list's entries.
  public enum Field: Sendable, Hashable {
    /// A property of the photo.
    case asset(AssetField)
    case number
    case group
    /// The folder of the photo, relative to the folder of the view; only for templates of file names.
    case folder
    /// A property of an entry that isn't a photo.
    case listed(ListedField)
  }

  /// A field declared by a list.
  public struct ListedField: Sendable, Hashable {
    public let name: String
    public let kind: FieldKind
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
    case padded(Field, width: Int, filler: UInt8)
    /// A padded or truncated value; a missing value renders as spaces.
    case laidOut(Field, TextLayout)
    case date(Field, DateFormat)
    /// The first nonempty alternative.
    case either([Part])

    var fields: [Field] {
      switch self {
      case .literal: []
      case .plain(let field), .padded(let field, _, _), .laidOut(let field, _), .date(let field, _): [field]
      case .either(let parts): parts.flatMap(\.fields)
      }
    }

    /// Whether the part has alternatives to a missing value.
    var isChoice: Bool { if case .either = self { true } else { false } }
  }

  let parts: [Part]

  /// Parses a template that may use these fields.
  public init(_ text: String, fields: [Field] = Field.allCases) throws(OutputTemplateError) {
    var parser = OutputTemplateParser(text, fields: fields)
    parts = try parser.template()
  }

  /// A Boolean value indicating whether the template ends with NUL and needs no further terminator.
  public var endsWithNUL: Bool {
    if case .literal(let bytes)? = parts.last { bytes.last == 0 } else { false }
  }

  public var fields: Set<Field> { Set(parts.flatMap(\.fields)) }

  /// The names in the template that have no alternative.
  public var neededFields: Set<Field> { Set(parts.filter { !$0.isChoice }.flatMap(\.fields)) }
}

extension OutputTemplate.Field: CaseIterable {
  /// All fields of photos, in listing order.
  public static let allCases: [OutputTemplate.Field] =
    (AssetField.all + AssetField.derived).map { .asset($0) } + [.number, .group]

  /// The fields of templates for paths below a folder.
  public static let ofPaths = allCases + [.folder]

  public var name: String {
    switch self {
    case .asset(let field): field.name
    case .number: "number"
    case .group: "group"
    case .folder: "folder"
    case .listed(let field): field.name
    }
  }

  /// The type of the value, which determines the valid options after the colon.
  public var kind: FieldKind {
    switch self {
    case .asset(let field): field.kind
    case .number: .integer
    case .group, .folder: .text
    case .listed(let field): field.kind
    }
  }
}

/// A syntax error in a template.
public struct OutputTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The column of the error, in characters from 1.
  public let column: Int
  /// The error and a suggestion.
  public let message: String

  /// For example, `column 3: no field "nam"; there are path, url, name …`.
  public var description: String { "column \(column): \(message)" }
}
