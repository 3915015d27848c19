#if os(Linux)
  import Dispatch
  import PhotoFiles
  import Synchronization
  import SystemPackage
  import TestSupport

  @testable import PhotoPortal

  /// A bus of this process, and a portal on it, for a process that runs only one test.
  final class PrivateBus: Sendable {
    private static let program = Program.find(FileName(unchecked: Array("dbus-daemon".utf8)))

    static var isInstalled: Bool { program != nil }

    /// What happens to the windows of the portal.
    enum Event: Equatable, Sendable {
      case shown(ChooserRequest)
      case closed
    }

    /// The path of a request, as from the frontend.
    static let handle = "\(PortalService.path)/request/1_1/t"

    private let daemon: RunningProgram
    private let events: Mutex<[Event]>

    /// Starts the bus and the portal, and sets the environment variable with the address.
    init() throws {
      guard let program = Self.program else { throw Errno.noSuchFileOrDirectory }
      let pipe = try FileDescriptor.pipe()
      let arguments = ["--session", "--nofork", "--nopidfile", "--print-address=1"]
      daemon = try Program(program, arguments: arguments.map { Array($0.utf8) }).start(output: pipe.writeEnd)
      try pipe.writeEnd.close()
      var address: [UInt8] = []
      var byte: UInt8 = 0
      while try withUnsafeMutableBytes(of: &byte, { try pipe.readEnd.read(into: $0) }) == 1, byte != 10 {
        address.append(byte)
      }
      setenv("DBUS_SESSION_BUS_ADDRESS", String(decoding: address, as: UTF8.self), 1)
      events = Mutex([])
    }

    deinit {
      daemon.signal(SIGKILL)
      daemon.wait()
    }

    /// Serves requests on another thread. Returns when the portal has its name.
    func serve() {
      let isReady = DispatchSemaphore(value: 0)
      WorkerThread.start { [self] in
        let service = try? PortalService(others: [], log: { _ in }) { [self] request, _ in
          events.withLock { $0.append(.shown(request)) }
          return { [self] in events.withLock { $0.append(.closed) } }
        }
        isReady.signal()
        try? service?.run()
      }
      isReady.wait()
    }

    /// Waits for an event, and returns `nil` if it doesn't occur.
    func wait(for number: Int) -> Event? {
      var patience = Patience()
      while !patience.isOver() {
        if let event = events.withLock({ $0.count > number ? $0[number] : nil }) { return event }
        usleep(10_000)
      }
      return nil
    }

    /// Returns a call of a method for files, as from the frontend.
    static func call(_ client: BusConnection, _ options: [String: BusValue]) throws
      -> BusMessage
    {
      let call = try client.makeCall(
        to: PortalSetup.busName, path: PortalService.path, interface: PortalBackend.chooserInterface,
        member: "OpenFile")
      let images = BusValue.structure([
        .string("Images"), .array([.structure([.uint32(1), .string("image/*")])], of: "(us)"),
      ])
      let all = options.merging(["filters": .array([images], of: "(sa(us))")]) { $1 }
      let values: [BusValue] = [
        .objectPath(Self.handle), .string("app"), .string(""), .string("title"), .options(all),
      ]
      for value in values { try call.append(value) }
      return call
    }
  }
#endif
