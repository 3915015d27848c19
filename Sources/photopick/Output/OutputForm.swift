import ArgumentParser
import PhotoPicker

/// The keys of records.
enum RecordKeys: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The keys of UIKit's image picker.
  case uikit
  case plain
}

/// An output format; each has an option of the same name.
enum OutputForm: String, CaseIterable, Sendable {
  case json, jsonl, plist, csv, print0, paths

  /// Returns an encoder for this format.
  ///
  /// - Parameter columns: The columns for CSV.
  func encoder<Record: PrintedRecord>(
    _ keys: RecordKeys, columns: [StaticString], isForTerminal: Bool
  ) -> any OutputEncoder<Record> {
    switch self {
    case .json, .jsonl:
      WriterEncoder(JSONWriter(layout: .recordPerLine), isArray: self == .json) { $0.write(keys, to: &$1) }
    case .plist:
      WriterEncoder(PropertyListWriter(isForTerminal: isForTerminal), isArray: true) {
        $0.write(keys, to: &$1)
      }
    case .csv:
      WriterEncoder(CSVWriter(columns: columns, isForTerminal: isForTerminal), isArray: false) {
        $0.write(.plain, to: &$1)
      }
    case .print0: TextEncoder.paths(.null, isForTerminal: isForTerminal)
    case .paths: TextEncoder.paths(.newline, isForTerminal: isForTerminal)
    }
  }
}

/// The format of a result: the command's default, or the requested format.
enum ResultForm: Sendable {
  /// The command's default format.
  case text
  case records(OutputForm)
  /// A template, with a terminator after each record unless the template contains one.
  case template(OutputTemplate, ResultText.Terminator)
}

extension ResultForm {
  /// Returns an encoder for this format; if none is requested, it encodes paths.
  ///
  /// - Parameter columns: The columns for CSV.
  func encoder<Record: PrintedRecord>(
    _ keys: RecordKeys, columns: [StaticString] = Record.columns, isForTerminal: Bool
  ) -> any OutputEncoder<Record> {
    switch self {
    case .text: TextEncoder.paths(.newline, isForTerminal: isForTerminal)
    case .records(let form): form.encoder(keys, columns: columns, isForTerminal: isForTerminal)
    case .template(let template, let terminator):
      TextEncoder(isForTerminal: isForTerminal) { record, text in
        text.append(template) { record.value(of: $0) }
        if !template.endsWithNUL { text.end(terminator) }
      }
    }
  }
}

extension TextEncoder where Record: PrintedRecord {
  fileprivate static func paths(_ terminator: ResultText.Terminator, isForTerminal: Bool) -> Self {
    TextEncoder(isForTerminal: isForTerminal) { record, text in
      guard let path = record.printedPath else { return }
      text.append(name: path)
      text.end(terminator)
    }
  }
}

extension ResultOutput {
  /// Writes records in the requested format, by default only paths.
  func write<Record: PrintedRecord>(
    _ records: some Sequence<Record>, in form: ResultForm, _ keys: RecordKeys
  ) throws {
    let encoder: any OutputEncoder<Record> = form.encoder(keys, isForTerminal: isTerminal)
    try write(records, with: encoder)
  }
}
