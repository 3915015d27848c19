import CFileSystem
import SystemPackage

/// One end of a connection between parent and child, which carries bytes and open files. Deinitialization closes it.
package final class ProcessChannel: Sendable {
  package let descriptor: FileDescriptor

  package init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  /// Opens a connection and returns both ends, which are closed in programs that start.
  package static func pair() throws(Errno) -> (ProcessChannel, ProcessChannel) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { ends in
      process_channel_open(ends.bindMemory(to: Int32.self).baseAddress)
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    return (
      ProcessChannel(owning: FileDescriptor(rawValue: ends.0)),
      ProcessChannel(owning: FileDescriptor(rawValue: ends.1))
    )
  }

  /// Sends the bytes of a value without pointers, and an open file with them.
  package func send<Message>(_ message: Message, with file: FileDescriptor? = nil) throws(Errno) {
    try withErrno { try withUnsafeBytes(of: message) { try send($0, with: file) } }
  }

  package func send(_ bytes: UnsafeRawBufferPointer, with file: FileDescriptor? = nil) throws(Errno) {
    let result = process_channel_send(
      descriptor.rawValue, bytes.baseAddress, bytes.count, file?.rawValue ?? -1)
    guard result == 0 else { throw Errno(rawValue: result) }
  }

  /// Fills a buffer with the next bytes. Throws `.brokenPipe` if the peer has exited, `.timedOut` after the limit.
  package func receive(
    into buffer: UnsafeMutableRawBufferPointer, within limit: Duration? = nil
  ) throws(Errno) {
    let milliseconds = limit.map { Int32(clamping: Int64(max($0, .zero) / .milliseconds(1))) } ?? -1
    let result = process_channel_receive(
      descriptor.rawValue, buffer.baseAddress, buffer.count, milliseconds, nil)
    guard result == 0 else { throw Errno(rawValue: result) }
  }

  /// Receives the bytes of a value. Every bit pattern must be valid for the type: it contains no `Bool`.
  package func receive<Message>(into message: inout Message, within limit: Duration? = nil) throws(Errno) {
    try withErrno {
      try withUnsafeMutableBytes(of: &message) { bytes in try receive(into: bytes, within: limit) }
    }
  }

  package func receiveFile<Message>(with message: inout Message) throws(Errno) -> FileDescriptor? {
    var file: Int32 = -1
    let result = withUnsafeMutableBytes(of: &message) { bytes in
      process_channel_receive(descriptor.rawValue, bytes.baseAddress, bytes.count, -1, &file)
    }
    let received = file >= 0 ? FileDescriptor(rawValue: file) : nil
    guard result == 0 else {
      try? received?.close()
      throw Errno(rawValue: result)
    }
    return received
  }
}
