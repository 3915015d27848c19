import ArgumentParser
import PhotoPicker

/// The keys of records.
enum RecordKeys: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Those of UIKit's picker.
  case uikit
  /// Those of photopick.
  case plain
}

/// A form in which photos are printed, each with an option of its name.
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

  /// Prints photos in this form.
  func write(_ photos: some PickedAssets, _ output: PickedOutput) async throws {
    let destination = output.destination
    switch self {
    case .json:
      try destination.writeRecords(JSONWriter(layout: .recordPerLine), isArray: true, photos) {
        output.write($0, to: &$1)
      }
    case .jsonl: try await destination.writeJSONLines(photos) { output.write($0, to: &$1) }
    case .plist:
      let writer = PropertyListWriter(isForTerminal: destination.isTerminal)
      try destination.writeRecords(writer, isArray: true, photos) { output.write($0, to: &$1) }
    case .csv:
      let writer = CSVWriter(isForTerminal: destination.isTerminal)
      try destination.writeRecords(writer, isArray: false, photos) { AssetRecord($0).write(to: &$1) }
    case .print0: try output.writePaths(photos, .null)
    case .paths: try output.writePaths(photos, .newline)
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
  case photos(OutputForm)
  /// A template, each record of it with an end unless it has one of its own.
  case template(OutputTemplate, ResultText.Terminator)
}
