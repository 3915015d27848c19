package enum PickerEnding: Sendable {
  /// Return the picks, or a replacement.
  case finish
  case cancel
}

/// A front end of the picker: the terminal or the page.
///
/// All front ends share this loop: it handles messages, redraws, and exits once pending jobs are complete.
package protocol PickerFrontEnd {
  associatedtype Message: Sendable

  var mailbox: Mailbox<Message> { get }
  var model: PickerModel { get }
  var engine: PickerEngine { get set }
  /// How the picker will end once all jobs are complete, or `nil` while it runs.
  var ending: PickerEnding? { get set }

  /// Handles a message, and returns an ending if the message ends the picker.
  mutating func answer(_ message: Message) throws -> PickerEnding?

  /// Performs work that requires an idle engine.
  mutating func runCommands() async throws

  mutating func show()
}

extension PickerFrontEnd {
  package mutating func runCommands() async throws {}

  /// Handles messages until the picker ends; returns `nil` if the user cancelled.
  package mutating func answerMessages() async throws -> PickerResult? {
    engine.reportPicks(of: model)
    for await _ in mailbox.arrivals {
      for message in mailbox.take() { ending = try answer(message) ?? ending }
      // Write requested metadata before a command or the end.
      if !engine.isBusy {
        try await runCommands()
        if let ending {
          engine.reportPicks(of: model)
          return ending == .finish ? try await engine.result(of: model) : nil
        }
      }
      show()
      engine.acknowledge()
      engine.reportPicks(of: model)
    }
    return nil
  }
}
