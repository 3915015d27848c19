import Foundation
import PhotoFiles
import SystemPackage
import TestSupport
import Testing

struct FileStateTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func state(_ name: FilePath) throws -> FileState { FileState(try FileStatus(tree.at(name))) }

  private func fingerprint(_ name: FilePath) throws -> String { try OpenFile(tree.at(name)).fingerprint() }

  @Test func `a file written anew with size and time preserved is in another state`() throws {
    try tree.file("a", [1, 2, 3])
    let (before, text) = (try state("a"), try fingerprint("a"))
    #expect(try state("a") == before && fingerprint("a") == text)
    // The system's clock for files ticks every few milliseconds.
    var patience = Patience()
    repeat { try tree.file("a", [1, 2, 4]) } while try state("a") == before && !patience.isOver()
    #expect(try state("a") != before)
    #expect(try state("a").modified == before.modified && state("a").size == before.size)
    #expect(try fingerprint("a") != text)
  }

  @Test func `files that take each other's names are in other states`() throws {
    try tree.file("a", [1, 2, 3])
    try tree.file("b", [1, 2, 3])
    let (before, text) = (try state("a"), try fingerprint("a"))
    try #require(rename(tree.at("b").string, tree.at("a").string) == 0)
    #expect(try state("a") != before && fingerprint("a") != text)
  }
}
