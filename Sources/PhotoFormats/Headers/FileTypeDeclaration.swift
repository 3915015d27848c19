/// What is declared of a type of file: one row of the table in `PhotoFileType`.
package struct FileTypeDeclaration: Sendable {
  /// The format as photopick groups and filters it.
  package let format: PhotoFormat
  /// Picture or video, or neither if nothing is known of the type.
  package let mediaType: MediaType
  /// The uniform type identifier, as Apple's systems name the type.
  package let typeIdentifier: String
  /// The name in the shared MIME database.
  package let mimeName: String?
  /// The extensions of its files in lower case, the usual one first.
  package let extensions: [String]
  /// Another word for the format in a filter.
  package let alias: String?
  /// How a file begins; any of them tells the type.
  let signatures: [FileSignature]
  /// The major brands of its files, if they are made of boxes (ISO/IEC 14496-12, 4.3).
  let brands: [FourCC]
  /// Reads the header.
  let reader: (any HeaderReader.Type)?
  /// How pixels are got from it.
  package let coding: PictureCoding?

  /// True if its files are made of boxes (ISO/IEC 14496-12): what they hold is told by more than their start.
  package var isMadeOfBoxes: Bool { reader == ISOMediaHeader.self }

  init(
    _ format: PhotoFormat, _ typeIdentifier: String, mime: String?,
    _ extensions: [String], alias: String? = nil, signatures: [FileSignature] = [], brands: [FourCC] = [],
    _ reader: (any HeaderReader.Type)? = nil, _ coding: PictureCoding? = nil
  ) {
    self.format = format
    mediaType = mime.map { $0.hasPrefix("video/") ? .video : .image } ?? .unknown
    self.typeIdentifier = typeIdentifier
    mimeName = mime
    self.extensions = extensions
    self.alias = alias
    self.signatures = signatures
    self.brands = brands
    self.reader = reader
    self.coding = coding
  }
}

/// The first bytes of the files of a type.
struct FileSignature: Sendable {
  /// The first four bytes, the first one most significant.
  private let word: UInt32
  /// Which of their bits count.
  private let mask: UInt32
  /// What else must be true of the first 64 bytes.
  private let check: (@Sendable (Bytes) -> Bool)?

  init(_ word: UInt32, mask: UInt32 = .max, _ check: (@Sendable (Bytes) -> Bool)? = nil) {
    self.word = word
    self.mask = mask
    self.check = check
  }

  /// True if more than the first four bytes is looked at.
  var isSpecific: Bool { check != nil }

  /// True if a file begins so.
  func matches(_ first: UInt32, _ head: Bytes) -> Bool { first & mask == word && check?(head) ?? true }
}

extension PhotoFileType {
  /// All signatures with their types, those that look at more than four bytes first.
  private static let signatures: [(signature: FileSignature, type: PhotoFileType)] = {
    let all = allCases.flatMap { type in type.declaration.signatures.map { ($0, type) } }
    return all.filter { $0.0.isSpecific } + all.filter { !$0.0.isSpecific }
  }()

  /// The types by the major brands of their files.
  static let byBrand: [FourCC: PhotoFileType] = Dictionary(
    allCases.flatMap { type in type.declaration.brands.map { ($0, type) } },
    uniquingKeysWith: { first, _ in first })

  /// The type that the first 64 bytes of a file tell, or `nil` if it is of none that is known.
  ///
  /// The header tells more: which RAW a TIFF is, and what is in boxes of an unknown brand.
  package init?(signature head: Bytes) {
    guard let first = head.uint32(at: 0, .big) else { return nil }
    if let match = Self.signatures.first(where: { $0.signature.matches(first, head) }) {
      self = match.type
    } else if let type = ISOMediaHeader.fileType(head) {
      self = type
    } else {
      return nil
    }
  }
}

extension PhotoFormat {
  /// The format that another word than its own stands for in a filter, or `nil` if it stands for none.
  public init?(alias word: String) {
    guard let type = PhotoFileType.allCases.first(where: { $0.declaration.alias == word }) else { return nil }
    self = type.format
  }
}
