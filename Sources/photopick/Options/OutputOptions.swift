import ArgumentParser
import PhotoPicker
import SystemPackage

/// The options that say in which form results are printed, and to which file.
struct OutputOptions: ParsableArguments {
  @Flag var forms: [OutputForm] = []

  @Option(
    help: ArgumentHelp(
      "A line of your own for each, such as '{date:%Y-%m} {name}'; with -0, or with \\0 at its end, a NUL byte ends each.",
      valueName: "template"))
  var format: String?

  @Option(help: "The keys of records: those of UIKit's picker, or plain ones.")
  var keys: RecordKeys?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file, whole or not at all.", valueName: "file"))
  var output: String?

  func validate() throws {
    guard Set(forms).count <= 1, format == nil || forms.allSatisfy({ $0 == .print0 }) else {
      throw ValidationError("Choose one of \(OutputForm.optionNames).")
    }
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file.") }
    _ = try form()
  }

  /// The form that was asked for.
  func form() throws -> ResultForm {
    guard let format else { return forms.first.map { .photos($0) } ?? .text }
    do throws(OutputTemplateError) {
      return .template(try OutputTemplate(format), forms.isEmpty ? .newline : .null)
    } catch {
      throw ValidationError("--format: \(error)")
    }
  }

  /// The output of the results.
  var destination: ResultOutput {
    ResultOutput(file: output.flatMap { $0 == "-" ? nil : RawArguments.path($0) })
  }
}

/// The options of commands that print records of their own.
struct RecordOptions: ParsableArguments {
  @Flag(help: "One JSON array.") var json = false
  @Flag(help: "One JSON dictionary a line.") var jsonl = false

  func validate() throws {
    if json, jsonl { throw ValidationError("Choose one of --json and --jsonl.") }
  }

  /// True if records are printed rather than text.
  var areChosen: Bool { json || jsonl }
}
