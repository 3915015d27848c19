#if os(Linux)
  import Foundation
  import PhotoFiles
  import PhotoPortal
  import SystemPackage
  import TestSupport
  import Testing

  @testable import photopick

  /// Windows of requests that are closed.
  @Suite(.blocking) struct PortalWindowTests {
    @Test func `a request that is closed before its window opens starts no program`() throws {
      let tree = try TemporaryTree()
      try tree.file("request", [])
      let marker = tree.path.appending("marker")
      let program = Program("/bin/sh", arguments: ["-c", "> '\(marker)'"].map { Array($0.utf8) })
      let file = try OpenFile(tree.path.appending("request"))
      let closed = PortalWindow.Box()
      closed.close()
      #expect(try closed.start(program, for: file.descriptor) == nil)
      #expect((try? FileStatus(marker)) == nil)
      let open = PortalWindow.Box()
      let started = try open.start(program, for: file.descriptor)
      #expect(started?.wait() == .exited(0))
      #expect((try? FileStatus(marker)) != nil)
    }

    @Test func `closing a request ends its program`() throws {
      let tree = try TemporaryTree()
      try tree.file("request", [])
      let file = try OpenFile(tree.path.appending("request"))
      let box = PortalWindow.Box()
      let program = Program("/bin/sleep", arguments: [Array("1000".utf8)])
      let started = try box.start(program, for: file.descriptor)
      let running = try #require(started)
      box.close()
      #expect(running.wait() == .signaled(SIGTERM))
    }

    @Test func `the picker of a closed request ends, whoever has started it`() async {
      await #expect(processExitsWith: .signal(SIGTERM)) {
        let tree = try TemporaryTree()
        let request = ChooserRequest(kind: .open(isMultiple: false))
        try tree.file("request", Array(try JSONEncoder().encode(request)))
        let path = tree.path.appending("request")
        // A locked request, as of a portal.
        let file = try OpenFile(path)
        try file.descriptor.lock(.exclusive)
        _ = try PortalDialog(path.string)
        file.descriptor.unlock()
        // The signal ends the process meanwhile.
        sleep(100)
      }
    }

    @Test func `a request that no portal has locked ends nothing`() throws {
      let tree = try TemporaryTree()
      let request = ChooserRequest(kind: .open(isMultiple: false))
      try tree.file("request", Array(try JSONEncoder().encode(request)))
      let path = tree.path.appending("request")
      #expect(try PortalDialog(path.string).request == request)
    }
  }
#endif
