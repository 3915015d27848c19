import ArgumentParser
import PhotoPicker
import SystemPackage

typealias OutputOptions = ListOutputOptions<PrintedPhoto>

/// The options for the format and the destination of a list.
struct ListOutputOptions<Record: PrintedRecord>: ParsableArguments {
  @Flag var flags: [OutputFlag<Record>] = []

  @Option(
    help: ArgumentHelp(
      "A line of your own for each, such as '\(Record.templateExample)'; with -0, or with \\0 at its end, a NUL byte ends each.",
      valueName: "template"),
    completion: Completions.template)
  var format: String?

  @Option(help: "The keys of records: UIKit's picker keys, or plain keys.")
  var keys: RecordKeys?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file atomically.", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws {
    guard Set(flags).count <= 1, format == nil || forms.allSatisfy({ $0 == .print0 }) else {
      let names = OutputFlag<Record>.allCases.map { "--\($0.form.rawValue)" }.joined(separator: ", ")
      throw ValidationError("Choose one of \(names) and --format.")
    }
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file.") }
    _ = try form()
  }

  private var forms: [OutputForm] { flags.map(\.form) }

  var areDefault: Bool { !choosesForm && keys == nil && output == nil }

  /// Whether an option selects a format other than the command's text.
  var choosesForm: Bool { !forms.isEmpty || format != nil }

  func form() throws -> ResultForm {
    guard let format else { return forms.first.map { .records($0) } ?? .text }
    do throws(OutputTemplateError) {
      let template = try OutputTemplate(format, fields: Record.templateFields)
      return .template(template, forms.isEmpty ? .newline : .null)
    } catch {
      throw ValidationError("--format: \(error)")
    }
  }

  var destination: ResultOutput {
    ResultOutput(file: output.flatMap { $0 == "-" ? nil : RawArguments.path($0) })
  }

  /// Prints records in the selected format, or by calling `text`.
  func write(_ records: some Sequence<Record>, text: (ResultOutput) throws -> Void) throws {
    if case .text = try form() { try text(destination) } else { try write(records) }
  }

  /// Prints records in the selected format, by default their paths.
  func write(_ records: some Sequence<Record>) throws {
    try destination.write(records, in: try form(), keys ?? .plain)
  }
}

/// The flag of an output format.
struct OutputFlag<Record: PrintedRecord>: EnumerableFlag, CustomStringConvertible, Hashable, Sendable {
  let form: OutputForm

  var description: String { form.rawValue }

  static var allCases: [Self] {
    OutputForm.allCases.filter { Record.hasPaths || $0 != .paths }.map { Self(form: $0) }
  }

  static func name(for flag: Self) -> NameSpecification {
    flag.form == .print0 ? [.customLong("print0"), .customShort("0")] : .customLong(flag.form.rawValue)
  }

  static func help(for flag: Self) -> ArgumentHelp? {
    switch flag.form {
    case .json: "One JSON array."
    case .jsonl: "One JSON dictionary per line."
    case .plist: "An XML property list."
    case .csv: "Comma-separated values with a header row (RFC 4180), in plain keys."
    case .print0 where !Record.hasPaths: "The records of --format, each followed by a NUL byte."
    case .print0: "Paths, or the records of --format, each followed by a NUL byte."
    case .paths: "Paths, one a line."
    }
  }
}
