import ArgumentParser
import PhotoFiles
import PhotoPicker
import SystemPackage

/// A command whose first argument is a selection, such as `1-4,9`.
protocol SelectionCommand: ParsableCommand {
  /// The selection as the parser read it; `nil` if there is none.
  var selectionText: String? { get }
  var paths: PathArguments { get }
  var view: ViewOptions { get }
  var lists: ListOptions { get }
}

extension SelectionCommand {
  /// Picks photos by a selection.
  ///
  /// - Parameter selection: the text as the parser read it.
  func picking(
    _ selection: String, inShownOrder: Bool = false, expectedGone: Set<FilePath> = []
  ) -> PhotoPicking {
    PhotoPicking(
      command: Self.configuration.commandName ?? "", selection: RawArguments.written(selection),
      paths: paths, view: view, lists: lists, inShownOrder: inShownOrder, expectedGone: expectedGone)
  }

  /// The number of arguments with a marked hyphen that the parser took for the selection or for paths.
  fileprivate var markedCount: Int {
    ([selectionText].compactMap(\.self) + paths.paths).count(where: SelectionParser.isMarked)
  }
}

/// Makes selections readable to the argument parser, which takes the hyphen of `-3` for that of an option.
enum SelectionParser {
  /// How many arguments are tried as the selection. Nobody writes more values that begin with a hyphen.
  private static let mostTries = 16

  /// Parses arguments, the first of which names a command.
  ///
  /// Only the parser knows which arguments are values of options, so it gets the arguments as they are first. If it refuses
  /// them, hyphens before digits are marked: that of the selection and those of paths, which `PhotoPicking` then explains, and
  /// never that of another option's value, such as `--title '-5 °C'`.
  ///
  /// - Parameters:
  ///   - commands: the commands that may be named.
  ///   - parse: the parser.
  /// - Throws: the parser's error.
  static func parse(
    _ arguments: [String], for commands: [any ParsableCommand.Type],
    _ parse: ([String]) async throws -> any ParsableCommand
  ) async throws -> any ParsableCommand {
    let error: any Error
    do {
      return try await parse(arguments)
    } catch let refusal {
      error = refusal
    }
    let takesSelection = commands.contains {
      $0 is any SelectionCommand.Type && $0.configuration.commandName == arguments.first
    }
    guard takesSelection else { throw error }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let places = arguments[..<end].indices.filter { beginsLikeRun(arguments[$0]) }
    guard !places.isEmpty else { throw error }
    var failure: any Error = error
    let single = places.count > 1 ? places.prefix(mostTries).map { [$0] } : []
    for (attempt, marked) in ([places] + single).enumerated() {
      var arguments = arguments
      for place in marked {
        arguments[place] = String(RawArguments.hyphen) + arguments[place].dropFirst()
      }
      do {
        let command = try await parse(arguments)
        if let command = command as? any SelectionCommand, command.markedCount == marked.count {
          return command
        }
      } catch let refusal where attempt == 0 {
        // It may concern something else than the hyphens.
        failure = refusal
      } catch {
      }
    }
    throw failure
  }

  /// True for text such as `-3`, which as a selection means 1 to 3.
  private static func beginsLikeRun(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.dropFirst().first.map { ("1"..."9").contains($0) } ?? false
  }

  /// True for text that begins with a marked hyphen.
  fileprivate static func isMarked(_ text: String) -> Bool {
    text.unicodeScalars.first == RawArguments.hyphen
  }
}
