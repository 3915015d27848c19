import PhotoFiles

extension MetadataField {
  /// A number that changes with the table, so that catalogs of another table are read again.
  package static let fingerprint: UInt64 = {
    var hash = Checksum()
    for field in allCases {
      let row = field.declaration
      hash.add(UInt64(field.rawValue))
      hash.add(row.key)
      hash.add(UInt64(row.kind.rawValue))
      hash.add(row.limits.lowerBound.bitPattern)
      hash.add(row.limits.upperBound.bitPattern)
      hash.add(row.defaultValue == nil ? 0 : 1)
      hash.add(row.defaultValue?.encoded ?? [])
      hash.add(UInt64(row.sources.count))
      for source in row.sources { hash.add(source) }
    }
    return hash.value
  }()
}

// No descriptions by reflection, which would add a millisecond to each start.
extension Checksum {
  fileprivate mutating func add(_ text: StaticString) {
    add(UInt64(text.utf8CodeUnitCount))
    text.withUTF8Buffer { add(UnsafeRawBufferPointer($0)) }
  }

  fileprivate mutating func add(_ source: MetadataSource) {
    switch source {
    case .exif(let tag, let directory, let reading):
      add(numbers: 1, UInt64(tag), UInt64(directory.rawValue), UInt64(reading.rawValue))
    case .xmp(let namespace, let property, let field):
      add(numbers: 2)
      add(Array(namespace.rawValue.utf8))
      add(property)
      add(field ?? "")
    case .iptc(let dataset, let turn): add(numbers: 3, UInt64(dataset), turn == .usual ? 0 : 1)
    case .pngText(let keyword):
      add(numbers: 4)
      add(keyword)
    case .quickTimeKey(let key, let separator):
      add(numbers: 5, UInt64(separator?.unicodeScalars.first?.value ?? 0))
      add(key)
    case .movieText(let type): add(numbers: 6, UInt64(type.rawValue))
    case .reader: add(numbers: 7)
    }
  }

  private mutating func add(numbers: UInt64...) { for number in numbers { add(number) } }
}
