import SystemPackage
import Testing
import TestSupport

/// Output whose parts are encoded concurrently.
@Suite(.blocking) struct LongListTests {
  private static let numbers = Array(1...700)
  private static let names = numbers.map { "photo \($0), \"a\".png" }
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    let picture = PictureBuilder.png()
    for name in Self.names { try photopick.photos.file(FilePath(name), picture) }
  }

  private func browse(_ form: String...) throws -> Photopick.Outcome {
    try photopick.runAll(["browse", "--group", "all", "--sort", "name"] + form)
  }

  @Test func `every form holds all photos of a long list, in order`() throws {
    let paths = Self.names.map { photopick.photos.at(FilePath($0)).string }
    #expect(try browse("--paths").lines == paths)
    #expect(try browse("-0").text == paths.map { $0 + "\0" }.joined())
    let records = try browse("--jsonl")
    #expect(try records.lines(of: Record.self).map(\.number) == Self.numbers)
    #expect(try browse("--json").text == "[\n" + records.lines.joined(separator: ",\n") + "\n]\n")
    #expect(try browse("--plist").propertyList().map { $0["path"] as? String } == paths)
    let rows = try browse("--csv").text.split(separator: "\r\n")
    #expect(rows.first?.hasPrefix("number,group,") == true)
    #expect(rows.dropFirst().map { String($0.prefix { $0 != "," }) } == Self.numbers.map(String.init))
    #expect(
      try browse("--format", "{number} {name}").lines
        == zip(Self.numbers, Self.names).map { "\($0) \($1)" })
    #expect(try photopick.run("select", "1-", "--format", "{name}").lines == Self.names)
  }

  @Test(arguments: ["--json", "--jsonl", "--csv", "--plist"])
  func `the numbers are kept before the first photo of a long list is seen`(form: String) throws {
    // The list exceeds the pipe's buffer, and is read further only after a photo is picked.
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" browse --group all --sort name \(form) | {
        head -c 1 > /dev/null; "$PHOTOPICK" select 7 --format '{name}'; cat > /dev/null; }
      """)
    #expect(outcome.lines == [Self.names[6]])
  }

  #if os(Linux)
    @Test func `a long list that could not be written takes no numbers away`() throws {
      let outcome = try photopick.shell(
        """
        "$PHOTOPICK" browse --group all --sort name --paths > /dev/null
        "$PHOTOPICK" browse --group all --sort size --jsonl > /dev/full
        echo $?; "$PHOTOPICK" select 9 --format '{name}'
        """)
      #expect(outcome.lines == ["1", Self.names[8]])
    }
  #endif
}
