/// A drawing that a screen shows and takes away again.
public struct TerminalPicture: Sendable, Hashable {
  /// Tells one picture from every other of this run; never 0.
  package let identifier: UInt64
  package let drawing: TerminalDrawing

  /// A picture. Its identifier is the caller's to choose.
  package init(_ drawing: TerminalDrawing, identifier: UInt64) {
    self.identifier = identifier
    self.drawing = drawing
  }

  public var columns: Int { drawing.columns }
  public var rows: Int { drawing.rows }

  /// The memory that it takes, in bytes, about.
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
