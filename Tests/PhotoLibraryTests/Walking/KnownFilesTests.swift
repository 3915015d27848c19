import PhotoFiles
import Testing

@testable import PhotoLibrary

struct KnownFilesTests {
  private func name(_ text: String) -> FileName { FileName(unchecked: Array(text.utf8)) }

  private func file(_ inode: UInt64) -> KnownFile {
    let time = FileStatus.Time(seconds: 1, nanoseconds: 2)
    return KnownFile(
      inode: inode, size: 3, modified: time, changed: time, birth: nil, isSettled: true, metadata: nil)
  }

  private func entries(_ names: [String]) -> [KnownFiles.Entry] {
    names.enumerated().map { KnownFiles.Entry(name: name($1), file: file(UInt64($0))) }
  }

  @Test(arguments: [["a1", "a10", "a2", "b"], ["b", "a2", "a1", "a10"], ["a10", "b", "a", "a2"], []])
  func `every name is found, regardless of the starting index`(names: [String]) {
    let known = KnownFiles(entries(names))
    #expect(known.count == names.count)
    for start in 0...(names.count + 1) {
      for (inode, text) in names.enumerated() {
        var index = start
        #expect(known.file(name(text), near: &index)?.inode == UInt64(inode))
        #expect(known.entries[index - 1].name == name(text))
      }
      for other in ["0", "a11", "a3", "c", "aa"] {
        var index = start
        #expect(known.file(name(other), near: &index) == nil && index == start)
        #expect(known[name(other)] == nil)
      }
    }
  }

  @Test func `of two files with one name the last counts`() {
    let known = KnownFiles(entries(["a", "b", "c", "b", "a", "b"]))
    #expect(known.count == 3)
    #expect(known[name("a")]?.inode == 4 && known[name("b")]?.inode == 5)
    #expect(known[name("c")]?.inode == 2)
  }
}
