import Foundation
import SystemPackage

/// What waits on a terminal.
enum TerminalInput {
  /// True where there is something to read within so many milliseconds.
  static func isReadable(_ device: FileDescriptor, within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: device.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, milliseconds) > 0
  }
}
