#if canImport(CDesktopBus)
  import CDesktopBus
  import PhotoFiles
  import SystemPackage

  /// Reads the values of a message from its current position, within limits.
  ///
  /// A bus delivers messages of 128 MiB and more. Requests of apps need a few kilobytes, so a larger message is an error
  /// before memory is allocated for its values.
  struct BusReader {
    /// The maximum number of values. A container counts as a value, and so does a whole array of numbers.
    static let valueLimit = 50_000
    /// The maximum size of all strings and arrays of numbers, in bytes.
    static let byteLimit = 1 << 20
    /// sd-bus accepts 64 levels; file choosers need five.
    private static let depthLimit = 16
    /// The types whose arrays are contiguous in a message.
    private static let numbers = Set("ynqiuxtd".utf8)

    private let message: OpaquePointer
    /// The keys of the dictionaries in the message that are read, or `nil` for all.
    private let keys: Set<String>?
    private var valuesLeft = Self.valueLimit
    private var bytesLeft = Self.byteLimit

    init(_ message: OpaquePointer, keys: Set<String>?) {
      self.message = message
      self.keys = keys
    }

    /// Reads values up to the end of the message or container.
    ///
    /// - Throws: `Errno.messageTooLong` beyond the limits.
    mutating func values(depth: Int = 0) throws(Errno) -> [BusValue] {
      guard depth < Self.depthLimit else { throw .tooManyReferences }
      var values: [BusValue] = []
      while let next = try next() {
        if let value = try value(next, depth) { values.append(value) }
      }
      return values
    }

    private struct Element {
      let type: UInt8
      /// The signature of the contents of a container.
      let contents: UnsafePointer<CChar>?

      var isArrayOfNumbers: Bool {
        guard type == UInt8(ascii: "a"), let contents, contents[0] != 0 else { return false }
        return contents[1] == 0 && BusReader.numbers.contains(UInt8(bitPattern: contents[0]))
      }

      var isArrayOfBytes: Bool { isArrayOfNumbers && contents?[0] == CChar(UInt8(ascii: "y")) }
    }

    /// Returns the type of the next value, or `nil` at the end.
    private mutating func next() throws(Errno) -> Element? {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard try check(libsystemd().pointee.message_peek_type(message, &type, &contents)) > 0 else {
        return nil
      }
      guard valuesLeft > 0 else { throw .messageTooLong }
      valuesLeft -= 1
      return Element(type: UInt8(bitPattern: type), contents: contents)
    }

    private mutating func takeBytes(_ count: Int) throws(Errno) {
      guard count <= bytesLeft else { throw .messageTooLong }
      bytesLeft -= count
    }

    /// Reads a value, or returns `nil` if it skips the entry.
    private mutating func value(_ element: Element, _ depth: Int) throws(Errno) -> BusValue? {
      let type = element.type
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
      case "a" where element.isArrayOfBytes:
        return .bytes(Array(try numbers(element)))
      default: return try container(element, depth)
      }
    }

    private mutating func container(_ element: Element, _ depth: Int) throws(Errno) -> BusValue? {
      let signature = BusMessage.text(element.contents)
      try enter(element)
      let isEntry = element.type == UInt8(ascii: "e")
      // The entries of a dictionary in a message are one level below it.
      if isEntry, depth == 1, let keys, let key = try next() {
        let name = try value(key, depth)
        guard let text = name?.string, keys.contains(text) else {
          while try skip() {}
          try exit()
          return nil
        }
        let values = try values(depth: depth + 1)
        try exit()
        guard values.count == 1 else { throw .badMessage }
        return .entry(key: .string(text), value: values[0])
      }
      let values = try values(depth: depth + 1)
      try exit()
      switch (UnicodeScalar(element.type), values.count) {
      case ("a", _): return .array(values, of: signature)
      case ("r", _): return .structure(values)
      case ("e", 2): return .entry(key: values[0], value: values[1])
      case ("v", 1): return .variant(values[0])
      default: throw .badMessage
      }
    }

    /// Skips a value without allocating memory. Returns `false` at the end.
    private mutating func skip() throws(Errno) -> Bool {
      guard let element = try next() else { return false }
      switch UnicodeScalar(element.type) {
      case "s", "o", "g": try takeBytes(strlen(try characters(element.type)))
      case "a" where element.isArrayOfNumbers: _ = try numbers(element)
      case "a", "r", "e", "v":
        try enter(element)
        while try skip() {}
        try exit()
      default: _ = try basic(element.type, UInt64(0))
      }
      return true
    }

    private func enter(_ element: Element) throws(Errno) {
      try check(
        libsystemd().pointee.message_enter_container(message, CChar(element.type), element.contents))
    }

    private func exit() throws(Errno) { try check(libsystemd().pointee.message_exit_container(message)) }

    /// Returns the memory of an array of numbers in the message.
    private mutating func numbers(_ element: Element) throws(Errno) -> UnsafeRawBufferPointer {
      var start: UnsafeRawPointer?
      var count = 0
      let type = element.contents.map { $0[0] } ?? 0
      try check(libsystemd().pointee.message_read_array(message, type, &start, &count))
      try takeBytes(count)
      return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Reads a number of at most the size of `Value`.
    private func basic<Value: BitwiseCopyable>(_ type: UInt8, _ zero: Value) throws(Errno) -> Value {
      var value = zero
      try check(libsystemd().pointee.message_read_basic(message, CChar(type), &value))
      return value
    }

    private mutating func string(_ type: UInt8) throws(Errno) -> String {
      let start = try characters(type)
      try takeBytes(strlen(start))
      return String(cString: start)
    }

    /// Returns the memory of a string in the message.
    private func characters(_ type: UInt8) throws(Errno) -> UnsafePointer<CChar> {
      var start: UnsafePointer<CChar>?
      try check(libsystemd().pointee.message_read_basic(message, CChar(type), &start))
      guard let start else { throw .badMessage }
      return start
    }
  }
#endif
