import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.blocking) struct SharedCatalogTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Journey.photopick()
    for number in 0..<40 {
      try photopick.photos.file(
        FilePath("many/\(number % 5)/IMG_\(number).jpg"),
        PictureBuilder.jpeg("2015:01:\(10 + number % 9) 10:00:00"))
    }
    _ = try photopick.shell(
      """
      find "$PWD" -type f -print0 > "$HOME/list"
      for i in 1 2 3 4; do "$PHOTOPICK" extract --from "$HOME/list" --shard $i/4 --to "$HOME/parts"; done
      "$PHOTOPICK" extract --from "$HOME/list" --to "$HOME/whole"
      """)
  }

  /// The output of several queries on catalogs.
  private func answers(_ catalogs: String) throws -> [String] {
    let queries = [
      "browse . --jsonl", "browse . --group month --limit 7", "browse . --where camera:canon --jsonl",
      "stats . --by camera",
      "stats . --by month,album", "list-albums .", "select 2-4 . --group day --paths",
      "browse many/3 --sort name --paths",
      "browse . --limit 3 --offset 5 --ascending --jsonl",
    ]
    return try queries.flatMap { query in
      let outcome = try photopick.shell("\"$PHOTOPICK\" \(query) \(catalogs)")
      #expect(outcome.errorLines == [] && !outcome.lines.isEmpty, "\(query) \(outcome.errorLines)")
      return outcome.lines
    }
  }

  @Test func `merged and published catalogs answer every query like the catalog of one run`() throws {
    let whole = try answers("--no-refresh --catalog \"$HOME/whole/part-1-of-1.sqlite\"")
    let merge = try photopick.shell(
      "\"$PHOTOPICK\" catalog merge --to \"$HOME/all.sqlite\" \"$HOME\"/parts/*.sqlite; ls -A \"$HOME\" | grep part"
    )
    #expect(merge.status == 0 && merge.lines == ["parts"] && merge.errorLines.count == 1)
    #expect(try answers("--no-refresh --catalog \"$HOME/all.sqlite\"") == whole)
    #expect(
      try answers((1...4).map { "--catalog \"$HOME/parts/part-\($0)-of-4.sqlite\"" }.joined(separator: " "))
        == whole)
    let publish = try photopick.shell(
      "\"$PHOTOPICK\" catalog publish --to \"$HOME/shared\" \"$HOME\"/parts/*.sqlite")
    #expect(publish.status == 0 && publish.errorLines.first?.hasSuffix("4 catalogs, 4 new") == true)
    // The index identifies the shards, so queries don't look for repeated photos.
    let index = try photopick.shell("grep -o '\"modulus\":[0-9]*' \"$HOME/shared/index.json\" | cut -d: -f2")
    let moduli = index.lines.compactMap { Int($0) }
    #expect(moduli.count == 4 && moduli.allSatisfy { $0 > 0 && $0 % 4 == 0 })
    #expect(try answers("--catalog \"$HOME/shared\"") == whole)
    #expect(
      try answers("--catalog \"$HOME/shared/index.json\" --catalog \"$HOME/whole/part-1-of-1.sqlite\"")
        == whole)
  }

  @Test func `publishing again changes nothing, and concurrent publishers keep each other's catalogs`() throws
  {
    let outcome = try photopick.shell(
      """
      cd "$HOME"; for i in 1 2 3 4; do "$PHOTOPICK" catalog publish --to shared parts/part-$i-of-4.sqlite & done; wait
      ls -il shared; md5sum shared/*; "$PHOTOPICK" catalog publish --to shared parts/*.sqlite
      ls -il shared; md5sum shared/*; grep -c catalog- shared/index.json; ls -A shared | wc -l
      """)
    let lines = Array(outcome.lines.dropLast(2))
    #expect(lines.count == 22 && lines.prefix(11) == lines.suffix(11))
    #expect(outcome.lines.suffix(2) == ["4", "6"])
    #expect(outcome.errorLines.last?.hasSuffix(" 4 catalogs, 0 new") == true)
  }

  @Test(arguments: ["foreign", "damaged", "missing", "index"])
  func `an unusable catalog is one line, and nothing is written`(kind: String) throws {
    let outcome = try photopick.shell(
      """
      cd "$HOME"; echo text > foreign; head -c 5000 parts/part-1-of-4.sqlite > damaged
      echo '{"version":1,"catalogs":[{"name":"../../x.sqlite","size":1,"photos":1,"checksum":"0"}]}' > index
      cp parts/part-2-of-4.sqlite all.sqlite; cp all.sqlite copy
      "$PHOTOPICK" catalog merge --to all.sqlite parts/part-1-of-4.sqlite \(kind) && echo merged
      "$PHOTOPICK" catalog publish --to shared \(kind) && echo published
      "$PHOTOPICK" browse . --catalog parts/part-1-of-4.sqlite --catalog \(kind) && echo browsed
      "$PHOTOPICK" catalog merge --to list parts/part-1-of-4.sqlite && echo merged
      cmp all.sqlite copy; ls -A shared 2> /dev/null
      """)
    #expect(outcome.lines == [])
    #expect(outcome.errorLines.count == 4)
    #expect(outcome.errorLines.prefix(3).allSatisfy { $0.contains(kind) }, "\(outcome.errorLines)")
  }

  @Test func `a published catalog is never written`() throws {
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" catalog publish --to "$HOME/shared" "$HOME/whole/part-1-of-1.sqlite"; cd "$HOME/shared"
      md5sum *.sqlite; touch "$OLDPWD/IMG_9.JPG"; "$PHOTOPICK" browse "$OLDPWD" --paths --catalog catalog-*.sqlite > /dev/null
      "$PHOTOPICK" catalog refresh "$OLDPWD" --catalog catalog-*.sqlite || echo refused; md5sum *.sqlite; ls | wc -l
      """)
    #expect(outcome.lines.count == 4 && outcome.lines[0] == outcome.lines[2])
    #expect(outcome.lines[1] == "refused" && outcome.lines[3] == "2")
  }
}
