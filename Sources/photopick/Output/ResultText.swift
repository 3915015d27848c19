import PhotoFiles
import PhotoFormats
import PhotoPicker

/// Text of a result on its way to a person or to a program.
///
/// The program's own words are appended as they are, styles among them. Names of files, which may hold anything, are
/// appended as names: a terminal gets them escaped, a file or a pipe byte for byte.
struct ResultText {
  /// The end of the text of one photo.
  enum Terminator: UInt8 {
    /// A line feed, for people and line-based programs.
    case newline = 0x0A
    /// A NUL byte, which no path holds, for `xargs -0`.
    case null = 0
  }

  fileprivate(set) var bytes: [UInt8] = []
  /// True if a person reads the result on a terminal.
  let isForTerminal: Bool

  init(isForTerminal: Bool) { self.isForTerminal = isForTerminal }

  /// Appends text of this program.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends bytes that this program made, such as drawings.
  mutating func append(made bytes: [UInt8]) { self.bytes += bytes }

  /// Appends a name, a path, or another text from elsewhere.
  mutating func append(name: some Collection<UInt8>) {
    if isForTerminal {
      append(SafeText.escaping(utf8: name))
    } else {
      bytes.append(contentsOf: name)
    }
  }

  /// Appends a name, a path, or another text from elsewhere as people read it, in a pipe too.
  mutating func append(shown text: some Collection<UInt8>) { append(SafeText.escaping(utf8: text)) }

  /// Appends what a template says of a photo.
  mutating func append(
    _ template: OutputTemplate, _ value: (OutputTemplate.Field) -> FieldValue?
  ) {
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
  /// Writes the text through `write` and begins anew.
  mutating func drain(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try bytes.withUnsafeBytes { try write($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns the text and begins anew.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}
