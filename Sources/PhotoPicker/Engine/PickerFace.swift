package enum PickerEnding: Sendable {
  /// With the picks, or what is returned in their place.
  case finish
  case cancel
}

/// What shows a picker and takes what people do there: a terminal or a page.
///
/// The loop is the same for every face: it answers what has come, shows what that changed, and ends once what people
/// asked for is written.
package protocol PickerFace {
  associatedtype Message: Sendable

  var mailbox: Mailbox<Message> { get }
  var model: PickerModel { get }
  var engine: PickerEngine { get set }
  /// How the picker ends once what people asked for is written; `nil` while it goes on.
  var ending: PickerEnding? { get set }

  /// Answers a message, and returns how the picker ends if the message ends it.
  mutating func answer(_ message: Message) throws -> PickerEnding?

  /// Does what waits until nothing is written any more.
  mutating func runCommands() async throws

  mutating func show()
}

extension PickerFace {
  package mutating func runCommands() async throws {}

  /// Answers messages until people are done; `nil` if they cancelled.
  package mutating func answerMessages() async throws -> PickerResult? {
    engine.tellPicks(of: model)
    for await _ in mailbox.arrivals {
      for message in mailbox.take() { ending = try answer(message) ?? ending }
      // Marks that were asked for before a command or the end come first.
      if !engine.isBusy {
        try await runCommands()
        if let ending {
          engine.tellPicks(of: model)
          return ending == .finish ? try await engine.result(of: model) : nil
        }
      }
      show()
      engine.acknowledge()
      engine.tellPicks(of: model)
    }
    return nil
  }
}
