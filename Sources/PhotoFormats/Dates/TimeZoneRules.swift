import PhotoFiles

/// The offsets of a time zone from a file of the system's time zone database (TZif, RFC 8536).
struct TimeZoneRules: Sendable {
  /// The Unix times at which the offset changes.
  private let transitions: [Int64]
  /// The offset from UTC in seconds, east positive, after each transition.
  private let offsets: [Int64]
  private let firstOffset: Int64
  private let rule: ClockChangeRule?

  init?(_ file: Bytes) {
    guard let old = Block(file, at: 0, timeSize: 4), let version = file[4] else { return nil }
    if version == 0 {
      self.init(file, old, rule: nil)
      return
    }
    // From version 2 on, the same follows in 64 bits, and then a rule between two newlines.
    guard let block = Block(file, at: old.end, timeSize: 8), file[block.end] == UInt8(ascii: "\n"),
      let end = file.firstIndex(of: UInt8(ascii: "\n"), from: block.end + 1)
    else { return nil }
    let text = file.prefixSlice(at: block.end + 1, count: end - block.end - 1)
    self.init(file, block, rule: ClockChangeRule(text.array))
  }

  private init?(_ file: Bytes, _ block: Block, rule: ClockChangeRule?) {
    var types = [Int64]()
    for index in 0..<block.typeCount {
      guard let offset = file.uint32(at: block.types + index * 6, .big) else { return nil }
      types.append(Int64(Int32(bitPattern: offset)))
    }
    var (transitions, offsets) = ([Int64](), [Int64]())
    for index in 0..<block.transitionCount {
      guard let time = block.time(index, in: file), let type = file[block.indices + index], type < types.count
      else { return nil }
      transitions.append(time)
      offsets.append(types[Int(type)])
    }
    guard let first = types.first, zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    self.transitions = transitions
    self.offsets = offsets
    self.firstOffset = first
    self.rule = rule
  }

  func offset(at time: Int64) -> Int64 {
    if let rule, transitions.last.map({ time >= $0 }) ?? true { return rule.offset(at: time) }
    let next = transitions.partitioningIndex { $0 > time }
    return next == 0 ? firstOffset : offsets[next - 1]
  }

  /// A header and the data after it, all of which are in the file.
  private struct Block {
    let transitionCount: Int
    let typeCount: Int
    private let start: Int
    private let timeSize: Int
    let end: Int

    init?(_ file: Bytes, at offset: Int, timeSize: Int) {
      guard file.has("TZif", at: offset) else { return nil }
      var counts = [Int]()
      for index in 0..<6 {
        guard let count = file.uint32(at: offset + 20 + index * 4, .big), count <= file.count else {
          return nil
        }
        counts.append(Int(count))
      }
      start = offset + 44
      self.timeSize = timeSize
      transitionCount = counts[3]
      typeCount = counts[4]
      let leapSeconds = counts[2] * (timeSize + 4)
      end =
        start + transitionCount * (timeSize + 1) + typeCount * 6 + counts[5] + leapSeconds + counts[1]
        + counts[0]
      guard end <= file.count else { return nil }
    }

    var indices: Int { start + transitionCount * timeSize }
    var types: Int { indices + transitionCount }

    func time(_ index: Int, in file: Bytes) -> Int64? {
      guard let bits = file.integer(at: start + index * timeSize, size: timeSize, .big) else { return nil }
      return timeSize == 8 ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
    }
  }
}
