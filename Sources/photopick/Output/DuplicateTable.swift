import PhotoDuplicates
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

/// A table of duplicates: a heading for each group, a line for each photo, the best first with the reason, and the sum.
struct DuplicateTable {
  private let groups: [DuplicateGroup]
  private let table: PhotoTable
  private let style: TerminalStyle

  init(_ groups: [DuplicateGroup], _ view: NumberedView, base: Folder, style: TerminalStyle) {
    (self.groups, self.style) = (groups, style)
    let reasons = groups.flatMap { group in
      [group.reason] + Array(repeating: nil, count: max(group.assets.count - 1, 0))
    }
    table = PhotoTable(view, base: base, style: style) { asset, number in
      let reason = reasons[number - 1].map { ", best: \($0)" } ?? ""
      return "(\(ByteText.size(asset.fileSize))\(reason))"
    }
  }

  func write(to output: ResultOutput) throws {
    guard !groups.isEmpty else { return Diagnostics.error("no duplicates found") }
    try table.write(to: output)
    try output.announce { text in
      text.end()
      text.append(style.secondary(Self.sum(of: groups)))
    }
  }

  private static func sum(of groups: [DuplicateGroup]) -> String {
    let count = groups.reduce(0) { $0 + $1.assets.count - 1 }
    let bytes = groups.reduce(Int64(0)) { $0.addingReportingOverflow($1.superfluousByteCount).partialValue }
    return "\(count) \(count == 1 ? "duplicate" : "duplicates"), \(ByteText.size(bytes))"
  }
}

extension DuplicateGroup {
  /// The heading in a list of duplicates.
  var kindName: String {
    switch kind {
    case .copy: "Copies"
    case .version: "Likely versions"
    case .edit: "Edits"
    }
  }
}
