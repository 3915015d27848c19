import PhotoImaging
import Testing

@testable import photopick

/// The values of `--memory`.
struct MemorySizeTests {
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

  @Test func `the size is that of the budget which all pictures share`() async throws {
    let before = MemoryBudget.machine.bytes
    defer { MemoryBudget.machine.resize(to: before) }
    try await Thumbnail.asyncParse(["a.jpg", "--memory", "3G"]).memory.apply()
    #expect(MemoryBudget.machine.bytes == 3 << 30)
    // A single picture may use the same amount.
    #expect(RenderingOptions().limits.bytes == 3 << 30)
    try await Thumbnail.asyncParse(["a.jpg"]).memory.apply()
    #expect(MemoryBudget.machine.bytes == 3 << 30)
  }
}
