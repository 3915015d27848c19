#if canImport(CDesktopBus)
  import CDesktopBus
  import PhotoFiles
  import SystemPackage

  /// A connection to the user's session bus, for one thread.
  final class BusConnection {
    /// Returns whether the method exists. If it doesn't, the caller receives an error.
    typealias Handler = (BusMessage) -> Bool

    private final class Box {
      let handle: Handler

      init(_ handle: @escaping Handler) { self.handle = handle }
    }

    private let bus: OpaquePointer
    private var boxes: [Box] = []

    /// - Throws: `PortalUnavailable` if libsystemd can't be loaded, or no session bus runs.
    init() throws(PortalUnavailable) {
      var message = [CChar](repeating: 0, count: Int(LIBRARY_MESSAGE_SIZE))
      guard libsystemd_is_loaded(&message) else {
        throw PortalUnavailable(
          reason: String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      var bus: OpaquePointer?
      let result = libsystemd().pointee.open_user(&bus)
      guard result >= 0, let bus else {
        throw PortalUnavailable(reason: "the session has no D-Bus: \(Errno(rawValue: -result))")
      }
      self.bus = bus
    }

    deinit { _ = libsystemd().pointee.flush_close_unref(bus) }

    private static let callback: sd_bus_message_handler_t = { message, context, _ in
      guard let message, let context else { return 0 }
      let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
      return box.handle(BusMessage(message)) ? 1 : 0
    }

    private static let replyCallback: sd_bus_message_handler_t = { message, context, _ in
      guard let message, let context else { return 0 }
      _ = Unmanaged<Box>.fromOpaque(context).takeRetainedValue().handle(BusMessage(message))
      return 1
    }

    // MARK: Serving

    /// Handles the calls to a path and all paths below it.
    func serve(_ path: String, _ handle: @escaping Handler) throws(Errno) {
      let box = Box(handle)
      boxes.append(box)
      try check(
        libsystemd().pointee.add_fallback(
          bus, nil, path, Self.callback, Unmanaged.passUnretained(box).toOpaque()))
    }

    /// Handles signals that match a rule (D-Bus Specification, "Match Rules").
    func observe(_ rule: String, _ handle: @escaping (BusMessage) -> Void) throws(Errno) {
      let box = Box { message in
        handle(message)
        return false
      }
      boxes.append(box)
      try check(
        libsystemd().pointee.add_match(
          bus, nil, rule, Self.callback, Unmanaged.passUnretained(box).toOpaque()))
    }

    /// Acquires a well-known name. Throws `Errno.fileExists` if another process owns it.
    func requestName(_ name: String) throws(Errno) {
      try check(libsystemd().pointee.request_name(bus, name, 0))
    }

    // MARK: Messages

    func makeCall(
      to service: String, path: String, interface: String, member: String
    ) throws(Errno) -> BusMessage {
      var message: OpaquePointer?
      try check(
        libsystemd().pointee.message_new_method_call(bus, &message, service, path, interface, member))
      return try Self.owned(message)
    }

    func makeReply(to call: BusMessage) throws(Errno) -> BusMessage {
      var message: OpaquePointer?
      try check(libsystemd().pointee.message_new_method_return(call.pointer, &message))
      return try Self.owned(message)
    }

    /// Creates the answer that the arguments of a call are invalid.
    func makeRefusal(of call: BusMessage) throws(Errno) -> BusMessage {
      var message: OpaquePointer?
      // org.freedesktop.DBus.Error.InvalidArgs, see sd-bus-errors(3).
      try check(
        libsystemd().pointee.message_new_method_errno(call.pointer, &message, EINVAL, nil))
      return try Self.owned(message)
    }

    private static func owned(_ message: OpaquePointer?) throws(Errno) -> BusMessage {
      guard let message else { throw .noMemory }
      return BusMessage(owning: message)
    }

    func send(_ message: BusMessage) throws(Errno) {
      try check(libsystemd().pointee.send(bus, message.pointer, nil))
    }

    /// Sends a call whose reply may take as long as a person needs, and calls back on this thread.
    func call(_ message: BusMessage, reply: @escaping (BusMessage) -> Void) throws(Errno) {
      let box = Unmanaged.passRetained(
        Box { message in
          reply(message)
          return true
        })
      do throws(Errno) {
        try check(
          libsystemd().pointee.call_async(
            bus, nil, message.pointer, Self.replyCallback, box.toOpaque(), .max))
      } catch {
        box.release()
        throw error
      }
    }

    /// Sends a call and waits for the reply, at most some seconds.
    func result(of message: BusMessage) throws(Errno) -> BusMessage {
      var reply: OpaquePointer?
      try check(libsystemd().pointee.call(bus, message.pointer, 5_000_000, nil, &reply))
      return try Self.owned(reply)
    }

    // MARK: Loop

    /// Handles messages until `isOver` returns `true`, which is called after each message and each wake-up.
    ///
    /// - Throws: The error that ended the connection.
    func run(_ signal: WakeSignal, until isOver: () -> Bool) throws(Errno) {
      while !isOver() {
        if try check(libsystemd().pointee.process(bus, nil)) > 0 { continue }
        var timeout: UInt64 = 0
        try check(libsystemd().pointee.get_timeout(bus, &timeout))
        let events = try check(libsystemd().pointee.get_events(bus))
        let descriptor = try check(libsystemd().pointee.get_fd(bus))
        try signal.wait(with: descriptor, events: Int16(truncatingIfNeeded: events), until: timeout)
      }
    }
  }

  /// The reason why requests can't be served.
  package struct PortalUnavailable: Error, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }
  }

  /// Wakes the thread of a connection (pipe(2), poll(2)).
  final class WakeSignal: Sendable {
    private let ends: (reading: FileDescriptor, writing: FileDescriptor)

    init() throws(Errno) {
      ends = try withErrno {
        let ends = try FileDescriptor.pipe()
        return (ends.readEnd, ends.writeEnd)
      }
      for end in [ends.reading, ends.writing] {
        _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
      }
    }

    deinit {
      try? ends.reading.close()
      try? ends.writing.close()
    }

    /// May be called from any thread. A full pipe wakes the thread too.
    func wake() { _ = try? withUnsafeBytes(of: UInt8(1)) { try ends.writing.write($0) } }

    /// Waits for events of a descriptor, a wake-up, or a time of the monotonic clock, in microseconds.
    func wait(with descriptor: Int32, events: Int16, until time: UInt64) throws(Errno) {
      var descriptors = [
        pollfd(fd: descriptor, events: events, revents: 0),
        pollfd(fd: ends.reading.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec / 1000)
      let left =
        time == .max ? -1 : Int32(min(time > microseconds ? (time - microseconds) / 1000 + 1 : 0, 60_000))
      guard poll(&descriptors, 2, left) >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = try? bytes.withUnsafeMutableBytes { try ends.reading.read(into: $0) }
    }
  }
#endif
