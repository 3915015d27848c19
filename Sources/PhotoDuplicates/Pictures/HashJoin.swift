/// Finds the hashes near each of many others without comparing all pairs: multi-index hashing (Norouzi, Punjani and
/// Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", 2012).
///
/// A hash is 16 words of 16 bits. If two hashes differ in at most 31 bits, some word differs in at most one bit. So for
/// each word, hashes and queries are sorted by its value, and each run of equal queries is compared with the runs of 17
/// values. All queries at once take a tenth of the time of single lookups, which wait for memory.
package struct HashJoin: Sendable {
  /// A query and the position of a hash within the radius.
  package struct Neighbor: Sendable, Hashable {
    package let query: UInt32
    package let position: UInt32
  }

  /// The greatest distance for which all neighbors are found.
  package static let radius = 31
  package static let wordCount = 16

  private static let valueCount = 1 << 16
  /// The longest run that is compared, and the maximum number of neighbors of a query for each value: a million photos of
  /// one scene have 10¹² pairs. Hashes of other pictures distribute evenly over the values.
  private static let limit = (run: 1 << 13, neighbors: 256)

  private let hashes: [PerceptualHash]
  private let queries: [PerceptualHash]
  private let owners: [UInt32]
  private let hashWords: [SIMD16<UInt16>]
  private let queryWords: [SIMD16<UInt16>]

  /// - Parameters:
  ///   - hashes: At most 2³² hashes.
  ///   - queries: At most 2³² hashes whose neighbors are requested.
  ///   - owners: A position for each query; only hashes after it are neighbors.
  package init(_ hashes: [PerceptualHash], queries: [PerceptualHash], owners: [UInt32]) {
    precondition(queries.count == owners.count, "each query has an owner")
    (self.hashes, self.queries, self.owners) = (hashes, queries, owners)
    (hashWords, queryWords) = (hashes.map(\.mixedWords), queries.map(\.mixedWords))
  }

  /// Returns the neighbors that a word finds. The results of all words together contain each neighbor at least once.
  ///
  /// - Parameter word: 0 to 15.
  package func neighbors(byWord word: Int) -> [Neighbor] {
    let entries = Runs(hashWords, word)
    let sorted = entries.order.map { hashes[Int($0)] }
    let asked = Runs(queryWords, word)
    var found: [Neighbor] = []
    sorted.withUnsafeBufferPointer { sorted in
      for value in 0..<Self.valueCount where !asked[value].isEmpty {
        for change in -1..<16 {
          let run = entries[change < 0 ? value : value ^ 1 << change]
          guard !run.isEmpty, run.count <= Self.limit.run else { continue }
          for query in asked.order[asked[value]] {
            compare(query, UnsafeBufferPointer(rebasing: sorted[run]), entries.order[run], &found)
          }
        }
      }
    }
    return found
  }

  @inline(__always)
  private func compare(
    _ query: UInt32, _ run: UnsafeBufferPointer<PerceptualHash>, _ positions: ArraySlice<UInt32>,
    _ found: inout [Neighbor]
  ) {
    let (hash, owner) = (queries[Int(query)], owners[Int(query)])
    var room = Self.limit.neighbors
    for index in 0..<run.count where run[index].isNear(hash, Self.radius) && room > 0 {
      let position = positions[positions.startIndex + index]
      guard position > owner else { continue }
      room -= 1
      found.append(Neighbor(query: query, position: position))
    }
  }

  /// Positions sorted by the value of a word.
  private struct Runs {
    let order: [UInt32]
    private let ends: [UInt32]

    /// Counting sort.
    init(_ words: [SIMD16<UInt16>], _ word: Int) {
      var ends = [UInt32](repeating: 0, count: valueCount)
      for words in words { ends[Int(words[word])] += 1 }
      var sum: UInt32 = 0
      for value in 0..<valueCount { (ends[value], sum) = (sum, sum + ends[value]) }
      order = [UInt32](unsafeUninitializedCapacity: words.count) { order, initialized in
        // Inserting moves the start of each run to its end.
        for (position, words) in words.enumerated() {
          let value = Int(words[word])
          order.initializeElement(at: Int(ends[value]), to: UInt32(truncatingIfNeeded: position))
          ends[value] += 1
        }
        initialized = words.count
      }
      self.ends = ends
    }

    /// The places of a value in `order`.
    subscript(value: Int) -> Range<Int> { (value == 0 ? 0 : Int(ends[value - 1]))..<Int(ends[value]) }
  }
}
