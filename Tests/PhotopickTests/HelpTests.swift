import ArgumentParser
import PhotoImaging
import Testing

@testable import photopick

/// The output of `--help`.
struct HelpTests {
  @Test func `the help names the defaults that hold`() async throws {
    let export = try await Export.asyncParse(["1", "--to", "out", "--fit", "9"])
    let quality = try #require(export.pictures.encoding?.quality)
    let fetch = try await FetchCommand.asyncParse(["http://127.0.0.1:1/"])
    let limit = MemorySize.text(MemoryBudget.machineLimit)
    let thumbnail = try await Thumbnail.asyncParse(["a.jpg"])
    let facts: [(any ParsableCommand.Type, String)] = [
      (Export.self, "1 to 64 (default: \(export.jobs))"), (Export.self, "(default: \(quality))"),
      (Export.self, "at most \(limit))"), (FetchCommand.self, "1 to 64 (default: \(fetch.jobs))"),
      (FetchCommand.self, "(default: \(fetch.tries))"), (FetchCommand.self, "(default: \(fetch.stall))"),
      (Thumbnail.self, "1 to 1024 (default: \(thumbnail.size))"),
      (Thumbnail.self, "16M or more"),
    ]
    for (command, fact) in facts {
      #expect(command.helpMessage(columns: 2000).contains(fact), "\(command): \(fact)")
    }
  }
}
