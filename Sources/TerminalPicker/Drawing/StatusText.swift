import PhotoLibrary
import PhotoPicker
import Terminal

/// The title and the status line.
struct StatusText {
  /// The most lines of a message.
  private static let messageLimit = 4
  /// The same beside a photo that is shown alone: more would cover it.
  private static let previewMessageLimit = 2

  private let pages: PickerPages

  /// The lines of a picker.
  init(_ pages: PickerPages) { self.pages = pages }

  /// What is shown: album, grouping, order, filter.
  var title: String {
    if pages.page == .albums { return "Albums · \(albumCount)" }
    if pages.page == .help { return "Keys" }
    var parts = [title(of: pages.album), "by \(pages.query.grouping.rawValue)"]
    parts.append(pages.orderName)
    let kinds = pages.query.kinds.list
    if !kinds.isEmpty { parts.append(kinds) }
    if let search = pages.search { parts.append("/\(TerminalText.safe(search.text))") }
    return parts.joined(separator: " · ")
  }

  private func title(of album: Album.Kind) -> String {
    switch album {
    case .all: pages.query.album ?? "All Photos"
    case .folder(let folder): folder.name
    }
  }

  /// What was said last, in lines that fit; none if nothing was said, or if a prompt tells it.
  ///
  /// They take the place of the status line and of what stands above it.
  var message: [String] {
    let checking = pages.inspection.map {
      "Checking… \($0.done) of \($0.picks.count) read to the end; any key stops"
    }
    guard pages.prompt == nil, let text = checking ?? pages.message else { return [] }
    let columns = pages.size.columns
    let lines = text.split(separator: "\n").flatMap { TerminalText.lines(of: String($0), width: columns) }
    let limit = pages.page == .preview ? Self.previewMessageLimit : Self.messageLimit
    let room = max(min(pages.size.rows / 2, limit), 1)
    guard lines.count > room else { return lines }
    return lines.prefix(room - 1) + [TerminalText.truncated(lines[room - 1], to: columns - 1) + "…"]
  }

  /// Draws the status line: a prompt, else a message, else how many are picked and where the cursor is.
  func draw(on frame: inout Frame, row: Int) {
    let columns = frame.size.columns
    if let prompt = pages.prompt {
      draw(prompt, on: &frame, row: row)
      return
    }
    let message = message
    let first = row - max(message.count - 1, 0)
    frame.fill(
      CellArea(column: 0, row: first, columns: columns, rows: row - first + 1),
      style: TextStyle(isReversed: true))
    for (index, line) in message.enumerated() {
      let style = TextStyle(color: .yellow, isBold: true, isReversed: true)
      frame.write(line, column: 0, row: first + index, style: style)
    }
    guard message.isEmpty else { return }
    let end = frame.write(picked, column: 0, row: row, style: TextStyle(isReversed: true))
    let room = columns - end - PhotoFacts.gap.count
    for text in [facts(room), place, "? help"] {
      let width = TerminalText.columns(of: text)
      guard !text.isEmpty, width <= room else { continue }
      frame.write(text, column: columns - width, row: row, style: TextStyle(isReversed: true))
      return
    }
  }

  private var picked: String {
    var parts = ["\(pages.picks.count) picked"]
    if pages.picks.count > 0 { parts.append(ByteText.size(pages.picks.byteCount)) }
    if pages.usesOriginal { parts.append("original") }
    if let run = pages.run { parts.append("run of \(run.count)") }
    if let progress = pages.progress, pages.contents.count > 0 { parts.append(progress) }
    return parts.joined(separator: " · ")
  }

  /// How many albums are listed; all photos together are none.
  private var albumCount: Int { pages.albums.count { $0.kind != .all } }

  /// The place of the cursor among all that the page shows.
  private var position: String {
    if pages.page == .albums { return albumPosition }
    return pages.contents.count > 0 ? "\(pages.cursor + 1)/\(pages.contents.count)" : ""
  }

  private var albumPosition: String {
    guard pages.albums.indices.contains(pages.albumCursor) else { return "" }
    if pages.albums[pages.albumCursor].kind == .all {
      return albumCount == 1 ? "1 album" : "\(albumCount) albums"
    }
    let before = pages.albums[..<pages.albumCursor].count { $0.kind != .all }
    return "album \(before + 1)/\(albumCount)"
  }

  /// What is known of the photo at the cursor, and its place, in at most `limit` cells; empty if there is no room.
  ///
  /// Beside a photo that is shown alone, its facts stand in a line of their own.
  private func facts(_ limit: Int) -> String {
    guard pages.page == .grid, let asset = pages.current else { return "" }
    let facts = PhotoFacts.line(asset, limit: limit - (PhotoFacts.gap + place).count)
    return facts.isEmpty ? "" : facts + PhotoFacts.gap + place
  }

  private var place: String { position.isEmpty ? "" : "\(position)\(PhotoFacts.gap)? help" }

  // MARK: Prompts

  private func draw(_ prompt: PickerPages.Prompt, on frame: inout Frame, row: Int) {
    switch prompt {
    case .find(let text, _, _):
      draw("Find: ", text, on: &frame, row: row)
    case .filter(let text):
      draw("Filter: ", text, on: &frame, row: row)
    case .grouping(let index):
      draw("Group by:", PickerModel.groupings.map(\.rawValue), chosen: index, on: &frame, row: row)
    case .order(let index):
      draw("Order:", PickerModel.orders.map(\.name), chosen: index, on: &frame, row: row)
    }
  }

  /// A label and the end of a text, with a cursor behind it.
  private func draw(_ label: String, _ text: String, on frame: inout Frame, row: Int) {
    var shown = TerminalText.safe(text)[...]
    let room = max(frame.size.columns - label.count - 1, 1)
    while TerminalText.columns(of: String(shown)) > room { shown = shown.dropFirst() }
    let style = pages.message == nil ? TextStyle.plain : TextStyle(color: .yellow)
    let end = frame.write(label + shown, column: 0, row: row, style: style)
    let next = frame.write(" ", column: end, row: row, style: TextStyle(isReversed: true))
    if let message = pages.message {
      let line = message.split(separator: "\n").joined(separator: " ")
      frame.write("  \(line)", column: next, row: row, style: TextStyle(color: .yellow))
    }
  }

  /// A label and words to choose from; the chosen one is always seen.
  private func draw(_ label: String, _ words: [String], chosen: Int, on frame: inout Frame, row: Int) {
    var first = 0
    while first < chosen,
      words[first...chosen].reduce(label.count + 1, { $0 + $1.count + 2 }) > frame.size.columns
    {
      first += 1
    }
    var column = frame.write(label + " ", column: 0, row: row)
    for index in first..<words.count {
      let style = index == chosen ? TextStyle(isBold: true, isReversed: true) : .plain
      column = frame.write(words[index], column: column, row: row, style: style)
      column = frame.write("  ", column: column, row: row)
    }
  }
}
