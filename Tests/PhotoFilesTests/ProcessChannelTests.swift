import CFileSystem
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFiles

/// Connections to a child, and shared memory.
struct ProcessChannelTests {
  @Test func `bytes and a file arrive at the other end`() throws {
    let (first, second) = try ProcessChannel.pair()
    let memory = try [1, 2, 3].withUnsafeBytes { try MemoryFile($0) }
    try first.send(UInt64(77), with: memory.descriptor)
    var number: UInt64 = 0
    let file = try #require(try second.receiveFile(with: &number))
    defer { try? file.close() }
    #expect(number == 77)
    #expect(file != memory.descriptor)
    #expect(try FileStatus(file).size == memory.count)
    #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `an unrequested file is not received`() throws {
    let (first, second) = try ProcessChannel.pair()
    let memory = try MemoryFile(count: 1)
    try first.send(UInt8(5), with: memory.descriptor)
    var byte: UInt8 = 0
    try second.receive(into: &byte)
    try first.send(UInt8(6))
    #expect(try second.receiveFile(with: &byte) == nil)
    #expect(byte == 6)
  }

  @Test func `the other end may respond late or be closed`() throws {
    let (first, second) = try ProcessChannel.pair()
    var pair: UInt16 = 0
    #expect(throws: Errno.timedOut) { try first.receive(into: &pair, within: .milliseconds(1)) }
    #expect(throws: Errno.timedOut) { try first.receive(into: &pair, within: .seconds(-1)) }
    try second.send(UInt8(1))
    try second.descriptor.closeForWriting()
    #expect(throws: Errno.brokenPipe) { try first.receive(into: &pair, within: .seconds(60)) }
  }

  @Test func `sending to a closed end is an error, not a signal`() throws {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      process_channel_open($0.bindMemory(to: Int32.self).baseAddress)
    }
    try #require(result == 0)
    close(ends.1)
    let channel = ProcessChannel(owning: FileDescriptor(rawValue: ends.0))
    #expect(throws: Errno.brokenPipe) { try channel.send(UInt8(1)) }
  }

  #if os(Linux)
    @Test func `the size of shared memory can't change`() throws {
      let memory = try MemoryFile(count: 4096)
      #expect(throws: Errno.self) { try memory.descriptor.resize(to: 0) }
      #expect(throws: Errno.self) { try memory.descriptor.resize(to: 8192) }
      #expect(try FileStatus(memory.descriptor).size == 4096)
    }
  #endif

  @Test func `an executable program is found next to this one`() throws {
    #expect(Program.findNearby(FileName(unchecked: Array("photopick".utf8))) != nil)
    #expect(Program.findNearby(FileName(unchecked: Array("no such program".utf8))) == nil)
  }
}

extension FileDescriptor {
  /// Closes a socket for writing.
  fileprivate func closeForWriting() throws {
    guard shutdown(rawValue, Int32(SHUT_WR)) == 0 else { throw Errno(rawValue: errno) }
  }
}
