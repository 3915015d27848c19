import Foundation
import SystemPackage
import Testing
import TestSupport

@Suite(.blocking) struct ExtractTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Journey.photopick()
    let photos = photopick.photos
    for number in 0..<60 {
      try photos.file(
        FilePath("many/\(number % 7)/IMG_\(number).jpg"), PictureBuilder.jpeg("2015:01:01 10:00:00"))
    }
    try photos.file("two\nlines.jpg", PictureBuilder.jpeg())
    try photos.file("large.jpg", PictureBuilder.jpeg() + [UInt8](repeating: 0, count: 8_000_000))
    _ = try photopick.shell(
      """
      cp IMG_9.JPG "$(printf 'r\\233.jpg')"; mkdir dir.jpg
      find . -type f -print0 > list; printf './gone.jpg\\0./gone too.jpg\\0./dir.jpg\\0s3://bucket/key.jpg\\0' >> list
      """)
  }

  /// Shell code that prints the sorted records of a folder.
  private static func merged(_ folder: String) -> String { "gzip -dc \(folder)/*.jsonl.gz | LC_ALL=C sort" }

  private func whole() throws -> [String] {
    let outcome = try photopick.shell(
      "\"$PHOTOPICK\" extract --from list --to whole && \(Self.merged("whole"))")
    #expect(outcome.lines.count > 60)
    return outcome.lines
  }

  @Test func `the shards of a list contain what one run contains`() throws {
    let outcome = try photopick.shell(
      """
      for i in $(seq 16); do "$PHOTOPICK" extract --from list --shard $i/16 --to parts || echo $?; done
      \(Self.merged("parts"))
      """)
    #expect(try outcome.lines == whole())
    #expect(photopick.photos.names("parts").count == 3 * 16)
    let records = try photopick.shell(
      "\"$PHOTOPICK\" info --from list --jsonl 2> /dev/null | LC_ALL=C sort")
    #expect(records.lines == outcome.lines)
  }

  @Test func `a photo that can't be read has a record, and the summary its cause`() throws {
    let outcome = try photopick.run("extract", "--from", "list", "--to", "new/parts")
    #expect(outcome.status == 0 && outcome.text == "")
    let line = try #require(outcome.errorLines.first)
    #expect(
      line.hasPrefix("photopick: shard 1/1: ") && line.contains("4 failed (2 × no such file or folder, "))
    let summary = try #require(photopick.photos.bytes("new/parts/part-1-of-1.done.json"))
    struct Summary: Decodable {
      var (shard, of, seen, read, failed) = (0, 0, 0, 0, 0)
      var (bytes, requests): (Int, Int)
      var seconds: Double
      var causes: [Cause]
      struct Cause: Decodable {
        var cause: String
        var count: Int
      }
      enum CodingKeys: CodingKey { case shard, of, seen, read, failed, bytes, requests, seconds, causes }
    }
    let found = try JSONDecoder().decode(Summary.self, from: Data(summary))
    #expect(found.shard == 1 && found.of == 1 && found.seen == found.read + 4 && found.failed == 4)
    // A photo of 8 MB is read in part.
    #expect((60 * 100..<4_000_000).contains(found.bytes) && found.requests == 0 && found.seconds >= 0)
    #expect(found.causes.map(\.count) == [2, 1, 1] && found.causes[0].cause == "no such file or folder")
  }

  @Test func `a complete shard is skipped, an incomplete one is read again`() throws {
    let run = "\"$PHOTOPICK\" extract --from list --shard 2/3 --to parts"
    let outcome = try photopick.shell(
      "\(run); ls -i parts; \(run); ls -i parts; rm parts/part-2-of-3.done.json; \(run); ls -i parts")
    let thirds = (0..<3).map { Array(outcome.lines.dropFirst(3 * $0).prefix(3)) }
    #expect(thirds[0] == thirds[1] && thirds[1] != thirds[2] && thirds[0].count == 3)
    #expect(outcome.errorLines.count == 3)
    #expect(
      outcome.errorLines[1].hasPrefix("photopick: shard 2/3 is complete: {\"shard\":2,\"of\":3,\"seen\":"))
  }

  @Test func `killed shards are completed by the next run, which leaves nothing else`() throws {
    let outcome = try photopick.shell(
      """
      for delay in 01 03 05 08 02 12 04 20; do
        for i in 1 2 3 4; do
          "$PHOTOPICK" extract --from list --shard $i/4 --to parts 2> /dev/null &
          sleep 0.$delay; kill -9 $! 2> /dev/null; wait $! 2> /dev/null
        done
      done
      for i in 1 2 3 4; do "$PHOTOPICK" extract --from list --shard $i/4 --to parts 2> /dev/null || echo $?; done
      \(Self.merged("parts"))
      """)
    #expect(try outcome.lines == whole())
    let names = try photopick.shell("ls -A parts").lines
    #expect(
      names
        == (1...4).flatMap { shard in
          [".done.json", ".jsonl.gz", ".sqlite"].map { "part-\(shard)-of-4\($0)" }
        })
  }

  @Test func `the catalog of a shard answers without the photos`() throws {
    let outcome = try photopick.shell(
      """
      find "$PWD/many" -name '*.jpg' > many.txt
      "$PHOTOPICK" extract --from many.txt --to parts
      "$PHOTOPICK" browse many --no-catalog --paths > expected
      "$PHOTOPICK" browse many --catalog parts/part-1-of-1.sqlite --paths | cmp - expected && echo same
      mv many elsewhere; mkdir -p many
      "$PHOTOPICK" browse many --catalog parts/part-1-of-1.sqlite --no-refresh --paths | cmp - expected && echo same
      "$PHOTOPICK" stats many --catalog parts/part-1-of-1.sqlite --no-refresh --by year --format '{count}'
      ls -A parts
      """)
    #expect(
      outcome.lines == [
        "same", "same", "60", "part-1-of-1.done.json", "part-1-of-1.jsonl.gz", "part-1-of-1.sqlite",
      ])
  }

  @Test func `an invalid list leaves no shard`() throws {
    let outcome = try photopick.shell(
      """
      printf '{"path":"IMG_9.JPG"}\\n{"path":' | "$PHOTOPICK" extract --from - --to parts; echo $?; ls -A parts
      "$PHOTOPICK" extract --from list --to IMG_9.JPG/parts; echo $?
      """)
    #expect(outcome.lines == ["1", "1"])
    #expect(outcome.errors.contains("standard input: line 2: "))
    #expect(outcome.errors.contains("photopick: IMG_9.JPG/parts: cannot be written: "))
  }

  @Test(arguments: [
    ["--from", "list"], ["--to", "parts"], ["--from", "list", "--to", ""],
    ["--from", "list", "--to", "parts", "--shard", "0/3"],
    ["--from", "list", "--to", "parts", "--shard", "4/3"],
    ["--from", "list", "--to", "parts", "--shard", "x"],
  ])
  func `wrong usage ends with 64 and no files`(arguments: [String]) throws {
    let outcome = try photopick.runAll(["extract"] + arguments)
    #expect(outcome.status == 64 && !outcome.errors.isEmpty)
    #expect(photopick.photos.names("parts") == [])
  }
}
