/// How the notes of a kind of camera are structured.
struct MakerNoteLayout: Sendable {
  /// The offset of the directory in a note.
  enum Start: Sendable {
    /// Offsets are relative to the surrounding TIFF header.
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
  var signature: StaticString = ""
  /// The start of the maker's name, for notes without a signature.
  var make: StaticString = ""

  /// As in ExifTool's MakerNotes.pm, since makers publish nothing; only makers whose notes are read here.
  private static let all: [MakerNoteLayout] = [
    .init(maker: .apple, start: .note(14), signature: "Apple iOS\0"),
    .init(maker: .nikon, start: .header(10), signature: "Nikon\0\u{2}"),
    .init(maker: .olympus, start: .note(12), signature: "OLYMPUS\0"),
    .init(maker: .olympus, start: .note(16), signature: "OM SYSTEM\0"),
    .init(maker: .olympus, start: .block(8), signature: "OLYMP\0"),
    .init(maker: .olympus, start: .block(8), signature: "EPSON\0"),
    .init(maker: .panasonic, start: .block(12), signature: "Panasonic\0"),
    .init(maker: .panasonic, start: .block(8), signature: "LEICA\0\0\0", make: "LEICA"),
    .init(maker: .pentax, start: .block(6), signature: "AOC\0"),
    .init(maker: .pentax, start: .note(10), signature: "PENTAX \0"),
    .init(maker: .casio, start: .block(6), signature: "QVC\0"),
    .init(maker: .casio, start: .block(6), signature: "DCI\0"),
    .init(maker: .canon, start: .block(0), make: "Canon"),
    .init(maker: .earlyCasio, start: .block(0), make: "CASIO"),
  ]

  /// The layout of a note by its first bytes and the maker of the camera.
  static func find(_ start: Bytes, make: String?) -> MakerNoteLayout? {
    all.first { layout in
      start.has(layout.signature) && layout.make.withUTF8Buffer { (make ?? "").utf8.starts(with: $0) }
    }
  }
}
