import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoActions

struct UserActionsTests {
  private func parse(_ text: String) -> UserActions {
    UserActions(Array(text.utf8), of: "actions", home: Array("/home/ann".utf8))
  }

  /// Returns the arguments of the runs of a command.
  private func runs(
    _ command: String, on paths: [String] = ["/a", "/b"], room: Int = 100_000
  ) throws -> [[String]] {
    let actions = parse("k name \(command)")
    #expect(actions.mistakes == [])
    var runs = ActionRuns(try #require(actions["k"]), on: paths.map { Array($0.utf8) }, room: room)
    var found: [[String]] = []
    while let (words, _) = runs.next() { found.append(words.map { String(decoding: $0, as: UTF8.self) }) }
    return found
  }

  private func mistake(_ line: String) -> String? { parse(line).mistakes.first?.reason }

  @Test func `a line is a key, a name and a command`() {
    let actions = parse(
      "# mine\n\n  e\tedit   gimp {}\r\nß \"black & white\" bw --gray {}\n! view !less\n   \n")
    #expect(actions.mistakes == [])
    #expect(actions.actions.map(\.key) == ["e", "ß", "!"])
    #expect(actions.actions.map(\.name) == ["edit", "black & white", "view"])
    #expect(actions.actions.map(\.usesTerminal) == [false, false, true])
    #expect(actions["x"] == nil)
  }

  @Test(arguments: [
    ("p {}", [["p", "/a", "/b"]]),
    ("p", [["p", "/a", "/b"]]),
    ("p -o {} --", [["p", "-o", "/a", "/b", "--"]]),
    ("p {} : {}", [["p", "/a", "/b", ":", "/a", "/b"]]),
    ("p '{}' \"{}\" ''{}", [["p", "/a", "/b", "/a", "/b", "/a", "/b"]]),
    ("p \\{} '' \"\"", [["p", "{}", "", "", "/a", "/b"]]),
    ("! p", [["p", "/a", "/b"]]),
  ])
  func `{} is the place of the paths`(command: String, expected: [[String]]) throws {
    #expect(try runs(command) == expected)
  }

  @Test(arguments: [
    ("p 'a b' \"c d\" e\\ f", ["p", "a b", "c d", "e f"]),
    ("p 'a\\b' \"c\\\\d\\\"e\\f\" g\\h", ["p", "a\\b", "c\\d\"e\\f", "gh"]),
    ("p a'b'\"c\"d", ["p", "abcd"]),
    ("p \"$HOME `x`\" '$(y)' \\$z", ["p", "$HOME `x`", "$(y)", "$z"]),
    ("~/bin/p ~ ~x '~'", ["/home/ann/bin/p", "/home/ann", "~x", "~"]),
    ("p\t\ta \t b", ["p", "a", "b"]),
    ("p trailing\\ ", ["p", "trailing "]),
    ("p * ? [a] # #x", ["p", "*", "?", "[a]", "#", "#x"]),
  ])
  func `words are split and quoted as in a shell`(command: String, expected: [String]) throws {
    #expect(try runs(command, on: ["/x"]) == [expected + ["/x"]])
  }

  @Test(arguments: [
    ("e", "the name is missing"), ("e edit", "the command is missing"),
    ("e \"edit\"", "the command is missing"),
    ("e edit ''", "the command is missing"),
    ("ed it gimp", "one printable character"), ("\u{1B} x gimp", "one printable character"),
    ("\u{200B} x gimp", "one printable character"), ("e \"edit gimp", "the name's quote has no end"),
    ("e \"\" gimp", "the name is missing"), ("e x gimp 'a", "the quote ' has no end"),
    ("e x gimp \"a", "the quote \" has no end"), ("e x gimp \\", "last backslash"),
    ("e x {} a", "not with {}"),
    ("e x a | b", "no shell"), ("e x a > b", "no shell"), ("e x a; b", "no shell"),
    ("e x a $HOME", "no shell"),
    ("e x a\0b", "NUL"), ("e x !", "the command is missing"),
  ])
  func `an error is reported`(line: String, reason: String) {
    #expect(mistake(line)?.contains(reason) == true)
    #expect(parse(line).actions == [])
  }

  @Test(arguments: [
    "p {}.jpg", "p --in={}", "p {}{}", "p 'a {}'", "p \"{} \"", "p ~/{}", "p a{}b", "sh -c 'rm {}'",
    "perl -e'print q({})'", "awk '/{}/'", "ssh h 'ls {}'",
  ])
  func `a path within a longer word is a mistake, whatever the program`(command: String) {
    let parsed = parse("k one p\ne x \(command)")
    #expect(parsed.actions.map(\.name) == ["one"])
    #expect(parsed.mistakes.map(\.line) == [2])
    #expect(parsed.mistakes.first?.reason.hasPrefix("{} is a part of a longer word") == true)
  }

  @Test(arguments: [
    ("sh -c 'cp \"$@\" /x' sh {}", [["sh", "-c", "cp \"$@\" /x", "sh", "/a", "/b"]]),
    ("sh -c 'f \"$1\"' sh", [["sh", "-c", "f \"$1\"", "sh", "/a", "/b"]]),
    ("perl -ne print", [["perl", "-ne", "print", "/a", "/b"]]),
    ("rsync -e ssh {} h:", [["rsync", "-e", "ssh", "/a", "/b", "h:"]]),
    ("awk -F , '/x/' {}", [["awk", "-F", ",", "/x/", "/a", "/b"]]),
  ])
  func `each path is one whole argument, of a script too`(command: String, expected: [[String]]) throws {
    #expect(try runs(command) == expected)
  }

  @Test func `a mistake names its line, and the other lines work`() {
    let actions = parse("a one p\nb two\na again q\n\nc three r")
    #expect(actions.actions.map(\.name) == ["one", "three"])
    #expect(
      actions.mistakes.map(\.description) == [
        "actions, line 2: the command is missing: write KEY NAME COMMAND",
        "actions, line 3: the key a is that of line 1 already",
      ])
  }

  @Test func `a hundred actions count`() {
    let lines = (0..<120).compactMap { UnicodeScalar(0x4E00 + $0) }.map { "\($0) name p" }
    let actions = parse(lines.joined(separator: "\n"))
    #expect(actions.actions.count == 100)
    #expect(actions.mistakes.map(\.line) == [101])
  }

  @Test func `a missing file has no actions, and an oversized or invalid file is reported`() throws {
    let tree = try TemporaryTree()
    #expect(UserActions(reading: tree.at("none")).mistakes == [])
    try tree.file("large", Array(repeating: 0x0A, count: 64 * 1024 + 1))
    #expect(UserActions(reading: tree.at("large")).mistakes.map(\.reason) == ["it is larger than 64 KiB"])
    try tree.file("most", Array(repeating: 0x0A, count: 64 * 1024))
    #expect(UserActions(reading: tree.at("most")).mistakes == [])
    #expect(UserActions(reading: tree.path).mistakes.count == 1)
    try tree.file("marked", [0xEF, 0xBB, 0xBF] + Array("e edit gimp".utf8))
    #expect(UserActions(reading: tree.at("marked"))["e"]?.name == "edit")
  }

  @Test func `many paths make several runs, each with all that fits`() throws {
    let paths = (0..<10).map { "/\($0)" }
    // The word `p` takes 10 bytes, each path 11.
    #expect(
      try runs("p", on: paths, room: 10 + 4 * 11) == [
        ["p"] + paths[0..<4], ["p"] + paths[4..<8], ["p"] + paths[8..<10],
      ])
    #expect(try runs("p", on: paths, room: 1).count == 10)
    #expect(try runs("p", on: []) == [])
  }

  @Test func `a run that is too long all the same is divided, but not one path`() throws {
    let action = try #require(parse("k n p")["k"])
    var runs = ActionRuns(action, on: (0..<5).map { Array("/\($0)".utf8) }, room: 1000)
    let first = runs.next()
    let isDivided = runs.divide(first?.paths ?? [])
    #expect(isDivided)
    let parts = [runs.next(), runs.next(), runs.next()]
    #expect(parts.map { $0?.paths.count } == [2, 3, nil])
    let isOneDivided = runs.divide(parts[1]?.paths.prefix(1) ?? [])
    #expect(!isOneDivided)
  }
}
