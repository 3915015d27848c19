import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoActions

struct ActionRunnerTests {
  private let tree: TemporaryTree
  private let scripts: ScriptFolder
  private var searchPath: [UInt8] { scripts.searchPath + Array(":/usr/bin:/bin".utf8) }

  init() throws {
    tree = try TemporaryTree()
    scripts = try ScriptFolder(in: tree)
  }

  private func action(_ command: String) throws -> UserAction {
    try UserAction(key: "k", name: "name", command: Array(command.utf8), home: nil)
  }

  private func run(
    _ command: String, on paths: [FilePath] = ["/x"], grace: Duration = .seconds(60), room: Int? = nil
  ) async throws -> ActionOutcome {
    try await ActionRunner(searchPath: searchPath, grace: grace, room: room).run(action(command), on: paths)
  }

  private func text(_ outcome: ActionOutcome) -> String { String(decoding: outcome.output, as: UTF8.self) }

  @Test func `paths are passed as absolute bytes`() async throws {
    try scripts.add("show", "printf '<%s>' \"$@\"")
    let name = try #require(FileName(bytes: Array("a b\n$(x)\u{1B}".utf8) + [0xFF]))
    let paths = [tree.path.appending(name), "/-rf", "/'\"`"]
    let outcome = try await run("show {}", on: paths)
    let expected = paths.flatMap { Array("<".utf8) + $0.fileSystemBytes + Array(">".utf8) }
    #expect(outcome.output == expected)
    #expect(outcome.isSuccess)
    let relative = try await run("show", on: ["-rf"])
    let current = try #require(FilePath.currentFolder)
    #expect(text(relative) == "<\(current.appending("-rf"))>")
  }

  @Test func `a command reads nothing, has no terminal, and answers to signals`() async throws {
    try scripts.add(
      "look", "cat; tty; (: </dev/tty) 2>/dev/null && echo terminal; kill -INT $$; echo still there")
    let outcome = try await run("look")
    #expect(text(outcome).contains("not a tty"))
    #expect(!text(outcome).contains("\nterminal"))
    #expect(outcome.firstFailure == .signaled(SIGINT))
    #expect(outcome.description.hasPrefix("signal 2 ended it"))
  }

  @Test func `a failure reports its status and first line of output`() async throws {
    try scripts.add("fail", "echo printed; echo >&2; echo 'cannot do it' >&2; echo more >&2; exit 3")
    let outcome = try await run("fail")
    #expect(outcome.firstFailure == .exited(3))
    #expect(outcome.firstErrorLine == Array("cannot do it".utf8))
    #expect(outcome.description == "it ended with status 3: cannot do it")
    #expect(!outcome.isSuccess)
    for line in ["printed", "cannot do it", "more"] { #expect(text(outcome).contains("\(line)\n")) }
  }

  @Test func `the end of long output is captured unchanged`() async throws {
    try scripts.add(
      "much", "i=0; while [ $i -lt 30000 ]; do echo 123456789; i=$((i+1)); done; printf '\\033[2Jend'")
    let outcome = try await run("much")
    #expect(outcome.output.count == 64 * 1024)
    #expect(outcome.output.suffix(10) == Array("89\n\u{1B}[2Jend".utf8))
    try scripts.add("line", "head -c 5000 /dev/zero | tr '\\0' x >&2")
    #expect(try await run("line").firstErrorLine == Array(repeating: 0x78, count: 1024))
  }

  @Test func `runs that fail do not keep others from running`() async throws {
    try scripts.add("each", "echo \"$1\" >> '\(tree.path)/log'; case $1 in *2*) exit 4;; esac")
    // There is room for one path per run.
    let outcome = try await run("each", on: ["/1", "/2", "/3"], room: 1)
    #expect(outcome.runCount == 3)
    #expect(outcome.failureCount == 1)
    #expect(outcome.description == "1 of 3 runs failed: it ended with status 4")
    #expect(tree.bytes("log") == Array("/1\n/2\n/3\n".utf8))
  }

  @Test func `more paths than one run takes make several`() async throws {
    try scripts.add("count", "echo $#")
    let paths = (0..<10_000).map { FilePath("/a/path/that/is/longer/\($0)") }
    let outcome = try await run("count", on: paths, room: 100_000)
    #expect(outcome.runCount > 1)
    #expect(text(outcome).split(separator: "\n").compactMap { Int($0) }.reduce(0, +) == 10_000)
    // These exceed the system's limit.
    let long = (0..<70).map { FilePath("/\($0)/" + String(repeating: "x", count: 40_000)) }
    let divided = try await run("count", on: long, room: .max)
    #expect(text(divided).split(separator: "\n").compactMap { Int($0) }.reduce(0, +) == 70)
    await #expect(throws: ActionError.notStarted(program: tree.at("bin/count"), .argListTooLong)) {
      try await run("count", on: [FilePath("/" + String(repeating: "x", count: 200_000))])
    }
  }

  @Test func `a missing program is reported`() async throws {
    await #expect(throws: ActionError.noProgram("nowhere-to-be-found")) {
      try await run("nowhere-to-be-found")
    }
    let path = tree.at("no/program")
    await #expect(throws: ActionError.notStarted(program: path, .noSuchFileOrDirectory)) {
      try await run("\(path)")
    }
    try tree.file("plain", [])
    let plain = tree.at("plain")
    await #expect(throws: ActionError.notStarted(program: plain, .permissionDenied)) {
      try await run("\(plain)")
    }
  }

  @Test func `background processes of a command may keep running`() async throws {
    try scripts.add(
      "leave",
      "(while [ ! -e '\(tree.path)/go' ]; do sleep 0.02; done; echo late; echo ok > '\(tree.path)/done') & echo early"
    )
    let outcome = try await run("leave")
    #expect(text(outcome) == "early\n")
    try tree.file("go", [])
    var patience = Patience()
    while tree.bytes("done") != Array("ok\n".utf8), !patience.isOver() {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(tree.bytes("done") == Array("ok\n".utf8))
  }

  /// Cancels a command after it has created the file `ready`.
  private func cancelled(
    _ command: String, on paths: [FilePath], grace: Duration, room: Int? = nil
  ) async throws -> ActionOutcome {
    let action = try action(command)
    let runner = ActionRunner(searchPath: searchPath, grace: grace, room: room)
    let task = Task { try await runner.run(action, on: paths) }
    var patience = Patience()
    while tree.bytes("ready") == nil, !patience.isOver() { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    return try await task.value
  }

  @Test func `cancellation terminates a command and its children, and prevents further runs`() async throws {
    try scripts.add("hang", "echo x >> '\(tree.path)/runs'; : > '\(tree.path)/ready'; sleep 1000; sleep 1000")
    let outcome = try await cancelled("hang", on: ["/1", "/2"], grace: .seconds(600), room: 1)
    #expect(outcome.isCancelled)
    #expect(outcome.firstFailure == .signaled(SIGTERM))
    #expect(tree.bytes("runs") == Array("x\n".utf8))
    #expect(outcome.description == "cancelled")
  }

  @Test func `a command that does not hear is killed`() async throws {
    try scripts.add("deaf", "trap '' TERM; : > '\(tree.path)/ready'; while :; do sleep 0.05; done")
    let outcome = try await cancelled("deaf", on: ["/1"], grace: .milliseconds(50))
    #expect(outcome.firstFailure == .signaled(SIGKILL))
  }
}
