import PhotoFiles

// Terminal responses are internal to their module.
@testable import Terminal

/// Parses terminal input at once and byte by byte, and escapes it for output.
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
