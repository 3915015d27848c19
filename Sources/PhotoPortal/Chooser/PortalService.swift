#if canImport(CDesktopBus)
  import PhotoFiles
  import Synchronization
  import SystemPackage

  /// A backend for choosing files (org.freedesktop.impl.portal.FileChooser).
  ///
  /// Requests for photos are shown by photopick; others are forwarded to another backend with the same options and the
  /// same handle.
  package final class PortalService {
    /// Shows a request, and calls back once from any thread. The result closes the window when it is called.
    package typealias Show =
      @Sendable (ChooserRequest, @escaping @Sendable (ChooserOutcome) -> Void) -> @Sendable () -> Void

    package static let path = "/org/freedesktop/portal/desktop"
    static let requestInterface = "org.freedesktop.impl.portal.Request"
    private static let requestLimit = 64

    /// The status in a reply (org.freedesktop.portal.Request, `Response`).
    private enum Response: UInt32 {
      case success = 0
      case cancelled = 1
      case other = 2
    }

    private enum Work {
      case shown(close: @Sendable () -> Void)
      case forwarded(to: String)
    }

    /// The outcomes of shown requests, from their threads.
    private final class Outcomes: Sendable {
      struct Ended: Sendable {
        let handle: String
        let call: ObjectIdentifier
        let outcome: ChooserOutcome
      }

      private let list = Mutex<[Ended]>([])
      private let signal: WakeSignal

      init(_ signal: WakeSignal) { self.signal = signal }

      func add(_ ended: Ended) {
        list.withLock { $0.append(ended) }
        signal.wake()
      }

      func take() -> [Ended] {
        list.withLock { list in
          defer { list = [] }
          return list
        }
      }
    }

    private struct OpenRequest {
      let call: BusMessage
      let request: ChooserRequest?
      var work: Work
    }

    private let bus: BusConnection
    private let signal: WakeSignal
    private let show: Show
    /// The well-known names of other backends, the preferred one first.
    private let others: [String]
    private let log: @Sendable (String) -> Void
    private var open: [String: OpenRequest] = [:]
    private let outcomes: Outcomes
    private let isStopped = SharedFlag()

    /// Connects to the session bus and acquires the name.
    ///
    /// - Throws: `PortalUnavailable`.
    package init(
      others: [String], log: @escaping @Sendable (String) -> Void, show: @escaping Show
    ) throws(PortalUnavailable) {
      (self.others, self.log, self.show) = (others, log, show)
      bus = try BusConnection()
      do throws(Errno) {
        signal = try WakeSignal()
        outcomes = Outcomes(signal)
        try bus.serve(Self.path) { [unowned self] in handle($0) }
        let rule =
          "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''"
        try bus.observe(rule) { [unowned self] in closeRequests(ofLost: $0) }
        try bus.requestName(PortalSetup.busName)
      } catch .fileExists {
        throw PortalUnavailable(reason: "another photopick portal is running")
      } catch {
        throw PortalUnavailable(reason: "the session's D-Bus: \(error)")
      }
    }

    /// Serves requests until `stop` is called or the connection is lost.
    package func run() throws(PortalUnavailable) {
      defer { for (handle, request) in open { close(request, handle: handle) } }
      do throws(Errno) {
        try bus.run(signal) {
          replyToOutcomes()
          return isStopped.isSet
        }
      } catch {
        throw PortalUnavailable(reason: "the session's D-Bus has ended: \(error)")
      }
    }

    /// Returns a function that ends `run` from any thread.
    package var stop: @Sendable () -> Void {
      { [isStopped, signal] in
        isStopped.set()
        signal.wake()
      }
    }

    // MARK: Calls

    private func handle(_ message: BusMessage) -> Bool {
      switch (message.interface, message.member) {
      case (PortalBackend.chooserInterface, let method) where ChooserRequest.methods.contains(method):
        guard message.path == Self.path, message.signature == ChooserRequest.signature else { return false }
        begin(message)
        return true
      case (Self.requestInterface, "Close"):
        guard let request = open.removeValue(forKey: message.path) else { return false }
        close(request, handle: message.path)
        reply(to: message) { _ throws(Errno) in }
        return true
      case (PortalDescription.interface, "Introspect"):
        let isChooser = message.path == Self.path
        guard isChooser || open[message.path] != nil else { return false }
        reply(to: message) { reply throws(Errno) in
          try reply.append(.string(isChooser ? PortalDescription.chooser : PortalDescription.request))
        }
        return true
      default: return false
      }
    }

    private func begin(_ call: BusMessage) {
      guard let values = try? call.values(keys: ChooserRequest.optionNames),
        case .objectPath(let handle)? = values.first
      else { return send { () throws(Errno) in try bus.makeRefusal(of: call) } }
      guard open[handle] == nil, open.count < Self.requestLimit else { return respond(to: call, .other) }
      let request = ChooserRequest(call.member, values)
      if let request, request.isForPhotos {
        present(request, call, handle)
      } else {
        forward(call, request, handle, to: others[...])
      }
    }

    private func present(_ request: ChooserRequest, _ call: BusMessage, _ handle: String) {
      // The call distinguishes a handle that is used again.
      let identifier = ObjectIdentifier(call)
      let close = show(request) { [outcomes] in
        outcomes.add(.init(handle: handle, call: identifier, outcome: $0))
      }
      open[handle] = OpenRequest(call: call, request: request, work: .shown(close: close))
    }

    /// Forwards a call to the first backend that exists.
    private func forward(
      _ call: BusMessage, _ request: ChooserRequest?, _ handle: String, to others: ArraySlice<String>
    ) {
      guard let service = others.first else {
        // Only photopick is left: it can save, but not choose files of other kinds.
        guard let request, request.isForSaving else {
          log("no backend is installed that chooses files of any kind")
          return respond(to: call, .other)
        }
        return present(request, call, handle)
      }
      open[handle] = OpenRequest(call: call, request: request, work: .forwarded(to: service))
      do throws(Errno) {
        let forwarded = try bus.makeCall(
          to: service, path: Self.path, interface: PortalBackend.chooserInterface, member: call.member)
        try forwarded.appendAll(of: call)
        try bus.call(forwarded) { [unowned self] answer in
          guard open[handle]?.call === call else { return }
          open[handle] = nil
          switch answer.error?.name {
          case nil: reply(to: call) { reply throws(Errno) in try reply.appendAll(of: answer) }
          case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownInterface",
            "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.Spawn.ChildExited":
            forward(call, request, handle, to: others.dropFirst())
          default:
            log("\(service): \(answer.error?.text ?? "")")
            respond(to: call, .other)
          }
        }
      } catch {
        open[handle] = nil
        log("\(service): \(error)")
        respond(to: call, .other)
      }
    }

    private func close(_ request: OpenRequest, handle: String) {
      switch request.work {
      case .shown(let close): close()
      case .forwarded(let service):
        if let close = try? bus.makeCall(
          to: service, path: handle, interface: Self.requestInterface, member: "Close")
        {
          try? bus.call(close) { _ in }
        }
      }
      respond(to: request.call, .other)
    }

    /// Closes the requests of a caller that has disconnected.
    private func closeRequests(ofLost message: BusMessage) {
      guard let name = try? message.values().first?.string else { return }
      for (handle, request) in open where request.call.sender == name {
        open[handle] = nil
        close(request, handle: handle)
      }
    }

    // MARK: Replies

    private func replyToOutcomes() {
      for ended in outcomes.take() {
        // The request may have been closed.
        guard let request = open[ended.handle], ObjectIdentifier(request.call) == ended.call else { continue }
        open[ended.handle] = nil
        switch ended.outcome {
        case .chosen(let answer):
          respond(to: request.call, .success, request.request?.results(answer) ?? .options([:]))
        case .cancelled: respond(to: request.call, .cancelled)
        case .failed(let reason):
          log(reason)
          respond(to: request.call, .other)
        }
      }
    }

    private func respond(to call: BusMessage, _ response: Response, _ results: BusValue = .options([:])) {
      reply(to: call) { reply throws(Errno) in
        try reply.append(.uint32(response.rawValue))
        try reply.append(results)
      }
    }

    private func reply(to call: BusMessage, _ write: (BusMessage) throws(Errno) -> Void) {
      send { () throws(Errno) in
        let reply = try bus.makeReply(to: call)
        try write(reply)
        return reply
      }
    }

    private func send(_ make: () throws(Errno) -> BusMessage) {
      do throws(Errno) {
        try bus.send(try make())
      } catch {
        log("a reply could not be sent: \(error)")
      }
    }
  }
#endif
