import PhotoFiles

/// A part of a list of photos, the work of one machine.
///
///     let shard = ListShard(index: 3, count: 16)
///     shard?.contains(Array("/photos/IMG_0001.JPG".utf8))
///
/// The XXH64 hash (seed 0) of a path's bytes, modulo the number of shards, plus one is the number of its shard. It depends
/// on nothing else, so every machine divides a list equally.
public struct ListShard: Sendable, Hashable, CustomStringConvertible {
  /// The valid numbers of shards.
  public static let counts = 1...1_000_000

  /// The number of this shard, from 1 to `count`.
  public let index: Int
  public let count: Int

  /// Creates a shard, or returns `nil` if a number is out of range.
  public init?(index: Int, count: Int) {
    guard Self.counts.contains(count), (1...count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Parses a shard such as `3/16`; returns `nil` for any other text.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, let count = WholeNumber.read(numbers[1], in: Self.counts),
      let index = WholeNumber.read(numbers[0], in: 1...count)
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The complete list.
  public static let whole = ListShard()

  private init() { (index, count) = (1, 1) }

  public var description: String { "\(index)/\(count)" }

  /// Returns `true` if the shard contains a path as it is written in the list.
  public func contains(_ path: [UInt8]) -> Bool {
    count == 1 || Checksum.of(path) % UInt64(count) == UInt64(index - 1)
  }
}
