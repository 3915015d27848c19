/// A line or a name as a person lays it out, such as `{date:%Y-%m} {name}`.
///
///     let template = try OutputTemplate("{number:04} {name}\\n")
///     let line = template.render { field in field == .number ? .integer(9) : .text("IMG_0012.JPG") }
///
/// In braces stands a field; `{{` and `}}` are braces, `\n`, `\t`, `\0` and `\\` line feed, tab, NUL and
/// backslash. A date may be followed by `:` and a form of `strftime`, a number by `:` and its width, with
/// a `0` before it to fill up with zeros. A value that is missing leaves nothing.
public struct OutputTemplate: Sendable, Hashable {
  /// What is known of a photo; the raw value is the name in the template.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case path, url, name, format, typeIdentifier, mediaType, pixelWidth, pixelHeight, orientation
    case date, dateSource, make, model, latitude, longitude, altitude, duration, fileSize, modified
    case screenshot, damaged, number, group, album
  }

  enum Part: Sendable, Hashable {
    case literal([UInt8])
    case plain(Field)
    /// A number filled up to a width.
    case padded(Field, width: Int, filler: UInt8)
    case date(Field, DateFormat)
  }

  let parts: [Part]

  /// Reads a template.
  public init(_ text: String) throws(OutputTemplateError) {
    var parser = OutputTemplateParser(text)
    parts = try parser.template()
  }

  /// The fields the template shows, each once.
  public var fields: Set<Field> {
    Set(
      parts.compactMap { part in
        switch part {
        case .literal: nil
        case .plain(let field), .padded(let field, _, _), .date(let field, _): field
        }
      })
  }
}

extension OutputTemplate.Field {
  /// What may stand behind the colon of a field.
  enum Kind {
    case text, number, date
  }

  var kind: Kind {
    switch self {
    case .date, .modified: .date
    case .pixelWidth, .pixelHeight, .orientation, .latitude, .longitude, .altitude, .duration, .fileSize,
      .number:
      .number
    case .path, .url, .name, .format, .typeIdentifier, .mediaType, .dateSource, .make, .model, .screenshot,
      .damaged, .group, .album:
      .text
    }
  }
}

/// A mistake in how a template is written.
public struct OutputTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the mistake stands, in characters from 1.
  public let column: Int
  /// What is wrong, and what would be right.
  public let message: String

  /// One line, such as `column 3: no field "nam"; there are path, url, name …`.
  public var description: String { "column \(column): \(message)" }
}
