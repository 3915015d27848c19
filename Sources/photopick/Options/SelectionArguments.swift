/// Makes selections readable to the argument parser.
enum SelectionArguments {
  /// The commands that take a selection.
  private static let commands: Set<String> = ["select", "export"]

  /// Arguments in which the hyphen before a digit, as in the selection `-3`, is a mark: the parser would take it for
  /// an option.
  static func readable(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, commands.contains(command) else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.enumerated().map { index, argument in
      guard index < end, argument.hasPrefix("-"), let digit = argument.dropFirst().first,
        ("1"..."9").contains(digit)
      else { return argument }
      return String(RawArguments.hyphen) + argument.dropFirst()
    }
  }

  /// Text as it was written.
  static func written(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == RawArguments.hyphen ? "-" : $0 }))
  }
}
