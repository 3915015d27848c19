/// Makes selections readable to the argument parser.
enum SelectionArguments {
  /// The commands that take a selection.
  private static let commands: Set<String> = ["select", "export"]

  /// Arguments in which a selection that begins with a hyphen, such as `-3`, is written in full, `1-3`: the
  /// parser would take it for an option.
  static func readable(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, commands.contains(command) else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.enumerated().map { index, argument in
      guard index < end, argument.hasPrefix("-"), let digit = argument.dropFirst().first,
        ("1"..."9").contains(digit)
      else { return argument }
      return "1" + argument
    }
  }
}
