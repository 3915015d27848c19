import Foundation
import Testing
import TestSupport

/// Completion of command lines for shells.
@Suite(.blocking) struct CompletionTests {
  private var photopick: Photopick

  init() throws {
    photopick = try Journey.photopick()
    photopick.environment["SAP_SHELL"] = "bash"
  }

  /// Returns the candidates for the last word of a line.
  private func answers(_ command: String, _ option: String, _ words: String...) throws -> [String] {
    let line = ["photopick"] + command.split(separator: " ").map(String.init) + words
    let last = line.last ?? ""
    return try photopick.runAll(
      ["---completion"] + command.split(separator: " ").map(String.init)
        + ["--", option, "\(line.count - 1)", "\(last.count)"] + line
    ).lines.filter { !$0.isEmpty }
  }

  @Test func `albums are those of the folders that the line names`() throws {
    #expect(try answers("browse", "--album", "--album", "t") == ["Trip"])
    #expect(try answers("browse", "--album", "Trip", "--album", "") == ["All Photos", "Trip", "Day 2"])
    #expect(try answers("browse", "--album", "\"Trip/Day 2\"", "--album", "D") == ["Day 2"])
  }

  @Test func `a name with a newline is not offered`() throws {
    try photopick.photos.file("a\nb/1.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00"))
    #expect(try answers("browse", "--album", "--album", "a") == ["All Photos"])
  }

  @Test func `queries are completed with names and the values that photos have`() throws {
    #expect(try answers("browse", "--where", "--where", "'iso:>=100 came") == ["iso:>=100 camera:"])
    #expect(try answers("browse", "--where", "--where", "camera:c").contains("camera:Canon"))
    #expect(try answers("browse", "--where", "--where", "is:lands") == ["is:landscape"])
  }

  @Test func `lists go on behind a comma and repeat nothing`() throws {
    #expect(try answers("browse", "--filter", "--filter", "photo,!sc") == ["photo,!screenshot"])
    #expect(try answers("browse", "--filter", "--filter", "jpeg,jp") == [])
    #expect(try answers("stats", "--by", "--by", "year,weekd") == ["year,weekday"])
  }

  @Test func `selections name the groups that were browsed last`() throws {
    _ = try photopick.run("browse", ".", "--group", "month")
    #expect(try answers("select", "positional@0", "1-2,@2014") == ["1-2,@2014-05", "1-2,@2014-04"])
  }

  @Test func `dates are those of which there are photos`() throws {
    #expect(try answers("browse", "--since", "--since", "201") == ["2012", "2014"])
    #expect(try answers("browse", "--since", "--since", "2014-0") == ["2014-04", "2014-05"])
  }

  @Test func `drafts and names in the store are known`() throws {
    _ = try photopick.run("select", "1", ".", "--draft", "album")
    #expect(try answers("drafts show", "positional@0", "al") == ["album"])
    let picture = photopick.photos.at("IMG_9.JPG").string
    for arguments in [["--name", "beach.jpg"], ["--name", "quay.jpg", "--root", "box"]] {
      #expect(try photopick.runAll(["store", "put", picture, "--any"] + arguments).status == 0)
    }
    #expect(try answers("store get", "positional@0", "") == ["beach.jpg"])
    #expect(try answers("store get", "positional@0", "--root", "box", "") == ["quay.jpg"])
  }

  @Test func `the fields of a template stand in braces`() throws {
    #expect(try answers("browse", "--format", "--format", "'{date:%Y} {numb") == ["{date:%Y} {number}"])
    #expect(try answers("browse", "--format", "--format", "{date:%Y") == [])
  }

  @Test func `nothing is offered in a folder that is gone`() throws {
    let outcome = try photopick.shell(
      "mkdir gone; cd gone; rmdir ../gone; $PHOTOPICK ---completion browse -- --album 3 0 photopick browse --album ''"
    )
    #expect(outcome.text.trimmingCharacters(in: .newlines) == "")
    #expect(outcome.status == 0)
  }

  @Test func `bash never expands an answer`() throws {
    let script = try photopick.run("--generate-completion-script", "bash").text
    #expect(!script.contains("-W \"$(__photopick_custom_complete"))
    #expect(script.contains("__photopick_add_answers \"$(__photopick_custom_complete"))
    #expect(script.contains("complete -o filenames -F __photopick_complete photopick"))
  }
}
