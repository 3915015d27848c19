import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// A folder of shell scripts that replace programs.
struct ScriptFolder {
  private let tree: TemporaryTree

  init(in tree: TemporaryTree) throws {
    self.tree = tree
    try tree.folder("bin")
  }

  var searchPath: [UInt8] { tree.at("bin").fileSystemBytes }

  /// Creates a shell script.
  ///
  /// Writes it in a child: a file that is open for writing can't be executed, and concurrently started
  /// programs briefly inherit the descriptor.
  func add(_ name: String, _ text: String) throws {
    try tree.file("source", Array("#!/bin/sh\n\(text)\n".utf8))
    defer { try? tree.remove("source") }
    let place = [tree.at("source"), tree.at(FilePath("bin/\(name)"))].map(\.fileSystemBytes)
    for command in [("/bin/cp", place), ("/bin/chmod", [Array("755".utf8), place[1]])] {
      #expect(try Program(FilePath(command.0), arguments: command.1).start().wait() == .exited(0))
    }
  }
}
