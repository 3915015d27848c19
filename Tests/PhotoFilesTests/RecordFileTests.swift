import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

/// A value of each type that a record may contain.
struct SampleRecord: StoredRecord, Equatable {
  static let signature = "photopick sample 1"

  var flag = false
  var number: Int32 = 0
  var large: UInt64 = 0
  var count = 0
  var fraction = 0.0
  var time = FileStatus.Time(seconds: 0, nanoseconds: 0)
  var checksum: UInt64?
  var texts: [String] = []
  var path: FilePath = "/"
  var bytes: [UInt8] = []

  init() {}

  init(using generator: inout SeededGenerator) {
    func random<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value {
      let number = Value.random(in: .min ... .max, using: &generator)
      return number >> Value.random(in: 0..<Value(Value.bitWidth), using: &generator)
    }
    flag = Bool.random(using: &generator)
    number = random()
    large = random()
    count = abs(random(Int.self) / 2)
    fraction = Double(random(Int64.self)) / 7
    time = FileStatus.Time(seconds: random(), nanoseconds: random())
    checksum = Bool.random(using: &generator) ? random() : nil
    texts = (0..<Int.random(in: 0..<4, using: &generator)).map { String(repeating: "ü\0", count: $0) }
    path = FilePath(fileSystemBytes: Array("/a\n".utf8) + [0xFF])
    bytes = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in random() }
  }

  func encode(to output: inout RecordEncoder) {
    output.append(flag)
    output.append(number)
    output.append(compact: large)
    output.append(count: count)
    output.append(fraction)
    output.append(time)
    output.append(optional: checksum)
    output.append(each: texts)
    output.append(path)
    output.append(bytes: bytes)
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    flag = try input.bool()
    number = try input.integer()
    large = try input.compact()
    count = try input.index(below: .max)
    fraction = try input.double()
    time = try input.time()
    checksum = try input.optional()
    texts = try input.array()
    path = try input.path()
    bytes = try input.data()
  }
}

/// The coding of records and the format of their files.
struct RecordFileTests {
  private func records(_ count: Int, seed: UInt64 = 1) -> [SampleRecord] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in SampleRecord(using: &generator) }
  }

  private func content(_ bytes: [UInt8]) -> RecordFile<SampleRecord>.Content { RecordFile.content(bytes) }

  @Test func `records are decoded as they were encoded`() {
    for seed in 0..<200 {
      let records = records(5, seed: UInt64(seed))
      let bytes = RecordFile.bytes(records)
      let content = content(bytes)
      #expect(content.records == records && content.end == bytes.count && !content.isDamaged)
      #expect(RecordFile<SampleRecord>.onlyRecord(bytes) == nil)
      #expect(RecordFile.onlyRecord(RecordFile.bytes(records.prefix(1))) == records[0])
      #expect(bytes == RecordFile.bytes(records.dropLast()) + RecordFile.bytes(adding: records[4]))
    }
    #expect(content(RecordFile<SampleRecord>.bytes([])).records == [])
  }

  @Test(arguments: [0, 1, 2, 5, 40])
  func `a truncated file, even with zeros, has its first records and is not corrupt`(zeros: Int) {
    let records = records(4)
    let bytes = RecordFile.bytes(records)
    let ends = (0...4).map { RecordFile.bytes(records.prefix($0)).count }
    for count in bytes.indices {
      let content = content(Array(bytes.prefix(count)) + [UInt8](repeating: 0, count: zeros))
      let whole = max((ends.lastIndex { $0 <= count } ?? 0), 0)
      #expect(content.records == Array(records.prefix(whole)) && !content.isDamaged, "\(count) bytes")
      #expect(content.end == (count < ends[0] ? 0 : ends[whole]))
    }
  }

  @Test func `every changed byte is detected`() {
    let records = records(3)
    let bytes = RecordFile.bytes(records)
    for index in bytes.indices {
      for difference: UInt8 in [1, 0x80, 0xFF, bytes[index]] where difference != 0 {
        var changed = bytes
        changed[index] ^= difference
        let content = content(changed)
        #expect(records.starts(with: content.records) && content.records.count < 3, "byte \(index)")
        // The last byte may be unwritten.
        #expect(content.isDamaged || index == bytes.count - 1 && changed[index] == 0, "byte \(index)")
      }
    }
  }

  @Test func `another kind of file is corrupt`() {
    for text in ["photopick sample 2\n", "photopick sampled", "x", "photopick sample 1\nof another kind"] {
      #expect(content(Array(text.utf8)).isDamaged)
      #expect(content(Array(text.utf8)).records.isEmpty)
    }
    // A record that a later version could have appended.
    #expect(content(RecordFile<SampleRecord>.bytes([]) + RecordFile.bytes(adding: OtherRecord())).isDamaged)
  }

  private struct OtherRecord: StoredRecord {
    static let signature = "other"
    init() {}
    func encode(to output: inout RecordEncoder) { output.append("text") }
    init(from input: inout RecordDecoder) throws(RecordDamage) { _ = try input.text() }
  }

  @Test func `no bytes are read out of bounds`() {
    var generator = SeededGenerator(seed: 2)
    let whole = RecordEncoder.bytes(of: records(1)[0])
    for count in whole.indices { #expect(throws: RecordDamage.self) { try decoded(Array(whole[..<count])) } }
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        bytes[index] = .random(in: .min ... .max, using: &generator)
      }
      if let record = try? decoded(bytes) { #expect(record.bytes.count <= bytes.count) }
    }
  }

  private func decoded(_ bytes: [UInt8]) throws -> SampleRecord {
    try bytes.withUnsafeBytes { bytes in
      var input = RecordDecoder(bytes)
      return try SampleRecord(from: &input)
    }
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, UInt64.max >> 1, .max])
  func `numbers of every length are decoded`(number: UInt64) throws {
    var output = RecordEncoder()
    output.append(compact: number)
    let bytes = output.bytes
    for count in 0...bytes.count {
      try bytes[..<count].withUnsafeBytes { bytes in
        var input = RecordDecoder(bytes)
        if count == output.bytes.count {
          let value = try input.compact()
          #expect(value == number && input.remaining == 0)
        } else {
          #expect(throws: RecordDamage.self) { try input.compact() }
        }
      }
    }
  }

  @Test func `counts, indices and paths are validated`() {
    func isRefused<Value>(_ bytes: [UInt8], _ read: (inout RecordDecoder) throws -> Value) -> Bool {
      bytes.withUnsafeBytes { bytes in
        var input = RecordDecoder(bytes)
        return (try? read(&input)) == nil
      }
    }
    let endless = [UInt8](repeating: 0xFF, count: 10)
    #expect(isRefused(endless) { try $0.compact() } && isRefused(endless) { try $0.count() })
    #expect(isRefused([2, 1]) { try $0.count() } && !isRefused([1, 1]) { try $0.count() })
    #expect(isRefused([2]) { try $0.index(below: 2) } && !isRefused([1]) { try $0.index(below: 2) })
    #expect(isRefused([2]) { try $0.bool() } && isRefused([3, 1, 2]) { try $0.data() })
    #expect(isRefused([3, 0x2F, 0x61, 0]) { try $0.path() } && isRefused([1, 0x61]) { try $0.path() })
    #expect(isRefused([0]) { try $0.path() } && !isRefused([1, 0x2F]) { try $0.path() })
  }
}

extension RecordEncoder {
  fileprivate static func bytes(of record: some RecordCodable) -> [UInt8] {
    var output = RecordEncoder()
    record.encode(to: &output)
    return output.bytes
  }
}
