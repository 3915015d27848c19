import ArgumentParser
import PhotoPicker
import SystemPackage

/// The options that say in which form results are printed, and where.
struct OutputOptions: ParsableArguments {
  @Flag(help: "One JSON array.")
  var json = false

  @Flag(help: "One JSON dictionary a line.")
  var jsonl = false

  @Flag(help: "An XML property list.")
  var plist = false

  @Flag(name: [.customLong("print0"), .customShort("0")], help: "Paths, each followed by a NUL byte.")
  var print0 = false

  @Flag(name: .customLong("paths"), help: "Paths, one a line.")
  var pathLines = false

  @Option(
    help: ArgumentHelp(
      "A line of your own for each photo, such as '{date:%Y-%m} {name}'.", valueName: "template"))
  var format: String?

  @Option(help: "The keys of records: those of UIKit's picker, or plain ones.")
  var keys: KeyStyle?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file, whole or not at all.", valueName: "file"))
  var output: String?

  /// The names of the keys of records.
  enum KeyStyle: String, ExpressibleByArgument, CaseIterable {
    case uikit, plain
  }

  /// The form of the results.
  enum Form: Sendable {
    case text, json, jsonl, plist, print0, paths
    case template(OutputTemplate)
  }

  func validate() throws {
    let chosen = [json, jsonl, plist, print0, pathLines, format != nil].filter { $0 }.count
    guard chosen <= 1 else {
      throw ValidationError("Choose one of --json, --jsonl, --plist, --print0, --paths and --format.")
    }
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file.") }
    _ = try form()
  }

  /// The form that was asked for.
  func form() throws -> Form {
    if let format {
      do throws(OutputTemplateError) {
        return .template(try OutputTemplate(format))
      } catch {
        throw ValidationError("--format: \(error)")
      }
    }
    if json { return .json }
    if jsonl { return .jsonl }
    if plist { return .plist }
    if print0 { return .print0 }
    return pathLines ? .paths : .text
  }

  /// Where the results go.
  var destination: ResultOutput {
    ResultOutput(file: output.flatMap { $0 == "-" ? nil : RawArguments.path($0) })
  }
}
