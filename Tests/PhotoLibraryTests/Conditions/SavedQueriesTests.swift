import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

struct SavedQueriesTests {
  private let tree: TemporaryTree
  private var file: SavedQueriesFile { SavedQueriesFile(tree.at("config/queries")) }

  init() throws { tree = try TemporaryTree() }

  private func text() -> String { String(decoding: tree.bytes("config/queries") ?? [], as: UTF8.self) }

  private static func failure(_ query: String, _ queries: [String: String]) -> String? {
    do {
      _ = try AssetCondition(query, saved: SavedQueries(queries))
      return nil
    } catch {
      return error.description
    }
  }

  private static let queries = [
    "raws": "is:raw or is:tiff", "Best-of_2": "@raws rating:4..", "all": "-@raws @Best-of_2",
  ]

  @Test(arguments: [
    ("@raws", "is:raw or is:tiff"), ("-@raws iso:100", "-(is:raw or is:tiff) iso:100"),
    ("(@raws)", "is:raw or is:tiff"), ("@Best-of_2 or x", "((is:raw or is:tiff) rating:4..) or x"),
    ("not @all", "-(-(is:raw or is:tiff) ((is:raw or is:tiff) rating:4..))"),
    ("\"@raws\"", "\"@raws\""), ("a@raws", "a@raws"), ("keyword:@raws", "keywords:@raws"),
  ])
  func `a saved query is part of another as if in brackets`(query: String, whole: String) throws {
    let condition = try AssetCondition(query, saved: SavedQueries(Self.queries))
    #expect(condition == (try AssetCondition(whole)))
    #expect(try AssetCondition(condition.query) == condition)
  }

  @Test(arguments: [
    ("@", "column 1: the name of a saved query follows @; put a word that begins with @ into quotes"),
    ("a @é", "column 3: the name of a saved query follows @; put a word that begins with @ into quotes"),
    ("@raws,x", "column 1: the name of a saved query follows @; put a word that begins with @ into quotes"),
    ("x @rows", "column 3: there is no saved query @rows; there are @Best-of_2, @all, @raws"),
    ("@RAWS", "column 1: there is no saved query @RAWS; there are @Best-of_2, @all, @raws"),
  ])
  func `other names are one clear line`(query: String, message: String) {
    #expect(Self.failure(query, Self.queries) == message)
  }

  @Test func `errors name the query that contains them`() {
    #expect(Self.failure("@a", [:]) == "column 1: there is no saved query @a; none is saved")
    #expect(Self.failure("@a", ["b": "x"]) == "column 1: there is no saved query @a; there is @b")
    let many = Dictionary(uniqueKeysWithValues: (10...22).map { ("q\($0)", "x") })
    #expect(Self.failure("@a", many)?.hasSuffix("@q18, @q19 and 3 more") == true)
    #expect(
      Self.failure("x @a", ["a": "@b", "b": "y camra:canon"])
        == "column 3: @b, column 3: there is no field \"camra\"; did you mean camera?")
    #expect(
      Self.failure("@a", ["a": "@b", "b": "x @a"]) == "column 1: a saved query refers to itself: @a → @b → @a"
    )
    #expect(Self.failure("@a", ["a": "@a"]) == "column 1: a saved query refers to itself: @a → @a")
  }

  @Test func `nesting and size are limited`() {
    func chain(_ count: Int) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("q\($0)", $0 + 1 < count ? "@q\($0 + 1)" : "x") })
    }
    #expect(Self.failure("@q0", chain(64)) == nil)
    #expect(
      Self.failure("@q0", chain(65))?.contains("more than 64 nested brackets and saved queries") == true)
    // Each level doubles the size.
    var bomb = ["q0": "x"]
    for level in 1...40 { bomb["q\(level)"] = "@q\(level - 1) @q\(level - 1)" }
    #expect(Self.failure("@q8", bomb) == nil)
    #expect(Self.failure("@q40", bomb)?.contains("more than 65536 characters together") == true)
  }

  @Test func `all saved queries of a query may have 65,536 characters, and not one more`() {
    var queries = ["one": "x"]
    for name in ["a", "b", "c", "d"] { queries[name] = String(repeating: name, count: 16_384) }
    #expect(Self.failure("@a @b @c @d", queries) == nil)
    let error = "column 13: the saved queries have more than 65536 characters together"
    #expect(Self.failure("@a @b @c @d @one", queries) == error)
  }

  @Test func `a file keeps its other lines`() throws {
    #expect(SavedQueries(reading: file.path).names == [])
    #expect(try file.save("rating:4..", as: "best") == nil)
    #expect(text() == "best = rating:4..\n")
    let lines = "# mine\n\n  best=rating:5 \nbad line\nraws = camera:=Canon\r\nbest = x"
    try tree.file("config/queries", Array(lines.utf8))
    #expect(try file.save("@raws iso:>=100", as: "best") == "rating:5")
    #expect(text() == "# mine\n\nbest = @raws iso:>=100\nbad line\nraws = camera:=Canon\r\nbest = x")
    #expect(try file.save("y", as: "new") == nil)
    #expect(text().hasSuffix("best = x\nnew = y\n"))
    let saved = SavedQueries(reading: file.path)
    #expect(saved.names == ["best", "new", "raws"] && saved["raws"] == "camera:=Canon")
    #expect(saved.mistakes.map(\.line) == [4, 6])
    #expect(saved.mistakes.map(\.reason) == ["write KEY = VALUE", "best is on an earlier line already"])
  }

  @Test func `a link to a file elsewhere is followed`() throws {
    try tree.file("dotfiles/queries", Array("a = x\n".utf8))
    try tree.folder("config")
    try tree.symbolicLink("config/queries", to: "../dotfiles/queries")
    try file.save("y", as: "b")
    #expect(String(decoding: tree.bytes("dotfiles/queries") ?? [], as: UTF8.self) == "a = x\nb = y\n")
  }

  @Test func `nothing is saved that could not be used`() throws {
    let long = String(repeating: "n", count: 65)
    for name in ["", "a b", "é", "a=b", "#a", long, "a\n"] {
      #expect(throws: SavedQueriesFile.SavingError.invalidName(name)) { try file.save("x", as: name) }
    }
    #expect(throws: SavedQueriesFile.SavingError.severalLines) { try file.save("\"a\nb = c\"", as: "a") }
    #expect(throws: SavedQueriesFile.SavingError.self) { try file.save("camra:x", as: "a") }
    #expect(throws: SavedQueriesFile.SavingError.self) { try file.save("@a", as: "a") }
    let huge = String(repeating: "x", count: 10_000)
    for number in 0..<6 { try file.save(huge, as: "q\(number)") }
    #expect(throws: SavedQueriesFile.SavingError.tooLarge(file.path)) { try file.save(huge, as: "q6") }
    #expect(SavedQueries(reading: file.path).names.count == 6)
    try tree.file("config/queries", [UInt8](repeating: 0x20, count: 70_000))
    do throws(SavedQueriesFile.SavingError) {
      try file.save("x", as: "a")
      Issue.record("a file that is too large was replaced")
    } catch {
      #expect(error.description == "\(file.path): it is larger than 64 KiB")
    }
  }
}
