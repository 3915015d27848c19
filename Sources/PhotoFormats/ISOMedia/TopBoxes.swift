/// The first boxes of each kind at the top level of a file.
struct TopBoxes {
  private(set) var meta: Box?
  private(set) var movie: Box?
  /// The box with the film of a motion photo.
  private(set) var film: Box?
  /// The content of the XMP box (XMP specification part 3, "MPEG-4").
  private(set) var packet: BoxRegion?

  /// BE7ACFCB-97A9-42E8-9C71-999491E3AFAC, the extended type of the XMP box.
  private static let packetType: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  init(_ file: BoxRegion) {
    for box in file.boxes {
      switch box.type {
      case .meta: meta = meta ?? box
      case .movie: movie = movie ?? box
      case .motionPhotoFilm: film = film ?? box
      case .uuid where packet == nil && box.content.prefix(16) == Bytes(Self.packetType):
        packet = box.content.dropFirst(16)
      // Thousands of fragments may follow the index, and nothing else.
      case .movieFragment where movie != nil: return
      default: break
      }
    }
  }
}
