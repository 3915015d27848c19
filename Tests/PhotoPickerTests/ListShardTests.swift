import PhotoFiles
import Testing

@testable import PhotoPicker

struct ListShardTests {
  /// The hashes are test vectors of XXH64 with seed 0.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
    ] as [(String, UInt64)])
  func `the shard of a path is the same everywhere`(path: String, hash: UInt64) throws {
    #expect(Checksum.of(Array(path.utf8)) == hash)
    for count in [1, 2, 3, 16, 1000] {
      let owners = (1...count).filter {
        ListShard(index: $0, count: count)?.contains(Array(path.utf8)) == true
      }
      #expect(owners == [Int(hash % UInt64(count)) + 1])
    }
  }

  @Test func `shards have about the same size`() throws {
    let paths = (0..<16_000).map { Array("/photos/2024/IMG_\($0).JPG".utf8) }
    for index in 1...16 {
      let shard = try #require(ListShard(index: index, count: 16))
      #expect((850...1150).contains(paths.count(where: shard.contains)))
    }
  }

  @Test func `a shard is written as two numbers`() {
    #expect(ListShard("3/16") == ListShard(index: 3, count: 16))
    #expect(ListShard("1/1") == .whole)
    #expect(ListShard("3/16")?.description == "3/16")
    for text in [
      "", "/", "3", "3/", "/16", "0/16", "17/16", "-1/16", "+1/16", "3/16/2", "3 /16", "3/٣", "1/1000001",
      "1/99999999999999999999", "a/b",
    ] {
      #expect(ListShard(text) == nil, "\(text)")
    }
  }
}
