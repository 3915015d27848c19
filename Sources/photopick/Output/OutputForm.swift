import ArgumentParser
import PhotoPicker

/// The keys of records.
enum RecordKeys: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Those of UIKit's picker.
  case uikit
  /// Those of photopick.
  case plain
}

/// A form in which lists are printed, each with an option of its name.
///
/// A new form is a case here, with its help and its line in `encoder`, and a writer.
enum OutputForm: String, CaseIterable, Sendable {
  case json, jsonl, plist, csv, print0, paths

  static func name(for form: OutputForm) -> NameSpecification {
    form == .print0 ? [.customLong("print0"), .customShort("0")] : .customLong(form.rawValue)
  }

  static func help(for form: OutputForm) -> ArgumentHelp? {
    switch form {
    case .json: "One JSON array."
    case .jsonl: "One JSON dictionary a line."
    case .plist: "An XML property list."
    case .csv: "Comma-separated values with a header row (RFC 4180), in plain keys."
    case .print0: "Paths, or the records of --format, each followed by a NUL byte."
    case .paths: "Paths, one a line."
    }
  }

  /// What turns records into this form.
  ///
  /// - Parameter columns: those of comma-separated values.
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

/// The form of a result: that of the command, or one that was asked for.
enum ResultForm: Sendable {
  /// The command's own text for people.
  case text
  case records(OutputForm)
  /// A template, each record of it with an end unless it has one of its own.
  case template(OutputTemplate, ResultText.Terminator)
}

extension ResultForm {
  /// What turns records into this form; without one that was asked for, into their paths.
  ///
  /// - Parameter columns: those of comma-separated values.
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
  /// What turns records into their paths.
  fileprivate static func paths(_ terminator: ResultText.Terminator, isForTerminal: Bool) -> Self {
    TextEncoder(isForTerminal: isForTerminal) { record, text in
      guard let path = record.printedPath else { return }
      text.append(name: path)
      text.end(terminator)
    }
  }
}

extension ResultOutput {
  /// Prints records in the form that was asked for; without one, their paths.
  func write<Record: PrintedRecord>(
    _ records: some Sequence<Record>, in form: ResultForm, _ keys: RecordKeys
  ) throws {
    let encoder: any OutputEncoder<Record> = form.encoder(keys, isForTerminal: isTerminal)
    try write(records, with: encoder)
  }
}
