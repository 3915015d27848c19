/// How the notes of a kind of camera are structured.
struct MakerNoteLayout: Sendable {
  /// The offset of the directory in a note.
  enum Start: Sendable {
    /// Offsets are relative to the TIFF header of the photo.
    case block(Int)
    /// Offsets are relative to the note.
    case note(Int)
    /// A TIFF header locates the directory, and offsets are relative to it.
    case header(Int)

    var offset: Int {
      switch self {
      case .block(let offset), .note(let offset), .header(let offset): offset
      }
    }
  }

  let maker: MakerNote.Maker
  let start: Start
  /// The start of the note; empty if the directory is at its start.
  private let signature: StaticString
  /// The start of the maker's name, for notes without a signature.
  private let make: StaticString

  private init(
    _ maker: MakerNote.Maker, _ start: Start, signature: StaticString = "", make: StaticString = ""
  ) {
    self.maker = maker
    self.start = start
    self.signature = signature
    self.make = make
  }

  /// As in ExifTool's MakerNotes.pm, since makers publish nothing; only makers whose notes are read here.
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

  /// The layout of a note by its first bytes and the maker of the camera.
  static func find(_ start: Bytes, make: String?) -> MakerNoteLayout? {
    all.first { layout in
      start.has(layout.signature) && layout.make.withUTF8Buffer { (make ?? "").utf8.starts(with: $0) }
    }
  }
}
