import ArgumentParser
import PhotoFiles
import PhotoImaging
import PhotoLibrary
import SystemPackage

/// The command-line tool `photopick` and its subcommands.
@main
struct Photopick: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photopick",
    abstract: "Browse photos and videos and pick many, from the command line.",
    discussion: """
      Folders are albums. photopick detects photos by their content, and dates them by their metadata.

      Examples:
        photopick list-albums ~/Pictures
        photopick browse --group month --filter jpeg,png
        photopick select 1-4,9 --json
        photopick select @2014-05 ~/Pictures -0 | xargs -0 -I{} cp {} /backup
      """,
    version: PhotopickVersion.text,
    subcommands: [
      ListAlbums.self, Browse.self, Select.self, Pick.self, Mark.self, Stats.self, Info.self, Extract.self,
      Thumbnail.self, Preview.self, Duplicates.self, Watch.self,
      Export.self, StoreCommand.self, FetchCommand.self, Drafts.self, CatalogCommand.self, Portal.self,
      Shell.self, Doctor.self,
    ])

  /// The number of file descriptors that any command needs, including libraries and Swift's runtime.
  private static let leastOpenFiles = 24

  static func main() async {
    // Swift's runtime reads arguments and thread states from /proc and traps if it can't.
    guard ProcessTable.showsThisProcess else {
      Diagnostics.error("/proc does not show this process; mount it, as with mount -t proc proc /proc")
      ExitStatus.problems.end()
    }
    DecodingHelper.runIfRequested()
    // If the reader closes the pipe or a file exceeds `ulimit -f`, `write` fails instead of a signal ending the
    // process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    FileDescriptor.holdStandardStreams()
    ImagingMemory.returnWhenFree()
    PlaceData.use()
    let arguments = RawArguments.text
    Servers.use(arguments)
    // Scripts use this to check the installation, so avoid the cost of the parser.
    if arguments == ["--version"] {
      try? ResultOutput().announce { $0.append(PhotopickVersion.text) }
      ExitStatus.success.end()
    }
    if arguments == ["--version", "--verbose"] {
      try? ResultOutput().announce { $0.append("\(PhotopickVersion.text)\n\(PlaceData.notice)") }
      ExitStatus.success.end()
    }
    guard FileDescriptor.areFree(leastOpenFiles) else {
      Diagnostics.error("too few files may be open at the same time; raise the limit, as with ulimit -n 256")
      ExitStatus.problems.end()
    }
    guard WorkerPool.hasRoomForThreads else {
      Diagnostics.error(
        "too little memory may be used; raise the limit to 256 MiB or more, as with ulimit -v 262144")
      ExitStatus.problems.end()
    }
    WorkerPool.spareAddresses()
    await CommandThread.pool.run { await perform(arguments) }.end()
  }

  /// Returns an error message if a word that should name a command or subcommand, also after `help`, names none; otherwise
  /// `nil`.
  private static func mistakenCommand(_ arguments: [String]) -> String? {
    let asksForHelp = arguments.first == "help"
    var words = arguments.dropFirst(asksForHelp ? 1 : 0)
    var (commands, path) = (configuration.subcommands, [String]())
    while let word = words.popFirst(), !word.isEmpty, !word.hasPrefix("-") {
      if commands.isEmpty, !asksForHelp || word == "help" { return nil }
      path.append(word)
      guard let command = commands.first(where: { name(of: $0) == word }) else {
        return mistake(path, asksForHelp ? ["photopick", "help"] : ["photopick"], commands.map(name))
      }
      commands = command.configuration.subcommands
    }
    return nil
  }

  /// Returns the error message for a path of words whose last word is an unknown command.
  ///
  /// - Parameter names: The known names at that level.
  private static func mistake(_ path: [String], _ caller: [String], _ names: [String]) -> String {
    let (word, parents) = (path.last ?? "", path.dropLast())
    let isHelp = caller.last == "help"
    let meant = CommandSynonyms.commands(for: word, in: names)
      // `help` takes names of commands, without options.
      .filter { !isHelp || !$0.hasPrefix("--") }
      .map { isHelp ? String($0.prefix { $0 != " " }) : $0 }
      .map { (caller + parents + [$0]).joined(separator: " ") }
    let advice =
      if let last = meant.last {
        "did you mean \((meant.count > 1 ? meant.dropLast().joined(separator: ", ") + " or " : "") + last)?"
      } else {
        "\((["photopick"] + parents + ["--help"]).joined(separator: " ")) shows \(names.isEmpty ? "how" : "them")"
      }
    return "there is no command \(path.joined(separator: " ")); \(advice)"
  }

  /// Parses the arguments after the name of a command with the parser of this command.
  ///
  /// The parser of all commands declares the arguments of the named one twice, which takes as long as everything else. It
  /// parses again only if the first parser fails or returns ArgumentParser's command for help, because messages and
  /// help must contain the full name of the command.
  private static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
    let named = configuration.subcommands.first { name(of: $0) == arguments.first }
    if let named = named as? any AsyncParsableCommand.Type,
      let parsed = try? await named.asyncParseAsRoot(Array(arguments.dropFirst())),
      ([named] + named.configuration.subcommands).contains(where: { $0 == type(of: parsed) })
    {
      return parsed
    }
    return try await asyncParseAsRoot(arguments)
  }

  /// Runs the command that `arguments` name, prints errors, and returns the exit status.
  private static func perform(_ arguments: [String]) async -> ExitStatus {
    // After the end of a picker, whose screen would hide them.
    defer { for notice in Servers.takeNotices() { Diagnostics.error(notice) } }
    do {
      if let files = Info.plainFiles(in: arguments) {
        try await InfoOutput().print(try PathArguments.sources(files))
        return .success
      }
      if let mistake = mistakenCommand(arguments) { throw CommandFailure(.usage, mistake) }
      var command = try await SelectionParser.parse(arguments, for: configuration.subcommands, parsed)
      (command as? any PictureMaking)?.memory.apply()
      if var command = command as? AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .success
    } catch {
      if let failure = CommandFailure(error) {
        if let message = failure.message { Diagnostics.error(message) }
        return failure.status
      }
      let status = exitCode(for: error)
      guard !status.isSuccess else {
        // Print help, the version and completion scripts to standard output.
        do throws(CommandFailure) {
          print(try CompletionScript.mended(fullMessage(for: error)))
          return .success
        } catch {
          if let message = error.message { Diagnostics.error(message) }
          return error.status
        }
      }
      let message = RawArguments.written(message(for: error))
      let lines = message.split(separator: "\n").joined(separator: " ")
      let help = (["photopick"] + commandNames(arguments) + ["--help"]).joined(separator: " ")
      let isUsage = status == .validationFailure
      Diagnostics.error(isUsage ? "\(lines) (\(help) shows how)" : lines)
      return isUsage ? .usage : .problems
    }
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)".lowercased()
  }

  /// Returns the leading arguments that name a command and a subcommand.
  private static func commandNames(_ arguments: [String]) -> [String] {
    var commands = configuration.subcommands
    var names: [String] = []
    for argument in arguments {
      let command = commands.first { argument == name(of: $0) }
      guard let command else { break }
      names.append(argument)
      commands = command.configuration.subcommands
    }
    return names
  }
}
