import SystemPackage

/// Questions to a terminal whose input somebody else reads: a program that takes keys meanwhile.
///
/// A value: whoever reads the terminal hands on every byte, keys among them, until the answers are complete.
package struct TerminalInquiry: Sendable {
  /// What a terminal can do.
  package struct Findings: Sendable, Hashable {
    /// How pictures are drawn.
    package let graphics: TerminalGraphics
    /// True where the terminal can be told to show a frame at once (private mode 2026).
    package let synchronizesUpdates: Bool
  }

  private let environment: TerminalEnvironment
  private let output: FileDescriptor
  private var reader = ControlSequenceReader()
  private var answers = TerminalAnswers()
  private var synchronizesUpdates = false

  /// An inquiry of the terminal behind `output`.
  package init(environment: [String: String], output: FileDescriptor) {
    self.environment = TerminalEnvironment(environment)
    self.output = output
  }

  /// What is to be sent to the terminal; nothing where it may not be asked.
  package var questions: [UInt8] {
    guard environment.maySendQueries else { return [] }
    // DECRQM of private mode 2026; the last question of the others ends the inquiry.
    return Array("\u{1B}[?2026$p".utf8) + TerminalQuery.bytes
  }

  /// True once the last question was answered.
  package var isComplete: Bool { answers.areComplete }

  /// Takes what the terminal sent.
  package mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where !answers.areComplete {
      guard let sequence = reader.take(byte) else { continue }
      if case .control(let parameters, "y") = sequence {
        // 1 and 2: the mode is known, and set or not.
        synchronizesUpdates = ["?2026;1$", "?2026;2$"].contains(parameters)
      }
      answers.take(sequence)
    }
  }

  /// What is known by now; before the inquiry is complete, what the environment tells.
  package var findings: Findings {
    let measured = TerminalDevice.cellSize(of: output)
    guard answers.areComplete else {
      let mode: TerminalGraphics.Mode = environment.isDumb ? .none : .symbols
      let graphics = TerminalGraphics(mode: mode, colors: environment.colors, cellSize: measured)
      return Findings(graphics: graphics, synchronizesUpdates: false)
    }
    let graphics = TerminalGraphics(
      mode: answers.mode(environment), colors: answers.colors(environment),
      cellSize: answers.cellSize(TerminalDevice.size(of: output)) ?? measured)
    return Findings(graphics: graphics, synchronizesUpdates: synchronizesUpdates)
  }
}
