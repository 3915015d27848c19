import Foundation
import TestSupport
import Testing

/// Escaping of untrusted names and strings on terminals, on stdout and stderr.
///
/// Each string contains `EVIL` after a control character: ESC that starts a title (OSC), BEL, U+009B (C1) as UTF-8
/// and as a single byte, U+202E, a line feed.
@Suite(.blocking) struct TerminalSafetyTests {
  /// Shell code for each subcommand, in which `$evil`, `$bidi` and `$raw` are names.
  private static let cases: [String: [String]] = [
    "list-albums": [
      "list-albums odd", "list-albums odd --json", "list-albums odd --posters", "list-albums \"$evil\"",
      "list-albums odd -o \"$evil/x\"", "list-albums odd --csv", "list-albums odd --group camera --sort size",
      "list-albums odd --plist",
      "list-albums odd --format '{name} {path} {poster}'", "list-albums odd --album \"$evil\"",
    ],
    "browse": [
      "browse odd", "browse odd --group camera", "browse odd --group album --grid", "browse odd --paths",
      "browse odd -0", "browse odd --json", "browse odd --jsonl", "browse odd --plist", "browse odd --csv",
      "browse odd --jsonl --keys uikit", "browse odd --format '{name} {path} {album} {make}'",
      "browse odd --preselected \"$evil\"", "browse odd --catalog \"$evil/x\"", "browse \"$evil\" \"$raw\"",
      "browse --since \"$evil\"", "browse --group \"$evil\"", "browse \"--$evil\"",
      "browse --time-zone \"$evil\"",
      "browse --format \"{$evil}\"", "browse --filter \"$evil\"", "browse --from \"$evil\"",
      "printf '%s\\0' \"$evil\" \"$raw\" | \"$PHOTOPICK\" browse --from -",
      "printf '%s\\0' \"s3://$evil\" | \"$PHOTOPICK\" browse --from -",
    ],
    "select": [
      "select all odd", "select all odd --format '{name}'", "select all odd --json", "select \"$evil\" odd",
      "select @\"$evil\" odd", "select all odd --min-size 9000x9000", "select all odd --verify",
      "select 1 odd --draft \"$evil\"", "select 1 odd --return-image screen --image-folder \"$evil\"",
    ],
    "mark": [
      "mark all odd --rating 3", "mark all odd --reject --json", "mark all odd --label Red --csv",
      "echo x > \"odd/$evil.jpg.xmp\"; \"$PHOTOPICK\" mark all odd --rating 1",
      "mark \"$evil\" odd --reject", "mark 1 odd --label \"$evil\"", "mark 1 odd --keyword \"$evil\"",
      "mark all odd --reject > /dev/null; \"$PHOTOPICK\" mark --undo",
      "mark all odd --track \"$evil\"", "mark all odd --place \"$evil\"", "mark all odd --max-gap \"$evil\"",
      "echo \"<$evil/>\" > odd/t.gpx; \"$PHOTOPICK\" mark all odd --track odd/t.gpx",
      "mark all odd --shift-time +1d", "mark all odd --shift-time +1d --dry-run",
      "mark all odd --rating 3 --embed",
      "mark all odd --shift-time \"$evil\"",
      "mark all odd --time-zone \"$evil\"", "mark all odd --same-time \"$evil=x\"",
      "mark all odd --same-time \"odd/$evil.jpg=$raw\"",
      "mkdir -p \"$HOME/.config/photopick\"; echo \"$evil\" > \"$HOME/.config/photopick/settings\"; "
        + "\"$PHOTOPICK\" mark 1 odd --reject",
    ],
    "stats": [
      "stats odd --by camera", "stats odd --by name", "stats odd --by album,camera",
      "stats odd --by camera,album",
      "stats odd --by name --json", "stats odd --by album --csv", "stats odd --by album --plist",
      "stats odd --by album --format '{group} {title}'", "stats odd --by \"$evil\"",
      "stats \"$evil\" --by year",
    ],
    "doctor": [
      "doctor --catalog \"$evil/x\"", "export PHOTOPICK_PLACES=\"$evil\"; \"$PHOTOPICK\" doctor",
      "doctor; export TERM_PROGRAM=\"$evil\" BROWSER=\"$raw\"; \"$PHOTOPICK\" doctor",
    ],
    "pick": ["pick \"$evil\"", "pick odd --draft \"$evil\""],
    "info": [
      "info odd/*", "info odd/* --json", "info --preview odd/*.jpg", "info odd/* --plist", "info odd/* --csv",
      "info odd/* --format '{name} {path} {make}'", "info odd/* --paths", "info \"$evil\" \"$raw\"",
      "info \"$evil\" \"$raw\" \"s3://$evil\" --jsonl", "info --from \"$evil\"",
    ],
    "extract": [
      "ls odd/* > list; \"$PHOTOPICK\" extract --from list --to \"to $evil\"",
      "extract --from \"$evil\" --to parts", "extract --from list --to \"a.jpg/$evil\"",
      "echo > list; \"$PHOTOPICK\" extract --from list --to e; printf '{\"x\":\"%s\"}' \"$evil\" > e/part-1-of-1.done.json; "
        + "\"$PHOTOPICK\" extract --from list --to e",
      "extract --from list --to e --shard \"$evil\"",
    ],
    "thumbnail": [
      "thumbnail odd/*", "thumbnail odd/* --to \"$evil\"", "thumbnail odd --warm",
      "thumbnail \"$evil\" \"$raw\"",
    ],
    "preview": [
      "preview a.jpg", "preview \"$evil\"", "preview \"$raw\"", "preview odd/cut*",
      "preview a.jpg --at \"$evil\"",
    ],
    "shell": ["shell \"$evil\""],
    "portal": [
      "portal \"$evil\"",
      "mkdir -p \"$HOME/.config/photopick\"; echo \"face = $evil\" > \"$HOME/.config/photopick/portal.conf\"; "
        + "unset DBUS_SESSION_BUS_ADDRESS; \"$PHOTOPICK\" portal",
    ],
    "duplicates": [
      "cp odd/*.jpg \"odd/copy $evil.jpg\"; cp odd/*.jpg \"odd/$raw\"; \"$PHOTOPICK\" duplicates odd",
      "duplicates odd -0", "duplicates odd --json", "duplicates odd --jsonl", "duplicates \"$evil\"",
      "duplicates odd --prefer \"$evil\"", "duplicates odd -o \"$evil/x\"",
    ],
    "watch": [
      "watch --jsonl odd & sleep 1; kill $!; wait", "watch --jsonl \"$evil\" & sleep 1; kill $!; wait",
      "watch --jsonl odd --album \"$evil\"",
    ],
    "export": [
      "export all odd --to \"to $evil\" --dry-run", "export all odd --to \"to $evil\"", "export --undo",
      "export all odd --to \"to $evil\" --json", "export all odd --to \"to $evil\" --plist",
      "export all odd --to \"to $evil\" --csv", "export all odd --to \"to $evil\" --format '{path} {source}'",
      "export all \"$evil\" --to a",
      "export 1 odd --to a.jpg/\"$evil\"",
      "export 1 odd --to b --name \"{$evil}\"",
    ],
    "store put": [
      "store put odd/*.jpg --root \"$evil\" --any", "store put a.jpg --name \"$bidi\" --root \"$evil\"",
      "store put a.jpg --name \"$raw\" --root \"$evil\"", "store put a.jpg --name \"$evil\"",
      "store put \"$evil\" \"$raw\" --root \"$evil\"", "store put a.jpg --root \"a.jpg/$evil\"",
    ],
    "store get": [
      "store get \"$bidi\" --root \"$evil\"", "store get \"$evil\"",
      "store get a.jpg --root keep -o \"$evil/x\"",
    ],
    "store delete": ["store delete \"$bidi\" \"$raw\" --root keep", "store delete \"$evil\""],
    "store rename": [
      "store rename \"$bidi\" \"$raw\" --root keep", "store rename a.jpg \"$evil\" --root keep",
    ],
    "store path": ["store path b.jpg --root \"keep/$evil\"", "store path \"$bidi\" --root keep"],
    "store exists": ["store exists \"$evil\" --root keep"],
    "store list": [
      "store put a.jpg --name \"$bidi\" --root keep; \"$PHOTOPICK\" store put a.jpg --name \"$raw\" --root keep; "
        + "\"$PHOTOPICK\" store list --root keep", "store list --root keep --json",
      "store list --root keep --csv",
      "store list --root keep --plist", "store list --root keep --paths",
      "store list --root keep --format '{name} {path}'", "store list --root \"a.jpg/$evil\"",
    ],
    "fetch": [
      "fetch \"$evil\"", "fetch \"http://127.0.0.1:9/$evil\" --tries 1", "fetch --forget \"http://$evil/\"",
      "fetch \"$SERVER/picture\" --to \"to $evil\"", "fetch \"$SERVER/none\" --tries 1",
      "fetch http://127.0.0.1:9/a.jpg --tries 1 --to \"to $evil\"", "fetch --list", "fetch --list --json",
      "fetch --list --plist",
      "fetch --list --csv", "fetch --list --format '{url} {folder}'", "fetch --list --paths",
    ],
    "drafts list": [
      "select 1-2 odd --draft \"$bidi\" > /dev/null; \"$PHOTOPICK\" drafts list; \"$PHOTOPICK\" drafts list --json",
      "drafts list --csv", "drafts list --plist", "drafts list --paths",
      "drafts list >&2; echo x > \"$XDG_DATA_HOME/photopick/drafts/$bidi.draft\"; \"$PHOTOPICK\" drafts list",
    ],
    "drafts show": [
      "select all odd --draft d > /dev/null; \"$PHOTOPICK\" drafts show d; \"$PHOTOPICK\" drafts show d --json",
      "drafts show \"$evil\"", "drafts show \"$bidi\"",
      "select 1 odd --draft e > /dev/null; rm -r odd; \"$PHOTOPICK\" drafts show e",
    ],
    "drafts delete": ["drafts delete \"$evil\"", "drafts delete \"$bidi\" \"$bidi\""],
    "catalog status": [
      "catalog status --catalog \"$evil\"",
      "browse odd --catalog \"$evil\" > /dev/null; \"$PHOTOPICK\" catalog status "
        + "--catalog \"$evil\"; \"$PHOTOPICK\" catalog status --json --catalog \"$evil\"",
    ],
    "catalog refresh": ["catalog refresh \"$evil\"", "catalog refresh odd --catalog \"$evil/x\""],
    "catalog verify": ["catalog verify odd \"$evil\""],
    "catalog merge": [
      "catalog merge --to \"$evil\" \"$raw\"", "catalog merge --to x \"$evil\"",
      "browse odd --catalog \"$evil\" > /dev/null; \"$PHOTOPICK\" catalog merge --to \"$bidi.sqlite\" \"$evil\"",
      "catalog merge --to \"odd/$evil.jpg\" \"$evil\"",
    ],
    "catalog publish": [
      "catalog publish --to \"$evil\"", "catalog publish --to shared \"$evil\"",
      """
      --version; mkdir -p "$bidi"; echo "{$evil" > "$bidi/index.json"; "$PHOTOPICK" catalog publish --to "$bidi" x
      "$PHOTOPICK" browse odd --catalog "$bidi"
      """,
      "catalog publish --to \"odd/$evil.jpg\" \"$evil\"",
    ],
    "catalog clear": ["catalog clear --catalog odd/x*.jpg", "catalog clear --catalog \"a.jpg/$evil\""],
  ]

  private let program: Photopick
  private let server: TestServer

  init() throws {
    var photopick = try Photopick()
    server = try TestServer { request in
      let evil = "x\u{1B}]0;EVIL\u{7}\u{9B}\u{202E}"
      let body = PictureBuilder.jpeg("2014:05:13 12:00:00")
      let head =
        request.path == "/picture"
        ? "200 OK\r\nContent-Disposition: attachment; filename=\"\(evil).jpg\"" : "404 \(evil)"
      return [.send(Array("HTTP/1.1 \(head)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)]
    }
    photopick.environment["SERVER"] = server.url("")
    photopick.environment["no_proxy"] = "127.0.0.1"
    photopick.environment["XDG_DATA_HOME"] = photopick.user.at("data").string
    try photopick.photos.file(
      "a.jpg", PictureBuilder.jpeg("2014:05:13 12:00:00") { $0.make = "\u{1B}]0;EVIL\u{7}" })
    try photopick.photos.file("cut.jpg", Array(PictureBuilder.jpeg("2014:05:13 12:00:00").prefix(40)))
    program = photopick
    _ = try photopick.shell(
      Self.definitions
        + #"mkdir odd "odd/$evil"; for n in "$evil" "$bidi" "$raw" x; do cp a.jpg "odd/x$n.jpg"; done; "#
        + #"cp a.jpg "odd/$evil/in.jpg"; cp cut.jpg "odd/cut $evil.jpg"; cp a.jpg "odd/$evil.jpg""#)
  }

  /// Octal, since arguments in Swift can't contain invalid UTF-8.
  private static let definitions =
    #"evil=$(printf 'x\033]0;EVIL\007\302\233\342\200\256\nEVIL\233y'); "#
    + #"bidi=$(printf 'b\342\200\256EVIL.jpg'); raw=$(printf 'r\233EVIL.jpg'); "#

  @Test func `every subcommand is tried`() throws {
    struct Tree: Decodable {
      let command: Command
    }
    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      /// The names of all subcommands that perform work, with the command group.
      var names: [String] {
        (subcommands ?? []).flatMap { command in
          command.subcommands == nil
            ? [command.commandName] : command.names.map { "\(command.commandName) \($0)" }
        }
      }
    }
    let help = try program.run("--experimental-dump-help").bytes
    let names = try JSONDecoder().decode(Tree.self, from: Data(help)).command.names
    #expect(Set(names) == Set(Self.cases.keys).union(["help"]))
  }

  @Test(arguments: cases.keys)
  func `nothing of a name steers the terminal`(command: String) throws {
    var shown = ""
    for line in try #require(Self.cases[command]) {
      let outcome = try program.shell(
        Self.definitions + "\"$PHOTOPICK\" " + line, to: .terminalWithErrors(columns: 200))
      shown += check(outcome.bytes, line)
    }
    // The test requires that the name is displayed.
    #expect(shown.contains("EVIL"))
  }

  @Test func `the picker shows names escaped`() throws {
    let terminal = try PickerTerminal(
      program, [program.photos.at("odd").string], columns: 120, redirection: "")
    try terminal.wait(for: "EVIL")
    try terminal.type("\r")
    try terminal.wait("the photo", until: { $0.text.contains("EVIL") })
    try terminal.type("qqq")
    _ = try terminal.end()
    _ = check(terminal.written, "pick")
  }

  /// Checks that the output is text and escapes names, and returns it.
  private func check(_ bytes: [UInt8], _ line: String) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      Issue.record("\(line) writes bytes that are no text")
      return ""
    }
    for steering in ["\u{1B}]0;", "\u{7}", "\u{202E}"] where text.unicodeScalars.contains(steering) {
      Issue.record("\(line) writes \(steering.debugDescription) of a name")
    }
    #expect(!text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }, "\(line) writes a C1 control")
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("EVIL") }, "\(line) breaks a line in a name")
    return text
  }
}

extension String.UnicodeScalarView {
  fileprivate func contains(_ text: String) -> Bool { String(self).utf8.firstRange(of: text.utf8) != nil }
}
