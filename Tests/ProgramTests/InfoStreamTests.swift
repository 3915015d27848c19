import Testing
import TestSupport

/// `info -` as a filter in a pipeline.
@Suite(.blocking) struct InfoStreamTests {
  private struct Line: Decodable, Equatable {
    var path: String
    var url: String
    var name: String?
    var problem: String?
  }

  private let photopick: Photopick

  init() throws { photopick = try Journey.photopick() }

  /// Shell code that starts `info` with pipes on descriptors 3, its input, and 4, its output.
  private static func start(_ arguments: String) -> String {
    """
    mkfifo in out
    "$PHOTOPICK" info \(arguments) < in > out &
    exec 3> in 4< out

    """
  }

  @Test(arguments: ["- --jsonl", "--from - --jsonl", "IMG_9.JPG - --jsonl"])
  func `a writer that waits gets each record before it sends the next path`(arguments: String) throws {
    let outcome = try photopick.shell(
      Self.start(arguments) + """
        \(arguments.hasPrefix("IMG") ? "read -r line <&4; printf '%s\\n' \"$line\"" : "")
        for path in IMG_9.JPG Trip/clip.mp4 gone.jpg IMG_9.JPG; do
          echo $path >&3; read -r line <&4; printf '%s\\n' "$line"
        done
        exec 3>&-; cat <&4; wait $!; echo $? >&2
        """)
    let names = try outcome.lines(of: Line.self).suffix(4).map { $0.name ?? $0.problem }
    #expect(names == ["IMG_9.JPG", "clip.mp4", "no such file or folder", "IMG_9.JPG"])
    #expect(outcome.errorLines.last == "1")
  }

  @Test func `a path separated by NUL gets its record at once`() throws {
    try photopick.photos.file("two\nlines.jpg", PictureBuilder.jpeg())
    let outcome = try photopick.shell(
      Self.start("- --jsonl") + """
        for name in 'two\\nlines.jpg' IMG_9.JPG; do
          printf "$name\\0" >&3; read -r line <&4; printf '%s\\n' "$line"
        done
        exec 3>&-; wait $!; echo $? >&2
        """)
    #expect(try outcome.lines(of: Line.self).map(\.name) == ["two\nlines.jpg", "IMG_9.JPG"])
    #expect(outcome.errorLines == ["0"])
  }

  #if os(Linux)
    @Test func `memory does not grow with the list`() throws {
      let outcome = try photopick.shell(
        Self.start("- --jsonl 2> /dev/null") + """
          info=$!
          for count in 2000 30000; do
            yes IMG_9.JPG | head -n $count >&3 &
            head -n $count <&4 | wc -l
            grep VmHWM /proc/$info/status | tr -dc '0-9\\n'
          done
          exec 3>&-; wait
          """)
      let figures = outcome.lines.compactMap { Int($0) }
      try #require(figures.count == 4)
      #expect(figures[0] == 2000 && figures[2] == 30_000)
      #expect(figures[3] - figures[1] < 8 << 10, "\(figures)")
    }
  #endif

  @Test func `a path that can't be read has a record with the problem`() throws {
    let outcome = try photopick.shell(
      "printf 'gone.jpg\\nr\\233.jpg\\nTrip\\ns3://bucket//key.jpg\\nIMG_9.JPG\\n' | \"$PHOTOPICK\" info - --jsonl"
    )
    let path = photopick.photos.at("gone.jpg").string
    #expect(
      outcome.lines.first
        == "{\"path\":\"\(path)\",\"url\":\"file://\(path)\",\"problem\":\"no such file or folder\"}")
    let lines = try outcome.lines(of: Line.self)
    #expect(lines[1].url.hasSuffix("/r%9B.jpg") && lines[1].path.hasSuffix("/r\u{FFFD}.jpg"))
    #expect(lines[2].problem == "not a file")
    #expect(lines[3].path == "s3://bucket//key.jpg" && lines[3].problem?.contains("empty component") == true)
    #expect(lines[4].name == "IMG_9.JPG" && lines.count == 5)
    #expect(outcome.errorLines.count == 4)
  }

  @Test func `records of problems are a list of the same paths`() throws {
    let outcome = try photopick.shell(
      """
      printf 'r\\233.jpg\\nIMG_9.JPG\\n' | "$PHOTOPICK" info - --jsonl 2> /dev/null |
        "$PHOTOPICK" info - --jsonl 2> /dev/null
      """)
    #expect(try outcome.lines(of: Line.self).map(\.name) == [nil, "IMG_9.JPG"])
  }

  @Test(arguments: [
    ("(echo IMG_9.JPG; echo Trip/clip.mp4; sleep 0.3; cat /dev/zero)", "is not a list"),
    ("(echo IMG_9.JPG; echo Trip/clip.mp4; sleep 0.3; yes | tr -d '\\n')", "a string exceeds 64 KiB"),
    ("printf '{\"path\":\"IMG_9.JPG\"}\\n{\"path\":\"Trip/clip.mp4\"}\\n{\"path\":'", "line 3"),
  ])
  func `an invalid line ends the list with an error`(writer: String, error: String) throws {
    let outcome = try photopick.shell("\(writer) | \"$PHOTOPICK\" info - --jsonl; echo $?")
    #expect(outcome.errors.contains("photopick: standard input: "))
    #expect(outcome.errors.contains(error) || outcome.errors.contains("a string exceeds"))
    #expect(outcome.lines.last == "1")
  }

  @Test(
    arguments: [
      ("", []), ("[]", []), (#"[{"name":"All Photos","type":"all"}]"#, nil),
      (#"[{"name":"All Photos","type":"all"},{"path":"IMG_9.JPG"}]"#, ["IMG_9.JPG"]),
    ] as [(String, [String]?)])
  func `a list may be empty, but contain all photos only with paths`(list: String, names: [String]?) throws {
    let outcome = try photopick.runAll(["info", "-", "--jsonl"], input: Array(list.utf8))
    #expect(try outcome.lines(of: Line.self).map(\.name) == names ?? [])
    #expect(outcome.status == (names == nil ? 1 : 0))
    #expect(outcome.errors.contains("contains only All Photos") == (names == nil))
  }

  @Test func `a closed pipe ends an endless list silently`() throws {
    let outcome = try photopick.shell(
      "(yes IMG_9.JPG | \"$PHOTOPICK\" info - --jsonl; echo $? >&2) | head -n 3 | wc -l")
    #expect(outcome.text.split(separator: " ").joined() == "3\n")
    #expect(outcome.errorLines.last == "0")
  }

  @Test func `every form of output streams a list`() throws {
    let list = "IMG_9.JPG\nTrip/clip.mp4\nIMG_9.JPG\n"
    for form in [["--json"], ["--jsonl"], ["--csv"], ["--plist"], ["-0"], ["--paths"], []] {
      let given = try photopick.runAll(["info"] + form + list.split(separator: "\n").map(String.init))
      let piped = try photopick.runAll(["info", "-"] + form, input: Array(list.utf8))
      try photopick.photos.file("list.txt", Array(list.utf8))
      let listed = try photopick.runAll(["info", "--from", "list.txt"] + form)
      #expect(piped.bytes == given.bytes && listed.bytes == given.bytes && given.status == 0, "\(form)")
    }
  }
}
