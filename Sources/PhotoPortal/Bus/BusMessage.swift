#if canImport(CDesktopBus)
  import CDesktopBus
  import SystemPackage

  /// A message that was received or is being written. Not thread-safe, like the connection.
  final class BusMessage {
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    init(_ pointer: OpaquePointer) {
      _ = libsystemd().pointee.message_ref(pointer)
      self.pointer = pointer
    }

    deinit { _ = libsystemd().pointee.message_unref(pointer) }

    var path: String { Self.text(libsystemd().pointee.message_get_path(pointer)) }
    var interface: String { Self.text(libsystemd().pointee.message_get_interface(pointer)) }
    var member: String { Self.text(libsystemd().pointee.message_get_member(pointer)) }
    var sender: String { Self.text(libsystemd().pointee.message_get_sender(pointer)) }
    var signature: String { Self.text(libsystemd().pointee.message_get_signature(pointer, 1)) }

    /// The name and message of an error, or `nil` for another message.
    var error: (name: String, text: String)? {
      guard let error = libsystemd().pointee.message_get_error(pointer)?.pointee, error.name != nil else {
        return nil
      }
      return (Self.text(error.name), Self.text(error.message))
    }

    static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    // MARK: Reading

    /// Returns the values of a message from the beginning.
    ///
    /// - Parameter keys: The keys of its dictionaries that are read, or `nil` for all.
    /// - Throws: `Errno.messageTooLong` beyond the limits of ``BusReader``.
    func values(keys: Set<String>? = nil) throws(Errno) -> [BusValue] {
      try check(libsystemd().pointee.message_rewind(pointer, 1))
      var reader = BusReader(pointer, keys: keys)
      return try reader.values()
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
      case .bytes(let bytes):
        try check(
          bytes.withUnsafeBytes {
            libsystemd().pointee.message_append_array(
              pointer, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
          })
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
