import ArgumentParser
import PhotoFiles
import PhotoPicker
import SystemPackage
import Terminal

struct Extract: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Read the photos of a list into files, as one of many machines.",
    discussion: """
      Writes the records of info --jsonl to part-I-of-N.jsonl.gz, and a catalog to part-I-of-N.sqlite, which --catalog \
      opens. Each file appears when it is complete, and part-I-of-N.done.json, a summary, after both. A shard with a \
      summary is skipped; an interrupted shard starts again. Use another folder for another list.

      A photo belongs to shard I of N if the XXH64 hash of its path as it is written in the list, modulo N, is I - 1.

      A photo that can't be read has a record with the key problem. The status is 0 if every photo was attempted. The \
      summary is also printed on stderr.

      Examples:
        photopick extract --from photos.txt --to /shared/parts
        photopick extract --from photos.txt --shard 3/16 --to /shared/parts
        seq 16 | parallel photopick extract --from photos.txt --shard {}/16 --to parts
        find ~/Pictures -name '*.dng' -print0 | photopick extract --from - --to parts
      """)

  @Option(
    help: ArgumentHelp("The list of photos: paths, or an earlier result; - reads stdin.", valueName: "file"),
    completion: .file())
  var from: String

  @OptionGroup var bucket: BucketOption

  @Option(
    help: ArgumentHelp("Read only part I of N.", valueName: "I/N"),
    transform: Self.parse)
  var shard = ListShard.whole

  @Option(help: ArgumentHelp("The folder for the files.", valueName: "folder"), completion: .directory)
  var to: String

  @OptionGroup(title: "Servers") var servers: ServerOptions
  @OptionGroup(title: "Servers") var requests: RequestOptions

  @Sendable private static func parse(_ text: String) throws -> ListShard {
    if let shard = ListShard(text) { return shard }
    throw ValidationError("write 3/16 for the third of 16 shards")
  }

  func validate() throws {
    if to.isEmpty { throw ValidationError("--to takes the name of a folder.") }
  }

  func run() async throws {
    let extraction = ShardExtraction(shard: shard, folder: try RawArguments.place(to))
    let source = try PathArguments.source(list: from, bucket: bucket.bucket)
    try await Interruption.cancelling(ProgressDisplay()) { try await extraction.run(source) }
  }
}
