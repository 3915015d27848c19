import PhotoImaging
import Testing

@testable import photopick

/// `--memory`.
struct MemoryOptionTests {
  @Test func `a size is a whole number with a unit, or of bytes`() {
    let sizes: [(String, UInt64)] = [
      ("16M", 16 << 20), ("512m", 512 << 20), ("2G", 2 << 30), ("1T", 1 << 40), ("65536K", 64 << 20),
      ("33554432", 32 << 20),
    ]
    for (text, bytes) in sizes { #expect(MemorySize(argument: text)?.bytes == bytes) }
    #expect([16 << 20, 1536 << 20, 2 << 30, 1000].map(MemorySize.text) == ["16M", "1536M", "2G", "1000"])
  }

  @Test(arguments: ["", "M", "15M", "0", "-1G", "1.5G", "2 G", "2GB", "1ß", "99999999999T", "lots"])
  func `anything else is wrong usage`(text: String) throws {
    #expect(MemorySize(argument: text) == nil)
  }

  @Test func `the size is that of the budget which all pictures share`() throws {
    let before = MemoryBudget.machine.bytes
    defer { MemoryBudget.machine.resize(to: before) }
    try Thumbnail.parse(["a.jpg", "--memory", "3G"]).memory.apply()
    #expect(MemoryBudget.machine.bytes == 3 << 30)
    // A single picture may take as much.
    #expect(RenderingOptions().limits.bytes == 3 << 30)
    try Thumbnail.parse(["a.jpg"]).memory.apply()
    #expect(MemoryBudget.machine.bytes == 3 << 30)
  }

  @Test(arguments: ["thumbnail", "browse", "info", "pick", "select", "export", "store put"])
  func `every command that makes pictures takes it`(command: String) throws {
    let photopick = try Photopick()
    let words = command.split(separator: " ").map(String.init)
    #expect(try photopick.runAll(words + ["--help"]).text.contains("--memory <size>"))
    let outcome = try photopick.runAll(words + ["1", "--memory", "1M"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--memory <size>"))
  }

  @Test func `pictures are made with the least memory, however many at a time`() throws {
    let photopick = try Scene.photopick(count: 6)
    let outcome = try photopick.run(
      "thumbnail", "-j", "8", "--memory", "16M", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 6)
    #expect(try photopick.run("thumbnail", "-j", "0", "1.jpg").status == 64)
  }
}
