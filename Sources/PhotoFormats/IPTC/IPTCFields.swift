import PhotoFiles

/// The declared fields of IPTC-IIM (Information Interchange Model 4.2, 6; Metadata Working Group, Guidelines 2.0, 3.3).
package struct IPTCFields: Sendable, Hashable {
  /// Whether a digest doesn't match the block.
  ///
  /// The program that wrote the digest wrote XMP too. So a program that doesn't know XMP changed the block later, and
  /// XMP is out of date, even if the block no longer has a field.
  package private(set) var isChanged = false

  /// The strings of record 2 by dataset, in UTF-8.
  private var texts: [UInt8: [Bytes]] = [:]

  static let sizeLimit = 1024 * 1024
  private static let characterSetDataset: UInt8 = 90

  private static let declared = DeclaredSources { source -> (dataset: UInt8, turn: IPTCTurn)? in
    if case .iptc(let dataset, let turn) = source { (dataset, turn) } else { nil }
  }

  /// The datasets, and whether each may appear several times.
  private static let isRepeatable = Dictionary(
    declared.places.map { ($0.name.dataset, $0.field.kind == .list) }, uniquingKeysWith: { $0 || $1 })

  /// The maximum sizes of strings in bytes (Information Interchange Model 4.2, 6), at which programs truncate.
  static let lengthLimits: [UInt8: Int] = [
    5: 64, 25: 64, 80: 32, 90: 32, 92: 32, 95: 32, 100: 3, 101: 64, 116: 128, 120: 2000,
  ]

  package init(_ block: Bytes, digest: Bytes? = nil) {
    if let digest, block.count <= Self.sizeLimit { isChanged = MD5.digest(of: block.array) != digest.array }
    var characterSet = IPTCCharacterSet.latin
    for dataset in IIMDatasets(block.prefixSlice(at: 0, count: Self.sizeLimit)) {
      switch dataset.record {
      case 1 where dataset.number == Self.characterSetDataset:
        characterSet = IPTCCharacterSet(designation: dataset.bytes)
      case 2: add(dataset, in: characterSet)
      default: continue
      }
    }
  }

  private mutating func add(_ dataset: IIMDataset, in characterSet: IPTCCharacterSet) {
    guard let isRepeatable = Self.isRepeatable[dataset.number] else { return }
    let text = characterSet.utf8(dataset.bytes)
    if isRepeatable {
      texts[dataset.number, default: []].append(text)
    } else {
      texts[dataset.number] = [text]
    }
  }

  /// Parses IPTC-IIM and its digest from Photoshop's image resources.
  ///
  /// - Parameter block: A block outside of the resources, as in a TIFF, which takes precedence.
  package init?(resources: ByteSource?, block: ByteSource? = nil) {
    var found: [UInt16: Bytes] = [:]
    // One more byte shows that a block is too long.
    found[PhotoshopResource.iptc] = block?.bytes(at: 0, count: Self.sizeLimit + 1)
    if let resources {
      for resource in PhotoshopResources(resources) {
        let isWanted =
          resource.number == PhotoshopResource.iptc || resource.number == PhotoshopResource.iptcDigest
        guard isWanted, found[resource.number] == nil else { continue }
        let count = min(resource.count, Self.sizeLimit + 1)
        found[resource.number] = resources.allBytes(at: resource.offset, count: count)
        if found.count == 2 { break }
      }
    }
    guard let block = found[PhotoshopResource.iptc] else { return nil }
    self.init(block, digest: found[PhotoshopResource.iptcDigest])
  }

  /// The values with their ranks relative to XMP.
  package func findings(beside xmp: MetadataFindings?) -> MetadataFindings {
    var findings = MetadataFindings()
    for place in Self.declared.places {
      let texts = texts[place.name.dataset] ?? []
      switch place.name.turn {
      case .usual:
        guard !texts.isEmpty else { continue }
        findings.offer(
          Self.value(texts.compactMap(Self.text), place.field.kind), for: place.field, rank: place.rank)
      case .changed:
        guard isChanged else { continue }
        let whole = Self.completed(texts, of: place.name.dataset, by: xmp?[place.field])
        findings.offer(Self.value(whole, place.field.kind), for: place.field, rank: place.rank, isFinal: true)
      }
    }
    return findings
  }

  private static func value(_ texts: [String], _ kind: FieldKind) -> FieldValue {
    kind == .list ? .list(texts) : .text(texts.first ?? "")
  }

  private static func text(_ bytes: Bytes) -> String? { bytes.withoutCutCharacter.trimmedText }

  /// Returns the strings of a dataset. If a string is the start of an XMP string, cut at the size limit of the dataset,
  /// returns the complete string instead.
  private static func completed(_ texts: [Bytes], of dataset: UInt8, by xmp: FieldValue?) -> [String] {
    let others: [String] =
      switch xmp {
      case .text(let text): [text]
      case .list(let texts): texts
      case .bytes, .integer, .number, .flag, .date, .moment, .regions, nil: []
      }
    return texts.enumerated().compactMap { index, bytes in
      guard others.indices.contains(index), bytes.count == lengthLimits[dataset],
        others[index].utf8.count > bytes.count, others[index].utf8.starts(with: bytes.array)
      else { return text(bytes) }
      return others[index]
    }
  }
}
