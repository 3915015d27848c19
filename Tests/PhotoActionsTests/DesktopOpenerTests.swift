import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoActions

#if os(Linux)
  struct DesktopOpenerTests {
    private let tree: TemporaryTree
    private let scripts: ScriptFolder

    init() throws {
      tree = try TemporaryTree()
      scripts = try ScriptFolder(in: tree)
      try tree.file("a b.jpg", [1])
    }

    private func open(_ path: FilePath, patience: Duration = .seconds(600)) async throws {
      try await DesktopOpener(searchPath: scripts.searchPath, patience: patience).open(path)
    }

    private var log: String { String(decoding: tree.bytes("log") ?? [], as: UTF8.self) }

    private func url(_ path: FilePath) -> String { FileURL.text(path.fileSystemBytes) }

    @Test func `xdg-open gets the URL of the file, and neither terminal nor input`()
      async throws
    {
      try scripts.add(
        "xdg-open",
        "read -r line; printf '%s|%s|%s' $# \"$1\" \"$line\" > '\(tree.path)/log'; echo noise; echo noise >&2"
      )
      try await open(tree.at("a b.jpg"))
      #expect(log == "1|\(url(tree.at("a b.jpg")))|")
    }

    @Test(arguments: ["-a.jpg", "a\nmailto:b.jpg", "$(a) 'b' \"c\" \u{9B}.jpg", "%41.jpg"])
    func `a name is one line of unreserved characters for xdg-open`(name: String) async throws {
      try tree.file(FilePath(name), [1])
      try scripts.add("xdg-open", "printf '%s\\n' \"$@\" > '\(tree.path)/log'")
      try await open(tree.at(FilePath(name)))
      #expect(log == url(tree.at(FilePath(name))) + "\n")
      #expect(log.split(separator: "\n").count == 1 && !log.contains { " $'()".contains($0) })
    }

    @Test func `gio is the fallback if xdg-open or one of its tools is missing`() async throws {
      try scripts.add("gio", "printf '%s|%s' \"$1\" \"$2\" > '\(tree.path)/log'")
      try await open(tree.at("a b.jpg"))
      #expect(log == "open|\(url(tree.at("a b.jpg")))")
      try tree.remove("log")
      try scripts.add("xdg-open", "exit 3")
      try await open(tree.at("a b.jpg"))
      #expect(log == "open|\(url(tree.at("a b.jpg")))")
    }

    @Test func `the message names the package to install`() async throws {
      let error = await #expect(throws: OpeningError.noOpener) { try await open(tree.at("a b.jpg")) }
      #expect(error?.description == "no program to open files with was found: install xdg-utils")
    }

    @Test(arguments: [
      (4, "no program of the desktop opens it"), (1, "could not open it: it ended with status 1"),
    ])
    func `a failure is reported`(status: Int, text: String) async throws {
      try scripts.add("xdg-open", "exit \(status)")
      let error = await #expect(throws: OpeningError.self) { try await open(tree.at("a b.jpg")) }
      #expect(error?.description.contains(text) == true)
    }

    @Test func `a running program is left alone`() async throws {
      try scripts.add(
        "xdg-open", "while [ ! -e '\(tree.path)/go' ]; do /bin/sleep 0.02; done; echo ok > '\(tree.path)/log'"
      )
      try await open(tree.at("a b.jpg"), patience: .milliseconds(1))
      #expect(log == "")
      try tree.file("go", [])
      var patience = Patience()
      while log != "ok\n", !patience.isOver() { try await Task.sleep(for: .milliseconds(20)) }
      #expect(log == "ok\n")
    }

    @Test func `a missing file is reported without calling the desktop`() async throws {
      try scripts.add("xdg-open", "echo > '\(tree.path)/log'")
      await #expect(throws: OpeningError.unreadable(tree.at("gone.jpg"), .noSuchFileOrDirectory)) {
        try await open(tree.at("gone.jpg"))
      }
      #expect(tree.bytes("log") == nil)
    }

    @Test func `relative search paths are ignored`() async throws {
      let opener = DesktopOpener(searchPath: Array(":.:bin".utf8), patience: .seconds(600))
      await #expect(throws: OpeningError.noOpener) { try await opener.open(tree.at("a b.jpg")) }
    }

    @Test func `tmux is given the text as it is, and only as much as it takes`() async throws {
      try scripts.add("tmux", "printf '<%s>' \"$@\" > '\(tree.path)/log'")
      let path = scripts.searchPath
      #expect(
        await TmuxClipboard.copy(Array("-a $(b)\n'".utf8), searchPath: path, patience: .seconds(600)))
      #expect(log == "<set-buffer><-w><--><-a $(b)\n'>")
      #expect(await !TmuxClipboard.copy(Array(repeating: 0x41, count: 12_001), searchPath: path))
      #expect(await !TmuxClipboard.copy([0x41], searchPath: []))
      try scripts.add("tmux", "exit 1")
      #expect(await !TmuxClipboard.copy([0x41], searchPath: path))
    }

    @Test func `a tmux that does not answer is not waited for`() async throws {
      try scripts.add("tmux", "exec sleep 600")
      #expect(
        await !TmuxClipboard.copy([0x41], searchPath: scripts.searchPath, patience: .milliseconds(10)))
    }
  }
#endif
