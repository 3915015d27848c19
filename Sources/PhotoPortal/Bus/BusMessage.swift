#if canImport(CDesktopBus)
  import CDesktopBus
  import SystemPackage

  /// A message that was received or is being written. Not thread-safe, like the connection.
  final class BusMessage {
    /// sd-bus accepts 64 levels; file choosers need five.
    private static let depthLimit = 16

    let pointer: OpaquePointer

    /// Takes over a reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    init(_ pointer: OpaquePointer) {
      _ = libsystemd().pointee.message_ref(pointer)
      self.pointer = pointer
    }

    deinit { _ = libsystemd().pointee.message_unref(pointer) }

    var path: String { text(libsystemd().pointee.message_get_path(pointer)) }
    var interface: String { text(libsystemd().pointee.message_get_interface(pointer)) }
    var member: String { text(libsystemd().pointee.message_get_member(pointer)) }
    var sender: String { text(libsystemd().pointee.message_get_sender(pointer)) }
    var signature: String { text(libsystemd().pointee.message_get_signature(pointer, 1)) }

    /// The name and message of an error, or `nil` for another message.
    var error: (name: String, text: String)? {
      guard let error = libsystemd().pointee.message_get_error(pointer)?.pointee, error.name != nil else {
        return nil
      }
      return (text(error.name), text(error.message))
    }

    private func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    // MARK: Reading

    /// Returns the values of a message from the beginning.
    func values() throws(Errno) -> [BusValue] {
      try check(libsystemd().pointee.message_rewind(pointer, 1))
      return try values(depth: 0)
    }

    /// Reads values up to the end of the message or container.
    private func values(depth: Int) throws(Errno) -> [BusValue] {
      guard depth < Self.depthLimit else { throw .tooManyReferences }
      var values: [BusValue] = []
      while true {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try check(libsystemd().pointee.message_peek_type(pointer, &type, &contents)) > 0 else {
          return values
        }
        values.append(try value(UInt8(bitPattern: type), contents, depth))
      }
    }

    private func value(
      _ type: UInt8, _ contents: UnsafePointer<CChar>?, _ depth: Int
    ) throws(Errno) -> BusValue {
      switch UnicodeScalar(type) {
      case "y": return .byte(try basic(type, 0))
      case "b": return .bool(try basic(type, Int32(0)) != 0)
      case "n": return .int16(try basic(type, 0))
      case "q": return .uint16(try basic(type, 0))
      // The number of a file descriptor, which stays in the message.
      case "i", "h": return .int32(try basic(type, 0))
      case "u": return .uint32(try basic(type, 0))
      case "x": return .int64(try basic(type, 0))
      case "t": return .uint64(try basic(type, 0))
      case "d": return .double(try basic(type, 0))
      case "s": return .string(try string(type))
      case "o": return .objectPath(try string(type))
      case "g": return .signature(try string(type))
      default:
        let signature = text(contents)
        try check(libsystemd().pointee.message_enter_container(pointer, CChar(type), contents))
        let values = try values(depth: depth + 1)
        try check(libsystemd().pointee.message_exit_container(pointer))
        switch (UnicodeScalar(type), values.count) {
        case ("a", _): return .array(values, of: signature)
        case ("r", _): return .structure(values)
        case ("e", 2): return .entry(key: values[0], value: values[1])
        case ("v", 1): return .variant(values[0])
        default: throw .badMessage
        }
      }
    }

    private func basic<Value: BitwiseCopyable>(_ type: UInt8, _ zero: Value) throws(Errno) -> Value {
      var value = zero
      try check(libsystemd().pointee.message_read_basic(pointer, CChar(type), &value))
      return value
    }

    private func string(_ type: UInt8) throws(Errno) -> String {
      var start: UnsafePointer<CChar>?
      try check(libsystemd().pointee.message_read_basic(pointer, CChar(type), &start))
      return text(start)
    }

    // MARK: Writing

    func append(_ value: BusValue) throws(Errno) {
      switch value {
      case .byte(let number): try append("y", number)
      case .bool(let isTrue): try append("b", Int32(isTrue ? 1 : 0))
      case .int16(let number): try append("n", number)
      case .uint16(let number): try append("q", number)
      case .int32(let number): try append("i", number)
      case .uint32(let number): try append("u", number)
      case .int64(let number): try append("x", number)
      case .uint64(let number): try append("t", number)
      case .double(let number): try append("d", number)
      case .string(let text): try append("s", text)
      case .objectPath(let text): try append("o", text)
      case .signature(let text): try append("g", text)
      case .array(let values, let element): try append("a", element, values)
      case .structure(let values): try append("r", values.map(\.signature).joined(), values)
      case .entry(let key, let value): try append("e", key.signature + value.signature, [key, value])
      case .variant(let value): try append("v", value.signature, [value])
      }
    }

    private func append(_ type: UnicodeScalar, _ number: some BitwiseCopyable) throws(Errno) {
      var number = number
      try check(libsystemd().pointee.message_append_basic(pointer, CChar(type.value), &number))
    }

    private func append(_ type: UnicodeScalar, _ text: String) throws(Errno) {
      try check(
        text.withCString { libsystemd().pointee.message_append_basic(pointer, CChar(type.value), $0) })
    }

    private func append(
      _ type: UnicodeScalar, _ contents: String, _ values: [BusValue]
    ) throws(Errno) {
      try check(libsystemd().pointee.message_open_container(pointer, CChar(type.value), contents))
      for value in values { try append(value) }
      try check(libsystemd().pointee.message_close_container(pointer))
    }

    /// Appends all values of another message.
    func appendAll(of other: BusMessage) throws(Errno) {
      try check(libsystemd().pointee.message_rewind(other.pointer, 1))
      try check(libsystemd().pointee.message_copy(pointer, other.pointer, 1))
    }
  }

  /// Returns the result of a function of libsystemd, or throws the error.
  @discardableResult
  func check(_ result: Int32) throws(Errno) -> Int32 {
    guard result >= 0 else { throw Errno(rawValue: -result) }
    return result
  }
#endif
