@testable import ArgumentParser
import Testing

@testable import photopick

/// The declarations of all commands, validated as the argument parser does only in debug builds.
struct CommandTests {
  /// The root command and all subcommands, recursively.
  private static var commands: [any ParsableCommand.Type] {
    [Photopick.self] + subcommands(of: Photopick.self)
  }

  private static func subcommands(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    command.configuration.subcommands.flatMap { [$0] + subcommands(of: $0) }
  }

  @Test func `a debug build accepts the declaration of every command`() throws {
    #expect(Self.commands.count > 25)
    for command in Self.commands {
      #expect(throws: Never.self, "\(command)") { try command._validate(parent: nil) }
      #expect(Photopick.helpMessage(for: command, columns: 80).contains("USAGE: "), "\(command)")
    }
  }

  @Test func `a command that completes asynchronously runs so`() {
    for command in Self.commands where !(command is any AsyncParsableCommand.Type) {
      #expect(command.asyncCompletions(parent: nil, propertyPath: "\(command)") == [])
    }
  }

  @Test(arguments: [["info", "a.jpg"], ["info", "a.jpg", "", "b c", "info", "help"]])
  func `info without options reads the files that the parser finds`(arguments: [String]) async throws {
    let parsed = try #require(try await Photopick.asyncParseAsRoot(arguments) as? Info)
    #expect(Info.plainFiles(in: arguments) == parsed.files)
  }

  @Test(arguments: [
    [], ["info"], ["info", "-"], ["info", "a.jpg", "--json"], ["info", "--", "a.jpg"], ["browse", "a.jpg"],
  ])
  func `any other command line needs the parser`(arguments: [String]) {
    #expect(Info.plainFiles(in: arguments) == nil)
  }
}
