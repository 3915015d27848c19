import PhotoFormats

extension OutputTemplate {
  /// Renders the template as a string, replacing invalid UTF-8 with U+FFFD.
  public func render(_ lookup: (Field) -> FieldValue?) -> String {
    var output: [UInt8] = []
    render(into: &output, lookup)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the rendered bytes, passing each value through `transform` first.
  ///
  /// Literal parts, also those within a date format, aren't transformed. With a transform that replaces slashes,
  /// `{date:%Y/%m}/{name}` always names two folders and a file, whatever the name contains.
  public func render(
    into output: inout [UInt8], transform: ((Field, inout [UInt8]) -> Void)? = nil,
    _ lookup: (Field) -> FieldValue?
  ) {
    for part in parts {
      part.render(into: &output, lookup) { field, output, write in
        guard let transform else { return write(&output) }
        var value: [UInt8] = []
        write(&value)
        transform(field, &value)
        output.append(contentsOf: value)
      }
    }
  }
}

extension OutputTemplate.Part {
  /// Appends the field's value, which the last argument writes.
  fileprivate typealias Append = (OutputTemplate.Field, inout [UInt8], (inout [UInt8]) -> Void) -> Void

  fileprivate func render(
    into output: inout [UInt8], _ lookup: (OutputTemplate.Field) -> FieldValue?, _ append: Append
  ) {
    switch self {
    case .literal(let bytes): output.append(contentsOf: bytes)
    case .plain(let field):
      guard let value = lookup(field) else { return }
      append(field, &output) { value.append(to: &$0) }
    case .padded(let field, let width, let filler):
      guard let value = lookup(field) else { return }
      append(field, &output) { value.append(to: &$0, width: width, filler: filler) }
    case .laidOut(let field, let layout):
      var text: [UInt8] = []
      if let value = lookup(field) { append(field, &text) { value.append(to: &$0) } }
      layout.append(text, to: &output)
    case .date(let field, let format):
      guard case .date(let date)? = lookup(field), let moment = DateFormat.Moment(date) else { return }
      for part in format.parts {
        if case .literal(let bytes) = part {
          output.append(contentsOf: bytes)
        } else {
          append(field, &output) { moment.append(part, to: &$0) }
        }
      }
    case .either(let choices):
      let before = output.count
      for choice in choices where output.count == before {
        if case .laidOut(let field, _) = choice, lookup(field) == nil { continue }
        choice.render(into: &output, lookup, append)
      }
    }
  }
}

extension FieldValue {
  /// Appends a number padded to `width`; zeros follow the sign.
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
