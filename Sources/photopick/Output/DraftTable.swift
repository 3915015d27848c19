import PhotoPicker
import Terminal

/// Drafts as text, one a line: name, number of photos, last change.
struct DraftTable {
  private let drafts: [Draft]

  /// A table of drafts.
  init(_ drafts: [Draft]) { self.drafts = drafts }

  /// Writes the table.
  func write(to output: ResultOutput) throws {
    let names = drafts.map { TerminalText.safe($0.name.description) }
    let nameWidth = names.map { TerminalText.columns(of: $0) }.max() ?? 0
    let countWidth = drafts.map { String($0.paths.count).count }.max() ?? 0
    try output.writeText(zip(drafts, names)) { pair, text in
      let (draft, name) = pair
      let count = TerminalText.padded(String(draft.paths.count), to: countWidth, alignment: .trailing)
      text.append("\(TerminalText.padded(name, to: nameWidth))  \(count)  \(draft.modified.iso8601)")
      text.end()
    }
  }
}

/// The record of a draft, as `drafts list --json` prints it.
struct DraftRecord {
  private let draft: Draft

  /// The record of a draft.
  init(_ draft: Draft) { self.draft = draft }

  /// Writes the dictionary.
  func write(to writer: inout some RecordWriter) {
    writer.beginDictionary()
    writer.entry("name", draft.name.description)
    writer.entry("count", Int64(draft.paths.count))
    writer.entry("modified", draft.modified.iso8601)
    writer.endDictionary()
  }
}
