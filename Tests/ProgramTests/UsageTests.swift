import Testing
import TestSupport

@Suite(.blocking) struct UsageTests {
  @Test func `alone the program prints its help`() throws {
    let outcome = try Photopick().run()
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("USAGE: photopick <subcommand>"))
    #expect(outcome.errors == "")
  }

  @Test(arguments: [
    "list-albums", "browse", "select", "pick", "stats", "info", "thumbnail", "watch", "fetch", "export",
    "store", "store put", "store get", "store delete", "store rename", "store path", "store exists",
    "store list", "drafts", "drafts list", "drafts show", "drafts delete",
    "catalog", "catalog status", "catalog refresh", "catalog verify", "catalog clear",
  ])
  func `the help of a command has examples`(command: String) throws {
    let outcome = try Photopick().runAll(command.split(separator: " ").map(String.init) + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Examples:"))
    #expect(outcome.text.contains("photopick \(command) "))
  }

  @Test(arguments: [
    ("stats", "--paths", "--json"), ("watch", "--no-refresh", "--no-catalog"),
  ])
  func `the help lists no option that always fails`(command: String, missing: String, listed: String) throws {
    let help = try Photopick().run(command, "--help").text
    #expect(help.contains("  \(listed) ") && !help.contains(" \(missing) "))
    #expect(try Photopick().run(command, missing).status == 64)
  }

  @Test func `with too few open files every command says so in one line`() throws {
    let photopick = try Photopick()
    let commands = [
      "store put a.jpg", "store list", "export all . --to out", "export --undo", "fetch --list", "browse",
      "info a.jpg",
    ]
    let loop = """
      for count in 6 8 10 12 16; do for command in \(commands.map { "'\($0)'" }.joined(separator: " ")); do
      (ulimit -n $count; exec "$PHOTOPICK" $command); echo $?; done; done
      """
    let outcome = try photopick.shell(loop)
    let count = 5 * commands.count
    #expect(outcome.lines == Array(repeating: "1", count: count))
    let line = "photopick: too few files may be open at the same time; raise the limit, as with ulimit -n 256"
    #expect(outcome.errorLines == Array(repeating: line, count: count))
  }

  @Test func `with too little memory every command says so in one line`() throws {
    let photopick = try Photopick()
    let loop = """
      for command in browse 'info a.jpg' 'store list'; do (ulimit -v 262143; exec "$PHOTOPICK" $command); echo $?; done
      (ulimit -v 262144; exec "$PHOTOPICK" browse); echo $?
      """
    let outcome = try photopick.shell(loop)
    #expect(outcome.lines == ["1", "1", "1", "0"])
    let line =
      "photopick: too little memory may be used; raise the limit to 256 MiB or more, as with ulimit -v 262144"
    #expect(outcome.errorLines == [line, line, line, "photopick: no photos found"])
  }

  @Test(arguments: [
    "browse", "list-albums", "select 1 .", "thumbnail 1.jpg", "watch", "export all . --to out",
    "export --undo",
    "store list", "store put 1.jpg", "fetch http://127.0.0.1:1/a.jpg", "fetch --list", "drafts list",
    "catalog status", "select 1 . --no-catalog --return-image screen",
  ])
  func `a relative HOME is an error of every command that needs the user's folders`(line: String) throws {
    var photopick = try Scene.photopick(count: 1)
    photopick.environment["HOME"] = "home"
    photopick.environment["XDG_STATE_HOME"] = nil
    let outcome = try photopick.runAll(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(
      outcome.errors
        == "photopick: HOME is home, a relative path, which is another folder wherever you are; "
        + "set it to an absolute one\n")
    #expect(photopick.photos.names() == ["1.jpg"])
  }

  @Test func `a relative HOME is none of the business of other commands`() throws {
    var photopick = try Scene.photopick(count: 1)
    photopick.environment["HOME"] = "home"
    for arguments in [
      ["info", "1.jpg"], ["store", "list", "--root", "keep"], ["select", "1", ".", "--no-catalog"],
      ["thumbnail", "1.jpg", "--to", "small"], ["--help"],
    ] {
      let outcome = try photopick.runAll(arguments)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
    #expect(photopick.photos.names() == ["1.jpg", "small"])
  }

  #if os(Linux)
    @Test func `a home whose name is no UTF-8 is used as it is, and no folder is made beside it`() throws {
      var photopick = try Scene.photopick(count: 1)
      photopick.environment["XDG_STATE_HOME"] = nil
      let outcome = try photopick.shell(
        #"""
        parent=$HOME; HOME=$(printf '%s/h\351' "$parent"); export HOME; mkdir "$HOME"
        "$PHOTOPICK" browse --no-catalog > "$parent/table" && "$PHOTOPICK" select 1 --no-catalog; ls -A "$HOME"; ls "$parent" | wc -l
        rm -r "$HOME"
        """#)
      #expect(outcome.lines == [photopick.photos.at("1.jpg").string, ".local", "2"])
      #expect(outcome.errors == "")
    }
  #endif

  @Test(arguments: ["browse", "select", "thumbnail", "watch", "export", "fetch"])
  func `paragraphs of the help fill the terminal, and examples stay lines`(command: String) throws {
    func discussion(columns: Int) throws -> [String] {
      var photopick = try Photopick()
      photopick.environment["COLUMNS"] = "\(columns)"
      return Array(try photopick.run(command, "--help").lines.prefix { !$0.hasPrefix("USAGE") })
    }
    let (narrow, wide) = (try discussion(columns: 80), try discussion(columns: 2000))
    #expect(narrow.allSatisfy { $0.count <= 80 })
    #expect(narrow.filter { $0.hasPrefix("  ") } == wide.filter { $0.hasPrefix("  ") })
    // Paragraphs other than examples have one line.
    let paragraphs = wide.drop { $0.isEmpty || $0.hasPrefix("OVERVIEW") }.prefix { $0 != "Examples:" }
    for (line, next) in zip(paragraphs, paragraphs.dropFirst())
    where !line.hasPrefix(" ") && !line.hasSuffix(":") {
      #expect(line.isEmpty || next.isEmpty)
    }
  }

  @Test func `the version is printed`() throws {
    let outcome = try Photopick().run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.text.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
  }

  @Test(arguments: [["frobnicate"], ["browse", "--frobnicate"], ["select"], ["-x"]])
  func `what is not known is wrong usage`(arguments: [String]) throws {
    let outcome = try Photopick().runAll(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(!outcome.errors.isEmpty)
  }

  @Test(arguments: [
    ["browse"], ["store", "get"], ["catalog", "status"], ["drafts", "show"],
  ])
  func `a mistake names the help of the command that was meant`(command: [String]) throws {
    let outcome = try Photopick().runAll(command + ["--frobnicate"])
    #expect(outcome.errors.contains("(photopick \(command.joined(separator: " ")) --help shows how)"))
  }

  @Test(arguments: [
    (["browse", "--limit", "-1"], "--limit takes a number from 0 on, not -1."),
    (["list-albums", "--offset", "-2"], "--offset takes a number from 0 on, not -2."),
    (["select", "1", "--max", "-1"], "--max takes a number from 1 on, not -1."),
    (["thumbnail", "-j", "-1", "a.jpg"], "-j takes 1 to 64, not -1."),
    (["browse", "--limit", "x"], "The value 'x' is invalid for '--limit <n>': write a whole number"),
    (["browse", "--limit"], "Missing value for '--limit <n>'"),
  ])
  func `a number that is none or out of range is told`(arguments: [String], line: String) throws {
    let outcome = try Photopick().runAll(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("photopick: \(line)"))
  }

  @Test(arguments: [
    ("brows", "did you mean photopick browse?"), ("lst-albums", "did you mean photopick list-albums?"),
    ("frobnicate", "photopick --help shows them"), ("/photos", "photopick --help shows them"),
    ("ls", "did you mean photopick browse?"), ("albums", "did you mean photopick list-albums?"),
    ("find", "did you mean photopick browse --where?"), ("RATE", "did you mean photopick mark?"),
    ("copy", "did you mean photopick export?"),
    ("rm", "did you mean photopick duplicates --trash or photopick pick?"),
    ("undo", "did you mean photopick mark --undo, photopick export --undo or photopick duplicates --undo?"),
  ])
  func `a mistaken command is told`(word: String, advice: String) throws {
    let outcome = try Photopick().run(word, "x")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "photopick: there is no command \(word); \(advice)\n")
  }

  @Test(arguments: [
    (["store", "ls"], "store ls; did you mean photopick store list?"),
    (["drafts", "rm", "album"], "drafts rm; did you mean photopick drafts delete?"),
    (["catalog", "scan"], "catalog scan; did you mean photopick catalog refresh?"),
    (["store", "frobnicate"], "store frobnicate; photopick store --help shows them"),
  ])
  func `a mistaken subcommand is told`(words: [String], line: String) throws {
    let outcome = try Photopick().runAll(words)
    #expect(outcome.status == 64)
    #expect(outcome.errors == "photopick: there is no command \(line)\n")
  }

  @Test(arguments: [
    ("export all --to x --fit big", "'--fit <WxH>': write 1600x1200"),
    (
      "export all --to x --crop 16x9",
      "'--crop <W:H>': write two numbers with a colon between them, such as 16:9"
    ),
    ("export all --to x --quality 200", "'--quality <q>': write a number from 0 to 1, or 2 to 100 per cent"),
    ("select 1 --crop 0:1", "'--crop <w:h>': write two numbers"),
    ("store put a --fit x", "'--fit <WxH>': write 1600x1200"),
    ("select 1 --min-size 9", "'--min-size <WxH>': write a width and a height above 0, such as 800x600"),
    ("preview a --cells 0x1", "'--cells <WxH>': write columns and rows, such as 80x24"),
    ("preview a --at 1", "'--at <X,Y>': write a column and a row, such as 0,10"),
    ("browse --jobs x", "'--jobs <n>': write a whole number"), ("preview a --memory x", "'--memory"),
    ("pick --web --port 65536", "'--port <n>': write a whole number of at most 65535"),
  ])
  func `an invalid value of an option says what to write`(line: String, message: String) throws {
    let outcome = try Photopick().runAll(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.text == "" && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("browse http://host:80/a", "write dav://host:80/a for a WebDAV server"),
    ("info https://host/a.jpg", "write davs://host/a.jpg for a WebDAV server"),
    ("info https://host/a.jpg --json", "write davs://host/a.jpg for a WebDAV server"),
    ("pick webdav://host/a", "write dav://host/a for a WebDAV server"),
    ("thumbnail webdavs://host/a.jpg", "write davs://host/a.jpg for a WebDAV server"),
    ("list-albums smb://host/share", "mount the server, and name the mounted folder"),
    ("select 1 SFTP://host/a", "mount the server, and name the mounted folder"),
    ("browse s3://", "names no bucket: write s3://BUCKET"),
    ("browse dav:///", "names no host: write dav://HOST"),
    ("stats S3://bucket/a", "write s3://bucket/a"),
    ("browse file:///photos", "write the path, without file://"),
    ("export all . --to smb://host/share", "mount the server"),
    ("store list --root http://host/a", "write dav://host/a"),
    ("fetch http://127.0.0.1:1/a --to https://host/a", "write davs://host/a"),
    ("preview http://host/a", "write dav://host/a"),
    ("thumbnail a.jpg --to ftp://host/a", "mount the server"),
    ("store put https://host/a", "write davs://host/a"),
    ("extract --from a --to nfs://host/a", "mount the server"),
    ("duplicates s3://bucket/a --trash", "servers have no trash"),
    ("browse --from https://host/l", "write davs://host/l"),
    ("info --from ftp://host/l", "mount the server"),
    ("mark 1 . --track file:///x", "write the path, without file://"),
  ])
  func `an address of another form names the form to write`(line: String, advice: String) throws {
    let photopick = try Photopick()
    let outcome = try photopick.runAll(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.text == "" && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(advice), "\(outcome.errors)")
    #expect(photopick.photos.names() == [])
  }

  @Test(arguments: [
    (["brows"], "brows; did you mean photopick help browse?"),
    (["frobnicate"], "frobnicate; photopick --help shows them"),
    (["foo"], "foo; photopick --help shows them"),
    (["ifno"], "ifno; did you mean photopick help info?"),
    (["undo"], "undo; did you mean photopick help mark, photopick help export or photopick help duplicates?"),
    (["version"], "version; photopick --help shows them"),
    (["store", "putt"], "store putt; did you mean photopick help store put?"),
    (["browse", "frobnicate"], "browse frobnicate; photopick browse --help shows how"),
  ])
  func `help for what is no command is a mistake`(words: [String], line: String) throws {
    let outcome = try Photopick().runAll(["help"] + words)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errors == "photopick: there is no command \(line)\n")
  }

  @Test(arguments: [([], []), (["browse"], ["browse"]), (["store", "put"], ["store", "put"])])
  func `help for a command is what the command shows`(words: [String], command: [String]) throws {
    let outcome = try Photopick().runAll(["help"] + words)
    #expect(outcome.status == 0)
    for flag in ["--help", "-h"] {
      #expect(outcome.text == (try Photopick().runAll(command + [flag]).text))
    }
  }

  @Test func `a mistake shows no escape sequence of the argument`() throws {
    let outcome = try Photopick().run("browse", "--group", "\u{1B}[31mred")
    #expect(outcome.status == 64)
    #expect(!outcome.errors.contains("\u{1B}"))
  }
}
