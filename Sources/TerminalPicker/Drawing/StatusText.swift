import PhotoFiles
import PhotoLibrary
import PhotoPicker
import Terminal

struct StatusText {
  private static let messageLimit = 4
  /// The limit while a photo fills the page, where messages cover it.
  private static let previewMessageLimit = 2

  private let pages: PickerPages

  init(_ pages: PickerPages) { self.pages = pages }

  var title: String {
    if pages.page == .help { return "Keys" }
    var parts: [String]
    if pages.page == .albums {
      parts = ["Albums", "\(albumCount)", PickerModel.albumOrders[pages.model.currentAlbumOrder].name]
    } else {
      parts = [pages.albumName]
      if let stack = pages.openedBurst?.stack { parts.append(stack.badge) }
      if pages.query.grouping != .all { parts.append("by \(pages.query.grouping.words)") }
      parts.append(pages.orderName)
    }
    parts += filters
    if let search = pages.search { parts.append("/\(SafeText.escaping(search.text))") }
    if pages.page == .look {
      if pages.look.pictures.isSwitched, let picture = pages.pictureInFocus {
        parts.append(PhotoFacts.kind(of: picture))
      }
      if pages.look.isZoomed { parts.append(pages.look.face == nil ? pages.look.zoomName : "faces") }
      if let crop = pages.current.flatMap(pages.model.shownCrop) { parts.append("crop \(crop.text)") }
    }
    return parts.joined(separator: " · ")
  }

  private var filters: [String] {
    let kinds = pages.query.kinds
    let words =
      AssetKind.allCases.filter(kinds.included.contains).map(\.words)
      + AssetKind.allCases.filter(kinds.excluded.contains).map { "not \($0.words)" }
    let judged = JudgedKind.allCases.filter(pages.judged.contains).map(\.rawValue)
    let labels = pages.labels.sorted().map { SafeText.escaping($0) }
    return [words, judged, labels].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
  }

  /// The last message, wrapped; empty while it is part of a prompt.
  ///
  /// The lines replace the bottom line and those above it.
  var message: [String] {
    let checking = pages.inspection.map {
      "Checking… \($0.done) of \($0.picks.count) read to the end"
    }
    guard pages.prompt == nil, let text = checking ?? pages.work ?? pages.message, !text.isEmpty else {
      return []
    }
    let columns = pages.size.columns
    let lines = text.split(separator: "\n").flatMap { TerminalText.lines(of: String($0), width: columns) }
    let limit = pages.page == .look ? Self.previewMessageLimit : Self.messageLimit
    let room = max(min(pages.size.rows / 2, limit), 1)
    guard lines.count > room else { return lines }
    return lines.prefix(room - 1) + [TerminalText.truncated(lines[room - 1], to: columns - 1) + "…"]
  }

  /// Draws status and keys. A prompt takes precedence over a message, and a message over picks and position.
  func draw(on frame: inout Frame, _ page: PageArea) {
    let columns = frame.size.columns
    if let row = page.keys {
      // The most important keys fill exactly 40 columns.
      let margin = columns < KeyHints.wideColumns ? 0 : 1
      let text = KeyHints(pages).line(limit: columns - 2 * margin)
      frame.write(text, column: margin, row: row, style: TextStyle(isDim: true))
    }
    if let prompt = pages.prompt {
      draw(prompt, on: &frame, row: page.status)
      return
    }
    let message = message
    let first = page.status - max(message.count - 1, 0)
    frame.fill(
      CellArea(column: 0, row: first, columns: columns, rows: page.status - first + 1),
      style: TextStyle(isReversed: true))
    for (index, line) in message.enumerated() {
      let style = TextStyle(color: .yellow, isBold: true, isReversed: true)
      frame.write(line, column: 0, row: first + index, style: style)
    }
    if message.isEmpty { drawFacts(on: &frame, page) }
  }

  private func drawFacts(on frame: inout Frame, _ page: PageArea) {
    let (row, columns) = (page.status, frame.size.columns)
    let end = frame.write(picked, column: 0, row: row, style: TextStyle(isReversed: true))
    let room = columns - end - PhotoFacts.gap.count
    let keys = page.keys == nil ? KeyHints(pages).line(limit: room) : ""
    for text in [keys, facts(room), position] {
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
    if let name = pages.model.targetName { parts.append("marks go to \(name)") }
    if pages.advances { parts.append("auto-advance") }
    if let progress = pages.progress, pages.contents.count > 0 { parts.append(progress) }
    return parts.joined(separator: " · ")
  }

  /// The number of albums, not counting "All Photos".
  private var albumCount: Int { pages.albums.count { $0.kind != .all } }

  private var position: String {
    if pages.page == .albums { return albumPosition }
    return pages.contents.count > 0 ? "\(pages.cursor + 1)/\(pages.contents.count)" : ""
  }

  private var albumPosition: String {
    let page = pages.albumPage
    guard let current = page.current else { return "" }
    if current.kind == .all { return albumCount == 1 ? "1 album" : "\(albumCount) albums" }
    let before = page.albums[..<page.cursor].count { $0.kind != .all }
    return "album \(before + 1)/\(albumCount)"
  }

  /// Returns the facts of the photo at the cursor, and its position, in at most `limit` cells; empty if they don't
  /// fit.
  ///
  /// A photo that fills the page has a separate line of facts.
  private func facts(_ limit: Int) -> String {
    guard pages.page == .grid, let asset = pages.current else { return "" }
    let marks = SafeText.escaping(PhotoFacts.judgement(asset))
    let end = (marks.isEmpty ? "" : PhotoFacts.gap + marks) + PhotoFacts.gap + position
    let facts = PhotoFacts.line(
      asset, of: pages.contents.unit, limit: limit - TerminalText.columns(of: end),
      showsSeconds: pages.sharesMinute(pages.cursor))
    return facts.isEmpty ? "" : facts + end
  }

  private func draw(_ prompt: PickerPages.Prompt, on frame: inout Frame, row: Int) {
    switch prompt {
    case .find(let text, _, _): draw("Find: ", text, on: &frame, row: row)
    case .keywords(let text, let choice): drawKeywords(text, choice, on: &frame, row: row)
    case .question(let question): draw(question, on: &frame, row: row)
    case .bar(let item, _):
      let count = item.count(in: pages.model.counts).map { $0 == 1 ? ": 1 photo" : ": \($0) photos" } ?? ""
      frame.write("Filter: \(item.name)\(count)", column: 0, row: row, style: TextStyle(isBold: true))
    case .shift(let preview): draw(preview, on: &frame, row: row)
    case .filter, .choice:
      guard let menu = pages.menu else { return }
      let text = "\(menu.title): \(menu.words[menu.chosen])"
      frame.write(text, column: 0, row: row, style: TextStyle(isBold: true))
    }
  }

  /// Prints a question, which may take several lines.
  private func draw(_ question: PickerQuestion, on frame: inout Frame, row: Int) {
    let lines = TerminalText.lines(of: question.text, width: frame.size.columns).prefix(row + 1)
    let first = row - lines.count + 1
    frame.fill(CellArea(column: 0, row: first, columns: frame.size.columns, rows: lines.count))
    for (index, line) in lines.enumerated() {
      frame.write(line, column: 0, row: first + index, style: TextStyle(color: .yellow, isBold: true))
    }
  }

  /// Prints the input, and above it the first and last date before and after.
  private func draw(_ preview: ShiftPreview, on frame: inout Frame, row: Int) {
    let lines = preview.lines ?? []
    let first = max(row - lines.count, 0)
    let area = CellArea(column: 0, row: first, columns: frame.size.columns, rows: row - first)
    frame.fill(area, style: TextStyle(isReversed: true))
    for (index, line) in lines.prefix(row).enumerated() {
      frame.write(line, column: 0, row: first + index, style: TextStyle(isReversed: true))
    }
    draw("Shift the time of \(preview.target): ", preview.text, on: &frame, row: row)
  }

  /// Prints the input and the completions, with the selected completion highlighted.
  private func drawKeywords(_ text: String, _ choice: Int?, on frame: inout Frame, row: Int) {
    let completions = pages.completions
    let taken = choice.flatMap { completions.indices.contains($0) ? completions[$0] : nil }
    let label = pages.model.targetName.map { "Keywords of \($0): " } ?? "Keywords: "
    var column = draw(label, KeywordText(text).completed(taken), on: &frame, row: row)
    for (index, keyword) in completions.enumerated().dropFirst(max(choice ?? 0, 0)) {
      column = frame.write(
        "  \(keyword)", column: column, row: row,
        style: TextStyle(isBold: index == choice, isDim: index != choice))
    }
  }

  /// Prints a label and the end of the input, followed by a cursor.
  @discardableResult
  private func draw(_ label: String, _ text: String, on frame: inout Frame, row: Int) -> Int {
    var shown = SafeText.escaping(text)[...]
    let room = max(frame.size.columns - label.count - 1, 1)
    while TerminalText.columns(of: String(shown)) > room { shown = shown.dropFirst() }
    let style = pages.message == nil ? TextStyle.plain : TextStyle(color: .yellow)
    let end = frame.write(label + shown, column: 0, row: row, style: style)
    let next = frame.write(" ", column: end, row: row, style: TextStyle(isReversed: true))
    if let message = pages.message {
      let line = message.split(separator: "\n").joined(separator: " ")
      return frame.write("  \(line)", column: next, row: row, style: TextStyle(color: .yellow))
    }
    return next
  }
}
