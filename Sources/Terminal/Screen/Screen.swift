/// Computes the bytes that update a terminal from one frame to the next.
///
/// Only encodes changed cells and pictures.
package struct Screen: Sendable {
  /// The maximum memory of the pictures stored by the terminal, in bytes. kitty discards older pictures beyond 320 MB
  /// (sw.kovidgoyal.net/kitty/graphics-protocol, "Image persistence and storage quotas").
  private static let storageLimit = 256 << 20

  private var shown: Frame?
  /// The pictures stored by the terminal.
  private var sent: [UInt64: TerminalDrawing] = [:]
  private let usesColor: Bool
  private let synchronizes: Bool

  /// Creates a screen with unknown contents.
  ///
  /// - Parameters:
  ///   - usesColor: Pass `false` for monochrome output (no-color.org).
  ///   - synchronizes: Pass `true` to use synchronized updates (mode 2026).
  package init(usesColor: Bool, synchronizes: Bool) {
    self.usesColor = usesColor
    self.synchronizes = synchronizes
  }

  /// Discards the current contents, so the next update is complete.
  package mutating func invalidate() {
    shown = nil
    sent = [:]
  }

  /// Returns the bytes that free all hidden pictures if one of `pictures`, which the application no longer needs, is stored.
  package mutating func forget(_ pictures: [TerminalPicture]) -> [UInt8] {
    pictures.contains { sent[$0.identifier] != nil } ? freeHidden() : []
  }

  /// Returns the bytes that transmit a picture in advance; empty if the terminal has it or doesn't store pictures.
  package mutating func send(_ picture: TerminalPicture) -> [UInt8] {
    guard shown != nil, sent[picture.identifier] == nil, picture.drawing.imageIdentifier != nil else {
      return []
    }
    let freeing = isFull(with: picture) ? freeHidden() : []
    sent[picture.identifier] = picture.drawing
    return freeing + picture.drawing.bytesToSend
  }

  /// Returns the bytes that free all pictures.
  package mutating func forgetAll() -> [UInt8] {
    defer { invalidate() }
    return sent.values.flatMap(\.bytesToForget)
  }

  /// Returns the bytes that free all hidden pictures.
  ///
  /// kitty 0.26 frees all of them if it frees one.
  private mutating func freeHidden() -> [UInt8] {
    let visible = Set(shown?.pictures.map(\.picture.identifier) ?? [])
    let hidden = sent.filter { !visible.contains($0.key) }
    for identifier in hidden.keys { sent[identifier] = nil }
    return hidden.values.flatMap(\.bytesToForget)
  }

  /// Whether the stored pictures and another exceed the limit.
  private func isFull(with picture: TerminalPicture? = nil) -> Bool {
    let other = picture?.drawing.storedByteCount ?? 0
    return sent.values.reduce(other) { $0 + $1.storedByteCount } > Self.storageLimit
  }

  /// Returns the bytes that update the terminal to `frame`.
  package mutating func update(to frame: Frame) -> [UInt8] {
    var output = Output(usesColor: usesColor)
    let old = shown.flatMap { $0.size == frame.size ? $0 : nil }
    if old == nil {
      // Clearing the screen also clears pictures (kitty's graphics protocol, "Interaction with other terminal actions").
      output.append(forgetAll())
      output.append("\u{1B}[0m\u{1B}[2J")
    }
    let kept = Set(old?.pictures ?? []).intersection(frame.pictures)
    for placed in old?.pictures ?? [] where !kept.contains(placed) { output.erase(placed) }
    let redrawn = Self.writeCells(of: frame, over: old, &output)
    for placed in frame.pictures where !kept.contains(placed) || redrawn.contains(placed.picture.identifier) {
      output.draw(placed, isKept: sent[placed.picture.identifier] != nil)
      if placed.picture.drawing.imageIdentifier != nil {
        sent[placed.picture.identifier] = placed.picture.drawing
      }
    }
    shown = frame
    // After drawing, since stored pictures of the frame may have been hidden before.
    if isFull() { output.append(freeHidden()) }
    guard !output.bytes.isEmpty else { return [] }
    let content = output.bytes + Array("\u{1B}[0m".utf8)
    guard synchronizes else { return content }
    return Array("\u{1B}[?2026h".utf8) + content + Array("\u{1B}[?2026l".utf8)
  }

  /// Writes changed cells, and returns the pictures whose cells changed.
  private static func writeCells(of frame: Frame, over old: Frame?, _ output: inout Output) -> Set<UInt64> {
    var redrawn = Set<UInt64>()
    let covering = Set(frame.pictures.lazy.filter { $0.picture.drawing.isText }.map(\.picture.identifier))
    for row in 0..<frame.size.rows {
      let line = (row * frame.size.columns)..<((row + 1) * frame.size.columns)
      if let old, old.cells[line] == frame.cells[line] { continue }
      for index in line {
        let cell = frame.cells[index]
        let before = old?.cells[index] ?? .blank
        guard cell != before else { continue }
        if cell.picture != 0 { redrawn.insert(cell.picture) }
        // Lines overwrite the previous contents; pixels require empty cells.
        guard let character = cell.character, !covering.contains(cell.picture) else { continue }
        output.write(character, style: cell.style, column: index - line.lowerBound, row: row)
        let isWide = index + 1 < line.upperBound && frame.cells[index + 1].character == nil
        output.advance(isWide ? 2 : 1)
      }
    }
    return redrawn
  }
}

/// Output bytes, with the resulting cursor position and style.
private struct Output {
  private(set) var bytes: [UInt8] = []
  private let usesColor: Bool
  private var place: (column: Int, row: Int)?
  private var style: TextStyle?

  init(usesColor: Bool) { self.usesColor = usesColor }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  private mutating func move(column: Int, row: Int) {
    append("\u{1B}[\(row + 1);\(column + 1)H")
  }

  mutating func write(_ character: Character, style: TextStyle, column: Int, row: Int) {
    if place?.column != column || place?.row != row { move(column: column, row: row) }
    if self.style != style {
      style.append(to: &bytes, usesColor: usesColor)
      self.style = style
    }
    bytes.append(contentsOf: character.utf8)
    place = (column, row)
  }

  mutating func advance(_ columns: Int) { place?.column += columns }

  mutating func draw(_ placed: Frame.PlacedPicture, isKept: Bool) {
    // The picture's spaces would inherit the style of the text before it.
    if let style, style != .plain { append("\u{1B}[0m") }
    style = nil
    place = nil
    let drawing = placed.picture.drawing
    switch drawing.content {
    case .lines(let lines):
      for (index, line) in lines.prefix(placed.rows).enumerated() {
        move(column: placed.column, row: placed.row + index)
        append(line)
      }
    case .bytes:
      move(column: placed.column, row: placed.row)
      bytes.append(
        contentsOf: drawing.bytes(firstRows: placed.rows, placement: placed.placement, isKept: isKept))
    }
  }

  mutating func erase(_ placed: Frame.PlacedPicture) {
    let hiding = placed.picture.drawing.bytesToHide(placement: placed.placement)
    guard !hiding.isEmpty else { return }
    move(column: placed.column, row: placed.row)
    bytes.append(contentsOf: hiding)
    place = nil
  }
}
