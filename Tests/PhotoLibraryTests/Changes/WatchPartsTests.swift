import PhotoFiles
@testable import PhotoLibrary
import SystemPackage
import Testing

struct WatchPartsTests {
  private static let pace = DebouncedChanges.Pace(quiet: .milliseconds(50), longest: .milliseconds(200))

  @Test
  func `changes that come together arrive together`() async throws {
    let debounced = DebouncedChanges(pace: Self.pace)
    for number in 0..<5_000 {
      debounced.add { $0.folders.insert(Folder(FilePath("/photos/\(number % 7)"))) }
    }
    debounced.add { $0.trees.insert(Folder("/photos/gone")) }
    var changes = debounced.makeAsyncIterator()
    let gathered = try #require(await changes.next())
    #expect(gathered.folders.count == 7)
    #expect(gathered.trees == [Folder("/photos/gone")])
    #expect(!gathered.isEverything)
  }

  @Test
  func `changes that do not cease arrive all the same`() async throws {
    let debounced = DebouncedChanges(pace: Self.pace)
    let writer = Task {
      while !Task.isCancelled {
        debounced.add { $0.folders.insert(Folder("/photos")) }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    var changes = debounced.makeAsyncIterator()
    for _ in 0..<3 { #expect(await changes.next()?.folders == [Folder("/photos")]) }
    writer.cancel()
  }

  @Test
  func `cancelling the task terminates waiting for changes`() async {
    let debounced = DebouncedChanges(pace: Self.pace)
    let waiting = Task {
      var changes = debounced.makeAsyncIterator()
      return await changes.next()
    }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }

  @Test
  func `a line of mountinfo gives device and type`() {
    let line: Substring = "36 35 0:52 / /mnt/photos rw,relatime shared:1 master:2 - nfs4 server:/photos rw"
    #expect(NetworkFileSystems.mount(line)?.type == "nfs4")
    #expect(NetworkFileSystems.mount(line)?.device == 52)
    // Major 259, minor 300: the bits that exceed eight are stored in the upper bits.
    #expect(NetworkFileSystems.mount("36 35 259:300 / / rw - ext4 /dev/root rw")?.device == 0x11_032C)
    for line: Substring in [
      "", "36 35 0:52 / /mnt rw", "36 35 0:52 / /mnt rw -", "36 35 x / /mnt rw - nfs4 a b",
    ] {
      #expect(NetworkFileSystems.mount(line) == nil)
    }
  }

  #if os(Linux)
    @Test
    func `mounts are parsed`() {
      #expect(NetworkFileSystems.mounts().contains { $0.type == "proc" })
    }
  #endif

  @Test(arguments: [("nfs4", true), ("fuse.sshfs", true), ("9p", true), ("ext4", false), ("fusectl", false)])
  func `types that other machines change are known`(type: String, isUnseen: Bool) {
    #expect(NetworkFileSystems.isUnseen(type) == isUnseen)
  }

  #if os(Linux)
    @Test
    func `events are parsed, and a truncated event is ignored`() {
      // wd 1, IN_CREATE, cookie 0, a name of 8 bytes padded with NUL; wd 2, IN_DELETE_SELF, no name.
      let first: [UInt8] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0] + Array("a.jpg\0\0\0".utf8)
      let second: [UInt8] = [2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      let events = (first + second).withUnsafeBytes { InotifyEvent.events(in: $0) }
      #expect(events.map(\.descriptor) == [1, 2])
      #expect(events.map(\.mask) == [0x100, 0x400])
      #expect(events.map { $0.name?.bytes } == [Array("a.jpg".utf8), nil])
      for count in 0..<first.count {
        #expect(first[..<count].withUnsafeBytes { InotifyEvent.events(in: $0) }.isEmpty)
      }
    }
  #endif
}
