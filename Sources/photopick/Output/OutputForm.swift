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
/// A new form is a case here, with its help and its line in `write`, and a writer.
enum OutputForm: String, EnumerableFlag, Sendable {
  case json, jsonl, plist, csv, print0, paths

  static func name(for form: OutputForm) -> NameSpecification {
    form == .print0 ? [.customLong("print0"), .customShort("0")] : .long
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

  /// Prints records in this form.
  ///
  /// - Parameter columns: those of comma-separated values.
  func write<Record: PrintedRecord>(
    _ records: some Sequence<Record>, _ keys: RecordKeys, columns: [StaticString],
    to destination: ResultOutput
  ) throws {
    switch self {
    case .json, .jsonl:
      let writer = JSONWriter(layout: .recordPerLine)
      try destination.writeRecords(writer, isArray: self == .json, records) { $0.write(keys, to: &$1) }
    case .plist:
      let writer = PropertyListWriter(isForTerminal: destination.isTerminal)
      try destination.writeRecords(writer, isArray: true, records) { $0.write(keys, to: &$1) }
    case .csv:
      let writer = CSVWriter(columns: columns, isForTerminal: destination.isTerminal)
      try destination.writeRecords(writer, isArray: false, records) { $0.write(.plain, to: &$1) }
    case .print0: try destination.writePaths(records, .null)
    case .paths: try destination.writePaths(records, .newline)
    }
  }

  /// The options of all forms, and of a template, as a person reads them.
  static var optionNames: String {
    allCases.map { "--\($0.rawValue)" }.joined(separator: ", ") + " and --format"
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

extension ResultOutput {
  /// Prints records in the form that was asked for; without one, their paths.
  ///
  /// - Parameter columns: those of comma-separated values, if they are others than usual.
  func write<Record: PrintedRecord>(
    _ records: some Sequence<Record>, in form: ResultForm, _ keys: RecordKeys,
    columns: [StaticString] = Record.columns
  ) throws {
    switch form {
    case .text: try writePaths(records, .newline)
    case .records(let form): try form.write(records, keys, columns: columns, to: self)
    case .template(let template, let terminator):
      try writeText(records) { record, text in
        text.append(template) { record.value(of: $0) }
        if !template.endsWithNUL { text.end(terminator) }
      }
    }
  }

  /// Prints the paths of records.
  fileprivate func writePaths(
    _ records: some Sequence<some PrintedRecord>, _ terminator: ResultText.Terminator
  ) throws {
    try writeText(records) { record, text in
      guard let path = record.printedPath else { return }
      text.append(name: path)
      text.end(terminator)
    }
  }
}
