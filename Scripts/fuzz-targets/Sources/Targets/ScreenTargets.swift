// Answers of terminals and the page's commands are no public part of their modules.
@testable import Terminal
@testable import WebPicker

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
  let safe = TerminalText.safe(utf8: bytes)
  requireSafe(safe)
  precondition(TerminalText.safe(safe) == safe, "made safe twice, a text changes")
  let cut = TerminalText.truncated(safe, to: 20)
  precondition(TerminalText.columns(of: cut) <= 20, "a text is wider than it may be")
}

/// Reads the target and the command of a request.
func fuzzRequests(_ bytes: [UInt8]) {
  let (target, body) = halves(bytes)
  let request = WebRequest("GET", target: Substring(decoding: target, as: UTF8.self), headers: [], body: body)
  _ = request.number("from")
  if case .part(let part) = ByteRange.answer(request.value("range"), size: 1000) {
    precondition(part.lowerBound >= 0 && part.upperBound <= 1000 && !part.isEmpty, "a part outside of the file")
  }
  guard let reader = try? PageCommandReader(body) else { return }
  _ = try? reader.command()
}
