/// A file that `--undo` removed or restored.
protocol UndoRecord: PrintedRecord {
  /// `removed` or `restored`.
  var action: String { get }
}

extension ResultOutput {
  /// Writes what an undo did to each file, such as `restored /photos/a.jpg.xmp`.
  func writeUndone(_ records: [some UndoRecord]) throws {
    try writeText(records) { record, text in
      text.append("\(record.action) ")
      text.append(name: record.printedPath ?? [])
      text.end()
    }
  }
}
