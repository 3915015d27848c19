/// A picture as a terminal shows it in some cells.
public struct TerminalPicture: Sendable, Hashable {
  /// What is written to the terminal.
  package enum Content: Sendable {
    /// Text and control sequences, one a row.
    case lines([[UInt8]])
    /// What draws all of the picture from its first cell on, what shows it again where the terminal keeps it, and
    /// what takes it away, where blanks do not, for a while and for good.
    case pixels(draw: [UInt8], again: [UInt8], hide: [UInt8], forget: [UInt8])
  }

  /// Tells one picture from every other of this run; never 0.
  package let identifier: UInt64
  /// The width in cells.
  public let columns: Int
  /// The height in cells.
  public let rows: Int
  package let content: Content

  /// A picture. Its identifier is the caller's to choose.
  package init(identifier: UInt64, columns: Int, rows: Int, content: Content) {
    self.identifier = identifier
    self.columns = columns
    self.rows = rows
    self.content = content
  }

  /// True where the first rows can be shown alone.
  var canBeCut: Bool { if case .lines = content { true } else { false } }

  /// The memory that it takes, in bytes, about.
  package var byteCount: Int {
    switch content {
    case .lines(let lines): lines.reduce(64) { $0 + $1.count + 32 }
    case .pixels(let draw, let again, let hide, let forget):
      draw.count + again.count + hide.count + forget.count + 64
    }
  }

  public static func == (left: TerminalPicture, right: TerminalPicture) -> Bool {
    left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
