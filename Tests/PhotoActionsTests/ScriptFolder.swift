import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// A folder of small scripts in place of programs.
struct ScriptFolder {
  private let tree: TemporaryTree

  init(in tree: TemporaryTree) throws {
    self.tree = tree
    try tree.folder("bin")
  }

  /// The folder as a search path.
  var searchPath: [UInt8] { tree.at("bin").fileSystemBytes }

  /// Makes a script of shell.
  ///
  /// Another process writes it: what this one has open for writing cannot be started, and a process that another test
  /// starts has it open for a moment too.
  func add(_ name: String, _ text: String) throws {
    try tree.file("source", Array("#!/bin/sh\n\(text)\n".utf8))
    defer { try? tree.remove("source") }
    let place = [tree.at("source"), tree.at(FilePath("bin/\(name)"))].map(\.fileSystemBytes)
    for command in [("/bin/cp", place), ("/bin/chmod", [Array("755".utf8), place[1]])] {
      #expect(try Program(FilePath(command.0), arguments: command.1).start().wait() == .exited(0))
    }
  }
}
