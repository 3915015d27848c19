import PhotoFormats

extension OutputTemplate {
  /// The template filled in, bytes that are no UTF-8 shown as U+FFFD.
  public func render(_ lookup: (Field) -> Value?) -> String {
    var output: [UInt8] = []
    render(into: &output, lookup)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the template filled in, every byte kept.
  public func render(into output: inout [UInt8], _ lookup: (Field) -> Value?) {
    for part in parts {
      switch part {
      case .literal(let bytes): output.append(contentsOf: bytes)
      case .plain(let field): lookup(field)?.append(to: &output)
      case .padded(let field, let width, let filler):
        lookup(field)?.append(to: &output, width: width, filler: filler)
      case .date(let field, let format):
        guard case .date(let date)? = lookup(field), let moment = DateFormat.Moment(date) else { continue }
        for part in format.parts { moment.append(part, to: &output) }
      }
    }
  }

  /// Appends the template filled in, each value changed by `transform` before it is written.
  ///
  /// What the template itself spells out, also between the parts of a date, is not changed: with a
  /// transform that replaces slashes, `{date:%Y/%m}/{name}` names two folders and a file and no more,
  /// whatever stands in the name.
  public func render(
    into output: inout [UInt8], transform: (Field, inout [UInt8]) -> Void, _ lookup: (Field) -> Value?
  ) {
    func appendTransformed(_ field: Field, _ write: (inout [UInt8]) -> Void) {
      var value: [UInt8] = []
      write(&value)
      transform(field, &value)
      output.append(contentsOf: value)
    }
    for part in parts {
      switch part {
      case .literal(let bytes): output.append(contentsOf: bytes)
      case .plain(let field):
        guard let value = lookup(field) else { continue }
        appendTransformed(field) { value.append(to: &$0) }
      case .padded(let field, let width, let filler):
        guard let value = lookup(field) else { continue }
        appendTransformed(field) { value.append(to: &$0, width: width, filler: filler) }
      case .date(let field, let format):
        guard case .date(let date)? = lookup(field), let moment = DateFormat.Moment(date) else { continue }
        for part in format.parts {
          if case .literal(let bytes) = part {
            output.append(contentsOf: bytes)
          } else {
            appendTransformed(field) { moment.append(part, to: &$0) }
          }
        }
      }
    }
  }
}

extension FieldValue {
  /// Appends a number filled up to `width`; zeros stand behind the sign.
  func append(to output: inout [UInt8], width: Int, filler: UInt8) {
    var digits: [UInt8] = []
    append(to: &digits)
    guard !digits.isEmpty else { return }
    let missing = repeatElement(filler, count: max(width - digits.count, 0))
    let hasSign = digits.first == UInt8(ascii: "-") && filler == UInt8(ascii: "0")
    digits.insert(contentsOf: missing, at: hasSign ? 1 : 0)
    output.append(contentsOf: digits)
  }
}
