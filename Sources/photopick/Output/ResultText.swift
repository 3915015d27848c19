import PhotoFiles
import PhotoFormats
import PhotoPicker

/// The text of a result, for a terminal or a pipe.
///
/// Literals are appended as is, including styles. Names of files are untrusted: a terminal gets them escaped, a
/// file or a pipe gets their bytes.
struct ResultText {
  /// The terminator of a record.
  enum Terminator: UInt8 {
    /// A line feed.
    case newline = 0x0A
    /// A NUL byte, which no path contains, for `xargs -0`.
    case null = 0
  }

  fileprivate(set) var bytes: [UInt8] = []
  let isForTerminal: Bool

  init(isForTerminal: Bool) { self.isForTerminal = isForTerminal }

  /// Appends a trusted string.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends trusted bytes, such as drawings.
  mutating func append(made bytes: [UInt8]) { self.bytes += bytes }

  /// Appends an untrusted string, such as a name or a path.
  mutating func append(name: some Collection<UInt8>) {
    if isForTerminal {
      append(SafeText.escaping(utf8: name))
    } else {
      bytes.append(contentsOf: name)
    }
  }

  /// Appends an untrusted string, escaped for pipes too.
  mutating func append(shown text: some Collection<UInt8>) { append(SafeText.escaping(utf8: text)) }

  /// Appends the rendering of a template.
  mutating func append(_ template: OutputTemplate, _ value: (OutputTemplate.Field) -> FieldValue?) {
    if isForTerminal {
      template.render(
        into: &bytes, transform: { _, value in value = Array(SafeText.escaping(utf8: value).utf8) }, value)
    } else {
      template.render(into: &bytes, value)
    }
  }

  mutating func end(_ terminator: Terminator = .newline) { bytes.append(terminator.rawValue) }
}

extension ResultText {
  /// Writes the text and clears it.
  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try bytes.withUnsafeBytes { try write($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns the text and clears it.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}
