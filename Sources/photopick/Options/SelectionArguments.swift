import PhotoFiles
import PhotoPicker

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

  /// Says how a selection is written that stands there in several words, as in `select 1 2 3`.
  ///
  /// - Throws: `CommandFailure` if what stands behind the selection reads like more of it and is no path that is there.
  static func check(_ selection: String, _ paths: PathArguments) throws(CommandFailure) {
    let more = paths.paths.prefix { text in
      (try? SelectionExpression(written(text))) != nil && (try? FileStatus(RawArguments.path(text))) == nil
    }
    guard let first = more.first else { return }
    let whole = ([selection] + more.map(written)).joined(separator: ",")
    throw CommandFailure(
      .usage, "\(written(first)) is no folder or photo; if it is part of the selection, write \(whole)")
  }
}
