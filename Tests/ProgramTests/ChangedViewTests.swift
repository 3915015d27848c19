import SystemPackage
import Testing
import TestSupport

/// A command that changes files uses the numbers of the view that was displayed, and says which that is.
@Suite(.blocking) struct ChangedViewTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    for (index, place) in ["Delhi", "Halifax", "Tokyo"].enumerated() {
      try photopick.photos.file(
        FilePath("A/\(place).jpg"), PictureBuilder.jpeg("2014:05:0\(index + 1) 10:00:00"))
    }
    try photopick.photos.file("B/other.jpg", PictureBuilder.jpeg("2014:06:01 10:00:00"))
    try photopick.photos.folder("A/sub")
  }

  private var root: String { photopick.photos.path.string }

  /// The names of photos with a rating of 5, in all folders.
  private func rated() throws -> [String] {
    try photopick.runAll(["browse", ".", "--where", "rating:5", "--sort", "name", "--format", "{name}"]).lines
  }

  @Test(arguments: ["mark all --rating 5", "mark 1 --rating 5", "export all --to ../out --move"])
  func `a view of another folder is refused`(command: String) throws {
    let outcome = try photopick.shell(
      "cd A; \"$PHOTOPICK\" browse >/dev/null; cd ../B; \"$PHOTOPICK\" \(command)")
    #expect(outcome.status == 64 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("the last view is of \(root)/A, and the current folder is \(root)/B; "))
    #expect(photopick.photos.names("A").count == 4 && photopick.photos.names("B") == ["other.jpg"])
  }

  @Test func `the suggested command is quoted for a shell`() throws {
    try photopick.photos.file("A b/x.jpg", PictureBuilder.jpeg("2014:05:01 10:00:00"))
    let outcome = try photopick.shell(
      """
      cd 'A b'; "$PHOTOPICK" browse --where 'date:>=2014' --sort name >/dev/null
      cd ../B; "$PHOTOPICK" mark '1, 2' --rating 5
      """)
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "as in photopick mark '1, 2' '\(root)/A b' --where 'date:>=2014' --sort name\n"))
  }

  @Test(arguments: [".", "A", "A/sub"])
  func `the view of a folder above or below is used and named`(folder: String) throws {
    let outcome = try photopick.shell(
      "\"$PHOTOPICK\" browse A >/dev/null; cd \(folder); \"$PHOTOPICK\" mark all --rating 5 >/dev/null")
    #expect(outcome.status == 0 && outcome.diagnostics == "3 photos of \(root)/A\n")
    #expect(try rated() == ["Delhi.jpg", "Halifax.jpg", "Tokyo.jpg"])
  }

  @Test func `the library is the view of every folder`() throws {
    var photopick = photopick
    photopick.environment["PHOTOPICK_LIBRARY"] = photopick.photos.at("A").string
    let outcome = try photopick.shell(
      "cd B; \"$PHOTOPICK\" browse >/dev/null; \"$PHOTOPICK\" mark 1 --rating 5")
    #expect(outcome.status == 0 && outcome.diagnostics == "1 photo of \(root)/A\n")
    #expect(try rated() == ["Tokyo.jpg"])
  }

  @Test(arguments: [
    "mark 1 --stack --rating 5", "mark 1 A --rating 5", "mark 1 A --where name:tokyo --rating 5",
  ])
  func `a number of another view changes nothing`(command: String) throws {
    let outcome = try photopick.shell(
      "\"$PHOTOPICK\" browse A --where name:delhi >/dev/null; \"$PHOTOPICK\" \(command)")
    #expect(outcome.status == 64)
    #expect(
      outcome.diagnostics
        == "photopick: 1 is a photo of another view; browse with these options first\n")
    #expect(try rated() == [])
  }

  @Test(arguments: ["mark 1", "mark 1 A --where name:delhi", "mark 1.1 --where name:delhi A"])
  func `a number of the displayed view changes the displayed photo`(command: String) throws {
    let outcome = try photopick.shell(
      """
      "$PHOTOPICK" browse A --where name:delhi >/dev/null; cp A/Delhi.jpg 'A/Delhi 2.jpg'
      "$PHOTOPICK" \(command) --rating 5
      """)
    #expect(outcome.status == 0 && outcome.diagnostics == "1 photo of \(root)/A, --where name:delhi\n")
    #expect(try rated() == ["Delhi.jpg"])
  }

  @Test func `all of other options is a new view of the folder`() throws {
    let outcome = try photopick.shell(
      """
      cd A; "$PHOTOPICK" browse --where rating:none >/dev/null
      "$PHOTOPICK" mark 1 --rating 4 >/dev/null
      "$PHOTOPICK" mark all --where rating:none --rating 5 >/dev/null
      "$PHOTOPICK" mark @2014-05 --where 'name:tokyo or name:delhi' --rating 2 --dry-run >/dev/null
      """)
    #expect(
      outcome.scopes == [
        "1 photo of \(root)/A, --where rating:none", "2 photos of \(root)/A, --where rating:none",
        "2 photos of \(root)/A, --where 'name:tokyo or name:delhi'",
      ])
    #expect(try rated() == ["Delhi.jpg", "Halifax.jpg"])
  }

  @Test func `photos of a list belong to the folder in which it was displayed`() throws {
    let outcome = try photopick.shell(
      """
      cd B; ls ../A/*.jpg | "$PHOTOPICK" browse - >/dev/null; "$PHOTOPICK" mark 1 --rating 5
      cd "$HOME"; "$PHOTOPICK" mark 2 --rating 5 || cd '\(root)/A' && "$PHOTOPICK" mark 2 --rating 5
      """)
    #expect(outcome.scopes.count == 2)
    #expect(try rated().count == 2)
  }

  @Test func `files are named by what was compared before duplicates go to the trash`() throws {
    try photopick.photos.file("A/copy.jpg", PictureBuilder.jpeg("2014:05:01 10:00:00"))
    let outcome = try photopick.run("duplicates", "A", "--exact", "--trash", "--yes")
    #expect(outcome.scopes == ["4 photos of \(root)/A, duplicates"])
    #expect(photopick.photos.names("A").count == 4)
    // A number of duplicates belongs to no other view.
    #expect(try photopick.run("mark", "1", "A", "--rating", "5").status == 64)
  }
}
