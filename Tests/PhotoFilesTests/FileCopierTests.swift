import PhotoFiles
import SystemPackage
import TestSupport
import Testing

/// Comparing and copying files.
struct FileCopierTests {
  /// The number of bytes compared at a time.
  private static let chunk = 256 * 1024
  private static let sizes = [1, 2, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 3]
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  /// Bytes of the largest size, created once for all tests.
  private static let pattern = (0...2 * chunk + 3).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  private static func bytes(_ count: Int) -> [UInt8] { Array(pattern.prefix(count)) }

  private func areSame(_ first: [UInt8], _ second: [UInt8]) throws -> Bool {
    try tree.file("first", first)
    try tree.file("second", second)
    let files = (
      try FileDescriptor.open(tree.at("first"), .readOnly),
      try FileDescriptor.open(tree.at("second"), .readOnly)
    )
    defer {
      try? files.0.close()
      try? files.1.close()
    }
    // A caller may copy a file after comparing it, from its current offset.
    try files.0.seek(offset: 1, from: .start)
    let isSame = try FileContent.isSame(files.0, files.1)
    #expect(try files.0.seek(offset: 0, from: .current) == 1)
    return isSame
  }

  @Test(arguments: sizes)
  func `files with equal bytes are equal`(size: Int) throws {
    #expect(try areSame(Self.bytes(size), Self.bytes(size)))
  }

  @Test func `empty files are equal only to each other`() throws {
    #expect(try areSame([], []))
    #expect(try !areSame([], [0]))
    #expect(try !areSame([0], []))
  }

  @Test(arguments: sizes)
  func `one different byte is detected anywhere`(size: Int) throws {
    let bytes = Self.bytes(size)
    for place in Set([0, size / 2, Self.chunk - 1, Self.chunk, size - 1]) where place < size {
      var other = bytes
      other[place] ^= 1
      #expect(try !areSame(bytes, other), "at \(place)")
      #expect(try !areSame(other, bytes), "at \(place)")
    }
  }

  @Test(arguments: sizes)
  func `a prefix is not equal to the file`(size: Int) throws {
    let bytes = Self.bytes(size)
    #expect(try !areSame(bytes, bytes.dropLast()))
    #expect(try !areSame(bytes.dropLast(), bytes))
    #expect(try !areSame(bytes, bytes + [0]))
    #expect(try !areSame(bytes + [0], bytes))
  }

  private func copy(
    _ bytes: [UInt8], verifies: Bool, clones: Bool = false,
    disturb: @escaping (FileDescriptor) -> Void = { _ in }
  ) throws -> (copy: FileCopier.Copy, reported: Int64) {
    try tree.file("source", bytes)
    let source = try FileDescriptor.open(tree.at("source"), .readOnly)
    let target = try FileDescriptor.open(
      tree.at("target"), .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
    defer {
      try? source.close()
      try? target.close()
    }
    var reported: Int64 = 0
    let copier = FileCopier(verifies: verifies) { count in
      reported += count
      disturb(target)
    }
    return (try copier.copy(source, size: clones ? Int64(bytes.count) : 0, to: target), reported)
  }

  @Test(arguments: sizes + [0], [false, true])
  func `a copy has all bytes, and each is reported once`(size: Int, verifies: Bool) throws {
    let bytes = Self.bytes(size)
    let (copy, reported) = try copy(bytes, verifies: verifies)
    #expect(tree.bytes("target") == bytes)
    #expect(copy.size == Int64(size) && reported == Int64(size))
    #expect(copy.isEqual)
    #expect(verifies || copy.checksum == nil)
  }

  @Test func `a cloned copy is equal`() throws {
    let bytes = Self.bytes(1000)
    let (copy, reported) = try copy(bytes, verifies: true, clones: true)
    #expect(tree.bytes("target") == bytes)
    #expect(copy.size == 1000 && reported == 1000 && copy.isEqual)
  }

  @Test func `a verified copy returns the checksum of its bytes`() throws {
    try tree.file("written", [])
    let target = try FileDescriptor.open(tree.at("written"), .readWrite)
    defer { try? target.close() }
    let bytes = Self.bytes(1000)
    var expected = Checksum()
    expected.add(bytes)
    let copy = try FileCopier(verifies: true).write(bytes, to: target)
    #expect(copy.checksum == expected.value && copy.size == 1000 && copy.isEqual)
    #expect(tree.bytes("written") == bytes)
    let (size, checksum) = try FileCopier.checksum(of: target)
    #expect(size == 1000 && checksum == expected.value)
    let unchecked = try FileCopier(verifies: false).write(bytes, to: target)
    #expect(unchecked.checksum == nil && unchecked.size == 1000 && unchecked.isEqual)
  }

  @Test func `a verified copy that the disk changed is not equal`() throws {
    let bytes = Self.bytes(1000)
    let changed = try copy(bytes, verifies: true) { _ = try? $0.writeAll(toAbsoluteOffset: 999, [1]) }
    #expect(!changed.copy.isEqual)
    let longer = try copy(bytes, verifies: true) { _ = try? $0.writeAll(toAbsoluteOffset: 1000, [1]) }
    #expect(!longer.copy.isEqual)
    let shorter = try copy(bytes, verifies: true) { try? $0.resize(to: 999) }
    #expect(!shorter.copy.isEqual)
  }
}
