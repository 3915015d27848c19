import PhotoFormats

/// A field of the entries of a list, under the key by which records, columns and templates name it.
public struct RecordField<Entry>: Sendable {
  /// The key in plain records, such as `fileSize`.
  public let key: StaticString
  /// The key that UIKit has for it; `nil` if it has none, so that the plain one serves there too.
  public let pickerKey: StaticString?
  public let kind: FieldKind
  /// What an entry has for the field, or `nil` if it does not apply.
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

/// An entry of a list that is no list of photos, such as an album.
///
/// The list declares its fields in one table; records, comma-separated values and templates follow from it.
public protocol ListEntry: Sendable {
  /// All fields, in the order of records.
  static var fields: [RecordField<Self>] { get }
}

extension ListEntry {
  /// Writes the record as a dictionary; keys that do not apply are left out.
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

  /// The value of a field of a template, or `nil` if it does not apply.
  public func value(of field: OutputTemplate.Field) -> FieldValue? {
    guard case .listed(let field) = field else { return nil }
    let value = Self.fields[field.position].value(self)
    // Templates lay out dates of all kinds.
    guard case .moment(let time)? = value else { return value }
    return .date(CaptureDate(time: time, offsetMinutes: 0, source: .file))
  }
}
