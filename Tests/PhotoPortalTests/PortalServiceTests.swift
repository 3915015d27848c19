#if os(Linux)
  import Foundation
  import PhotoFiles
  import SystemPackage
  import TestSupport
  import Testing

  @testable import PhotoPortal

  /// The portal on a private bus. Each test runs in a separate process, whose environment contains the bus.
  @Suite(.blocking, .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct PortalServiceTests {
    /// The maximum memory of this process so far, in MiB.
    private static func peakMemory() throws -> Int {
      let status = String(decoding: try Data(contentsOf: URL(filePath: "/proc/self/status")), as: UTF8.self)
      let match = try #require(status.firstMatch(of: /VmHWM:\s*(\d+) kB/))
      return try #require(Int(match.1)) / 1024
    }

    @Test func `a message of 32 MB is refused, and takes little memory`() async {
      await #expect(processExitsWith: .success) {
        let bus = try PrivateBus()
        bus.serve()
        let client = try BusConnection()
        let bytes = BusValue.bytes([UInt8](repeating: 1, count: 32 << 20))
        for name in ["current_folder", "unknown"] {
          let call = try PrivateBus.call(client, [name: bytes])
          #expect(throws: Errno.invalidArgument) { try client.result(of: call) }
        }
        // Its sender, which is this process too, and the portal have copies. The values would take more than 1 GB.
        #expect(try PortalServiceTests.peakMemory() < 500)
      }
    }

    @Test func `a message of too many values is refused, whether the option is known or not`() async {
      await #expect(processExitsWith: .success) {
        let bus = try PrivateBus()
        bus.serve()
        let client = try BusConnection()
        let texts = BusValue.strings([String](repeating: "", count: BusReader.valueLimit))
        for name in ["choices", "unknown"] {
          let call = try PrivateBus.call(client, [name: texts])
          #expect(throws: Errno.invalidArgument) { try client.result(of: call) }
        }
      }
    }

    @Test func `the object describes its three methods, and a request that it can be closed`() async {
      await #expect(processExitsWith: .success) {
        let bus = try PrivateBus()
        bus.serve()
        let client = try BusConnection()
        func described(_ path: String) throws -> String {
          let call = try client.makeCall(
            to: PortalSetup.busName, path: path, interface: "org.freedesktop.DBus.Introspectable",
            member: "Introspect")
          return try #require(client.result(of: call).values().first?.string)
        }
        let chooser = try described(PortalService.path)
        let methods = chooser.matches(of: /<method name="(\w+)">((?:\s*<arg [^>]*>)*)/)
        #expect(methods.map(\.1) == ["OpenFile", "SaveFile", "SaveFiles", "Introspect"])
        #expect(chooser.contains("<interface name=\"org.freedesktop.impl.portal.FileChooser\">"))
        for method in methods.dropLast() {
          let types = method.2.matches(of: /type="([^"]+)" name="\w+" direction="(in|out)"/)
          #expect(types.map(\.1) == ["o", "s", "s", "s", "a{sv}", "u", "a{sv}"])
          #expect(types.map(\.2) == ["in", "in", "in", "in", "in", "out", "out"])
        }
        #expect(try !described(PrivateBus.handle).contains("Close"))
        try client.send(PrivateBus.call(client, [:]))
        #expect(try described(PrivateBus.handle).contains("<method name=\"Close\">"))
      }
    }

    @Test func `a request that is closed closes its window and is answered`() async {
      await #expect(processExitsWith: .success) {
        let bus = try PrivateBus()
        bus.serve()
        let client = try BusConnection()
        // Unknown options of any type are skipped, up to the limits.
        let nested = BusValue.array([.structure([.strings(["x"]), .variant(.double(1))])], of: "(asv)")
        let options: [String: BusValue] = [
          "accept_label": .string("Take"), "a": .bytes([UInt8](repeating: 1, count: 500_000)), "z": nested,
          "b": .bool(true), "multiple": .bool(true), "u": .array([.uint32(1), .uint32(2)], of: "u"),
        ]
        var response: UInt32?
        try client.call(PrivateBus.call(client, options)) {
          response = (try? $0.values())?.first?.uint32
        }
        // The bus answers in the order of calls, so that the first one has been sent.
        _ = try client.result(
          of: client.makeCall(
            to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetId"))
        guard case .shown(let request)? = bus.wait(for: 0) else { throw Errno.timedOut }
        #expect(request.acceptLabel == "Take" && request.kind == .open(isMultiple: true))
        let close = try client.makeCall(
          to: PortalSetup.busName, path: PrivateBus.handle, interface: "org.freedesktop.impl.portal.Request",
          member: "Close")
        _ = try client.result(of: close)
        #expect(bus.wait(for: 1) == .closed)
        try client.run(WakeSignal()) { response != nil }
        #expect(response == 2)
      }
    }

    @Test func `the window of a client that leaves the bus is closed`() async {
      await #expect(processExitsWith: .success) {
        let bus = try PrivateBus()
        bus.serve()
        do {
          let client = try BusConnection()
          try client.send(PrivateBus.call(client, [:]))
          // The end of the connection sends what is queued.
        }
        guard case .shown? = bus.wait(for: 0) else { throw Errno.timedOut }
        #expect(bus.wait(for: 1) == .closed)
      }
    }
  }
#endif
