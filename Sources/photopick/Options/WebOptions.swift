import ArgumentParser

/// The options of `pick --web`.
struct WebOptions: ParsableArguments {
  @Flag(name: .customLong("web"), help: "Pick on a page in the browser instead of the terminal.")
  var isOn = false

  @Option(
    help: ArgumentHelp("Serve the page on this port instead of a free one; requires --web.", valueName: "n"),
    transform: NumberArgument.whole)
  var port: UInt16?

  @Flag(help: "Print the address of the page and don't open the browser; requires --web.")
  var noOpen = false

  @Option(
    help: ArgumentHelp(
      "Cancel after this number of seconds without a result; requires --web.", valueName: "seconds"),
    transform: NumberArgument.whole)
  var timeout: UInt32?

  func validate() throws {
    guard !isOn, port != nil || noOpen || timeout != nil else { return }
    throw ValidationError("--port, --no-open and --timeout are for the page; give --web too.")
  }
}
