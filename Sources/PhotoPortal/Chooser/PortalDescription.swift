/// The introspection data of the objects (D-Bus Specification, "Introspection Data Format").
enum PortalDescription {
  static let interface = "org.freedesktop.DBus.Introspectable"

  /// The object that chooses files.
  static let chooser = document {
    interface(
      PortalBackend.chooserInterface,
      methods: ChooserRequest.methods.map {
        method($0, ChooserRequest.arguments, returning: [("response", "u"), ("results", "a{sv}")])
      })
  }

  /// An object that represents a request.
  static let request = document {
    interface(PortalService.requestInterface, methods: [method("Close")])
  }

  private static func document(_ interfaces: () -> String) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \(interfaces())\
    \(interface(interface, methods: [method("Introspect", returning: [("xml_data", "s")])]))\
    </node>

    """
  }

  private static func interface(_ name: String, methods: [String]) -> String {
    " <interface name=\"\(name)\">\n\(methods.joined()) </interface>\n"
  }

  private static func method(
    _ name: String, _ arguments: [(name: String, type: String)] = [],
    returning results: [(name: String, type: String)] = []
  ) -> String {
    func lines(_ values: [(name: String, type: String)], _ direction: String) -> String {
      values.map { "   <arg type=\"\($0.type)\" name=\"\($0.name)\" direction=\"\(direction)\"/>\n" }.joined()
    }
    return "  <method name=\"\(name)\">\n\(lines(arguments, "in"))\(lines(results, "out"))  </method>\n"
  }
}
