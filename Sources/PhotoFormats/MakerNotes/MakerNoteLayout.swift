/// How the notes of a kind of camera are built: a row of the table that tells them.
struct MakerNoteLayout: Sendable {
  /// Where the directory of a note begins.
  enum Start: Sendable {
    /// So many bytes behind the start of the note; offsets are counted from the TIFF header of the photo.
    case block(Int)
    /// So many bytes behind the start of the note; offsets are counted from there too.
    case note(Int)
    /// As a TIFF header tells that stands so many bytes behind the start of the note; offsets are counted from it.
    case header(Int)

    /// The number of bytes.
    var offset: Int {
      switch self {
      case .block(let offset), .note(let offset), .header(let offset): offset
      }
    }
  }

  /// Whose tags the directory has.
  let maker: MakerNote.Maker
  /// Where it begins.
  let start: Start
  /// How the note begins; empty if the directory does.
  private let signature: StaticString
  /// How the maker's name begins if the note does not tell it.
  private let make: StaticString

  private init(
    _ maker: MakerNote.Maker, _ start: Start, signature: StaticString = "", make: StaticString = ""
  ) {
    self.maker = maker
    self.start = start
    self.signature = signature
    self.make = make
  }

  /// As ExifTool's MakerNotes.pm tells them; makers publish nothing. Makers whose notes hold nothing that is read here
  /// are missing.
  private static let all: [MakerNoteLayout] = [
    .init(.apple, .note(14), signature: "Apple iOS\0"),
    .init(.nikon, .header(10), signature: "Nikon\0\u{2}"),
    .init(.olympus, .note(12), signature: "OLYMPUS\0"),
    .init(.olympus, .note(16), signature: "OM SYSTEM\0"),
    .init(.olympus, .block(8), signature: "OLYMP\0"),
    .init(.olympus, .block(8), signature: "EPSON\0"),
    .init(.panasonic, .block(12), signature: "Panasonic\0"),
    .init(.panasonic, .block(8), signature: "LEICA\0\0\0", make: "LEICA"),
    .init(.pentax, .block(6), signature: "AOC\0"),
    .init(.pentax, .note(10), signature: "PENTAX \0"),
    .init(.casio, .block(6), signature: "QVC\0"),
    .init(.casio, .block(6), signature: "DCI\0"),
    .init(.canon, .block(0), make: "Canon"),
    .init(.earlyCasio, .block(0), make: "CASIO"),
  ]

  /// The layout of a note, or `nil` if nothing of it is read.
  ///
  /// - Parameters:
  ///   - start: its first bytes.
  ///   - make: the maker of the camera as the photo names it.
  static func find(_ start: Bytes, make: String?) -> MakerNoteLayout? {
    all.first { layout in
      start.has(layout.signature) && layout.make.withUTF8Buffer { (make ?? "").utf8.starts(with: $0) }
    }
  }
}
