/// A drawing on a screen.
public struct TerminalPicture: Sendable, Hashable {
  /// A unique identifier, never 0.
  package let identifier: UInt64
  package let drawing: TerminalDrawing

  package init(_ drawing: TerminalDrawing, identifier: UInt64) {
    self.identifier = identifier
    self.drawing = drawing
  }

  public var columns: Int { drawing.columns }
  public var rows: Int { drawing.rows }

  package var byteCount: Int {
    switch drawing.content {
    case .lines(let lines): lines.reduce(64) { $0 + $1.utf8.count + 32 }
    case .bytes(let bytes): bytes.count + 256
    }
  }

  public static func == (left: TerminalPicture, right: TerminalPicture) -> Bool {
    left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
