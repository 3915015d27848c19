import PhotoFiles
import PhotoFormats
import PhotoPicker
import Terminal

/// A table of drafts, one per line: name, number of photos, last change.
struct DraftTable {
  private let drafts: [Draft]

  init(_ drafts: [Draft]) { self.drafts = drafts }

  func write(to output: ResultOutput) throws {
    let names = drafts.map { SafeText.escaping($0.name.description) }
    let nameWidth = TerminalText.columns(ofWidest: names)
    let countWidth = drafts.map { String($0.paths.count).count }.max() ?? 0
    try output.writeText(zip(drafts, names)) { pair, text in
      let (draft, name) = pair
      let count = TerminalText.padded(String(draft.paths.count), to: countWidth, alignment: .trailing)
      text.append("\(TerminalText.padded(name, to: nameWidth))  \(count)  \(draft.modified.iso8601)")
      text.end()
    }
  }
}

/// A draft in the output of `drafts list`.
struct DraftRecord: ListEntry, PrintedRecord {
  private let draft: Draft

  init(_ draft: Draft) { self.draft = draft }

  static var templateExample: String { "{count:4} {name}" }

  /// The name, since the file of a draft is private.
  var printedPath: [UInt8]? { Array(draft.name.description.utf8) }

  static let fields: [RecordField<DraftRecord>] = [
    RecordField("name", .text) { .text($0.draft.name.description) },
    RecordField("count", .integer) { .integer(Int64($0.draft.paths.count)) },
    RecordField("modified", .date) { .moment($0.draft.modified.captureDate.time) },
  ]
}
