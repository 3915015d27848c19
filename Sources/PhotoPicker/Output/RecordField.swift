import PhotoFormats

/// A field of a list's entries, with its key in records, columns and templates.
public struct RecordField<Entry>: Sendable {
  /// The key in plain records, such as `fileSize`.
  public let key: StaticString
  /// UIKit's key, or `nil` to use the plain key.
  public let pickerKey: StaticString?
  public let kind: FieldKind
  /// Returns the value, or `nil` if the field doesn't apply.
  public let value: @Sendable (Entry) -> FieldValue?

  public init(
    _ key: StaticString, _ kind: FieldKind, pickerKey: StaticString? = nil,
    _ value: @escaping @Sendable (Entry) -> FieldValue?
  ) {
    self.key = key
    self.kind = kind
    self.pickerKey = pickerKey
    self.value = value
  }
}

/// An entry of a list other than photos, such as an album.
///
/// The list declares its fields once; records, CSV and templates use them.
public protocol ListEntry: Sendable {
  /// All fields, in record order.
  static var fields: [RecordField<Self>] { get }
}

extension ListEntry {
  /// Writes the record as a dictionary that omits missing values.
  public func write(to writer: inout some RecordWriter, usesPickerKeys: Bool = false) {
    writer.beginDictionary()
    for field in Self.fields {
      writer.entry(usesPickerKeys ? field.pickerKey ?? field.key : field.key, field.value(self))
    }
    writer.endDictionary()
  }

  public static var templateFields: [OutputTemplate.Field] {
    OutputTemplate.ListedField.all(of: fields).map { .listed($0) }
  }

  /// Returns the value of a template field.
  public func value(of field: OutputTemplate.Field) -> FieldValue? {
    guard case .listed(let field) = field else { return nil }
    let value = Self.fields[field.position].value(self)
    // Templates format dates of either kind.
    guard case .moment(let time)? = value else { return value }
    return .date(CaptureDate(time: time, offsetMinutes: 0, source: .file))
  }
}
