import ArgumentParser
import PhotoLibrary
import PhotoPicker
import SystemPackage

struct Drafts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List, show and delete drafts, the unfinished selections of select --draft.",
    discussion: """
      Examples:
        photopick select 1-4 ~/Pictures --draft album
        photopick drafts list
        photopick drafts show album --json
        photopick drafts show album -0 | photopick export --to /backup
        photopick drafts delete album
      """,
    subcommands: [List.self, Show.self, Delete.self])

  fileprivate static func missing(_ name: DraftName) -> String {
    "there is no draft \(name); photopick drafts list shows them"
  }
}

extension Drafts {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the drafts: name, number of photos, last change.",
      discussion: """
        Examples:
          photopick drafts list
          photopick drafts list --json
          photopick drafts list --format '{modified:%F} {name}'
        """)

    @OptionGroup(title: "Output Options") var output: ListOutputOptions<DraftRecord>

    func run() async throws {
      let store = try DraftStore.ofUser
      var (drafts, status) = ([Draft](), ExitStatus.success)
      for name in try store.names() {
        do throws(DraftError) {
          if let draft = try store.draft(name) { drafts.append(draft) }
        } catch {
          Diagnostics.error(error)
          status = .problems
        }
      }
      try output.write(drafts.lazy.map(DraftRecord.init)) { try DraftTable(drafts).write(to: $0) }
      try status.check()
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show the photos of a draft, in the order in which they were picked.",
      discussion: """
        Missing photos are reported and remain in the draft.

        Examples:
          photopick drafts show album
          photopick drafts show album --format '{number} {date:%Y-%m-%d} {name}'
        """)

    @Argument(help: "The name of the draft.", completion: Completions.draft) var name: String
    @OptionGroup(title: "Output Options") var output: OutputOptions

    func run() async throws {
      let name = try DraftName(name)
      guard let draft = try DraftStore.ofUser.draft(name) else {
        throw CommandFailure(.problems, Drafts.missing(name))
      }
      let read = DraftReader(scanner: LibraryScanner()).read(draft.paths)
      let status = Diagnostics.report(read.problems, namesAll: true)
      try await PickedOutput(
        form: try output.form(), keys: output.keys ?? .uikit, destination: output.destination
      )
      .write(read.picked)
      try status.check()
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Delete drafts, without deleting their photos.",
      discussion: """
        Examples:
          photopick drafts delete album
        """)

    @Argument(
      help: ArgumentHelp("The names of the drafts.", valueName: "name"), completion: Completions.draft)
    var names: [String]

    func run() async throws {
      let names = try names.map { try DraftName($0) }
      var status = ExitStatus.success
      for name in names where try !DraftStore.ofUser.delete(name) {
        Diagnostics.error(Drafts.missing(name))
        status = .problems
      }
      try status.check()
    }
  }
}
