import PhotoFiles
import SystemPackage

/// The user who owns the other end of a connection on this machine.
enum ConnectionOwner {
  /// The longest list of connections that is read, in bytes.
  private static let limit = 16 << 20
  /// 127.0.0.1 as the kernel writes it.
  private static let loopback = UInt32(bigEndian: 0x7F00_0001)

  /// False if another user is known to be at the other end; root may see everything, and so may all that it lets see.
  static func isTrusted(visitorPort: UInt16, serverPort: UInt16) -> Bool {
    guard geteuid() != 0, let owner = owner(visitorPort: visitorPort, serverPort: serverPort) else {
      return true
    }
    return owner == geteuid() || owner == 0
  }

  /// The owner of a connection to a port of ours; `nil` if the system does not tell (proc_net(5), "tcp").
  private static func owner(visitorPort: UInt16, serverPort: UInt16) -> uid_t? {
    guard let file = try? OpenFile("/proc/net/tcp"),
      let bytes = try? file.descriptor.readAll(limit: limit)
    else { return nil }
    return owner(in: String(decoding: bytes, as: UTF8.self), visitorPort: visitorPort, serverPort: serverPort)
  }

  /// The owner that a list of connections names.
  static func owner(in list: String, visitorPort: UInt16, serverPort: UInt16) -> uid_t? {
    func place(_ port: UInt16) -> String { hex(loopback, 8) + ":" + hex(UInt32(port), 4) }
    let ends = [Substring(place(visitorPort)), Substring(place(serverPort))]
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 8)
      if fields.count > 7, fields[1] == ends[0], fields[2] == ends[1] { return uid_t(fields[7]) }
    }
    return nil
  }

  private static func hex(_ value: UInt32, _ digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
