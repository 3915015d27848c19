import SystemPackage
import Testing

@testable import Terminal

struct ProgressDisplayTests {
  /// Returns the output for a terminal of 20 columns, terminated by `end`.
  private func output(
    _ terminal: ScriptedTerminal, of use: (ProgressDisplay) async throws -> Void
  ) async throws -> String {
    let display = ProgressDisplay(after: .zero, on: terminal.device, isEnabled: true)
    try await use(display)
    _ = try terminal.device.writeAll("end".utf8)
    for _ in 0..<500 where !terminal.output.contains("end") { try await Task.sleep(for: .milliseconds(10)) }
    return terminal.output.replacing("\r\n", with: "\n")
  }

  @Test func `a line is drawn over itself, cut to the width, and taken away`() async throws {
    let terminal = try ScriptedTerminal(answer: "", columns: 20)
    defer { terminal.close() }
    let text = try await output(terminal) { display in
      display.show("Reading… 5 photos in 2 folders")
      display.clear()
      display.clear()
    }
    #expect(text == "\r\u{1B}[KReading… 5 photos …\r\r\u{1B}[Kend")
  }

  @Test func `lines are drawn over those before, however many they were`() async throws {
    let terminal = try ScriptedTerminal(answer: "", columns: 20)
    defer { terminal.close() }
    let text = try await output(terminal) { display in
      display.show { ["one", "two"] }
      try await Task.sleep(for: .milliseconds(150))
      display.show { ["three"] }
      display.end()
      display.show { ["never"] }
    }
    #expect(text == "one\ntwo\n\u{1B}[2A\u{1B}[Jthree\n\u{1B}[1A\u{1B}[Jend")
  }

  @Test func `what comes too soon is not even made`() async throws {
    let terminal = try ScriptedTerminal(answer: "", columns: 20)
    defer { terminal.close() }
    let text = try await output(terminal) { display in
      display.show("one")
      for _ in 0..<3 {
        display.show {
          Issue.record("a text was made that is not shown")
          return []
        }
      }
    }
    #expect(text.hasPrefix("\r\u{1B}[Kone\r"))
  }

  @Test func `a pipe gets nothing`() throws {
    let ends = try FileDescriptor.pipe()
    let display = ProgressDisplay(after: .zero, on: ends.writeEnd, isEnabled: true)
    display.show("one")
    display.end()
    try ends.writeEnd.close()
    var byte: UInt8 = 0
    #expect(try withUnsafeMutableBytes(of: &byte) { try ends.readEnd.read(into: $0) } == 0)
    try ends.readEnd.close()
  }
}
