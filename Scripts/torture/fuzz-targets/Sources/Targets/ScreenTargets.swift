import PhotoFiles

// Answers of terminals are no public part of their module.
@testable import Terminal

/// Reads what a terminal sends at once and byte by byte, and makes it safe to print.
func fuzzTerminal(_ bytes: [UInt8]) {
  var (whole, split) = (InputDecoder(), InputDecoder())
  var answers = TerminalAnswers()
  let inputs = whole.decode(bytes) { answers.take($0) } + whole.flush()
  let others = bytes.flatMap { split.decode([$0]) } + split.flush()
  precondition(inputs == others, "split, a sequence is another one")
  for case .paste(let text) in inputs {
    precondition(text.utf8.count <= InputDecoder.pasteLimit * 3, "a paste is longer than its limit")
  }
  _ = answers.cellSize(TerminalSize(columns: 80, rows: 24))
  let safe = SafeText.escaping(utf8: bytes)
  requireSafe(safe)
  precondition(SafeText.escaping(safe) == safe, "made safe twice, a text changes")
  let cut = TerminalText.truncated(safe, to: 20)
  precondition(TerminalText.columns(of: cut) <= 20, "a text is wider than it may be")
}
