/// A row of the table in `PhotoFileType`.
package struct FileTypeDeclaration: Sendable {
  package let format: PhotoFormat
  package let mediaType: MediaType
  /// The uniform type identifier of Apple's systems.
  package let typeIdentifier: String
  /// The name in the shared MIME database.
  package let mimeName: String?
  /// The file extensions in lowercase, the usual one first.
  package let extensions: [String]
  /// Another word for the format in filters.
  package let alias: String?
  let signatures: [FileSignature]
  /// The major brands.
  let brands: [FourCC]
  let reader: (any HeaderReader.Type)?
  package let coding: PictureCoding?

  /// Whether files consist of boxes, so that the start alone doesn't identify the content.
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

struct FileSignature: Sendable {
  private let word: UInt32
  private let mask: UInt32
  /// A further condition on the first 64 bytes.
  private let check: (@Sendable (Bytes) -> Bool)?

  init(_ word: UInt32, mask: UInt32 = .max, _ check: (@Sendable (Bytes) -> Bool)? = nil) {
    self.word = word
    self.mask = mask
    self.check = check
  }

  var isSpecific: Bool { check != nil }

  func matches(_ first: UInt32, _ head: Bytes) -> Bool { first & mask == word && check?(head) ?? true }
}

extension PhotoFileType {
  /// All signatures with their types, the specific ones first.
  private static let signatures: [(signature: FileSignature, type: PhotoFileType)] = {
    let all = allCases.flatMap { type in type.declaration.signatures.map { ($0, type) } }
    return all.filter { $0.0.isSpecific } + all.filter { !$0.0.isSpecific }
  }()

  static let byBrand: [FourCC: PhotoFileType] = Dictionary(
    allCases.flatMap { type in type.declaration.brands.map { ($0, type) } },
    uniquingKeysWith: { first, _ in first })

  /// The type by the first 64 bytes of a file. The header may refine it: which RAW a TIFF is, or the content of boxes
  /// of an unknown brand.
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
  /// The format with this alias in filters.
  public init?(alias word: String) {
    guard let type = PhotoFileType.allCases.first(where: { $0.declaration.alias == word }) else { return nil }
    self = type.format
  }
}
