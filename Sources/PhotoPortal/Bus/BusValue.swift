/// A value of a message (D-Bus Specification, "Type System").
indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16), uint16(UInt16), int32(Int32), uint32(UInt32), int64(Int64), uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// An array of bytes.
  case bytes([UInt8])
  /// The values, which are not bytes, and the signature of each.
  case array([BusValue], of: String)
  case structure([BusValue])
  /// An entry of a dictionary, which is an array of entries.
  case entry(key: BusValue, value: BusValue)
  case variant(BusValue)

  /// The complete type of the value.
  var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(_, let element): "a\(element)"
    case .structure(let values): "(\(values.map(\.signature).joined()))"
    case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
    case .variant: "v"
    }
  }

  /// A dictionary with the type `a{sv}`, in the order of the keys.
  static func options(_ entries: [String: BusValue]) -> BusValue {
    .array(
      entries.sorted { $0.key < $1.key }.map { .entry(key: .string($0.key), value: .variant($0.value)) },
      of: "{sv}")
  }

  static func strings(_ texts: [String]) -> BusValue { .array(texts.map(BusValue.string), of: "s") }
}

extension BusValue {
  var string: String? { if case .string(let text) = self { text } else { nil } }

  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }

  var values: [BusValue]? {
    switch self {
    case .array(let values, _), .structure(let values): values
    default: nil
    }
  }

  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  /// The values of a dictionary by their keys, without variants.
  var entries: [String: BusValue]? {
    guard case .array(let values, _) = self else { return nil }
    var entries: [String: BusValue] = [:]
    for case .entry(.string(let key), let value) in values {
      if case .variant(let inner) = value { entries[key] = inner } else { entries[key] = value }
    }
    return entries
  }
}
