import ArgumentParser
import PhotoPicker
import SystemPackage

/// The options for the format and the destination of groups of duplicates.
struct DuplicateOutputOptions: ParsableArguments {
  enum Form: Sendable {
    case text, json, jsonl, print0
  }

  @Flag(help: "One JSON array of groups.") var json = false
  @Flag(help: "One JSON group per line.") var jsonl = false
  @Flag(
    name: [.customLong("print0"), .customShort("0")],
    help: "The path of each photo but the best ones, followed by a NUL byte.")
  var print0 = false
  @Option(help: "The keys of records: UIKit's picker keys, or plain keys.") var keys: RecordKeys?
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file atomically.", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws {
    guard [json, jsonl, print0].filter(\.self).count <= 1 else {
      throw ValidationError("Choose one of --json, --jsonl and --print0.")
    }
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file.") }
  }

  var form: Form { json ? .json : jsonl ? .jsonl : print0 ? .print0 : .text }

  var destination: ResultOutput {
    ResultOutput(file: output.flatMap { $0 == "-" ? nil : RawArguments.path($0) })
  }

  /// Prints groups as JSON, or the paths of all photos but the best ones.
  func write(_ records: [DuplicateRecord]) throws {
    switch form {
    case .text, .print0: try destination.writeNames(records.lazy.flatMap(\.superfluousPaths), .null)
    case .json, .jsonl:
      let keys = keys ?? .plain
      try destination.write(
        records,
        with: WriterEncoder(JSONWriter(layout: .recordPerLine), isArray: form == .json) { record, writer in
          record.write(keys, to: &writer)
        })
    }
  }
}
