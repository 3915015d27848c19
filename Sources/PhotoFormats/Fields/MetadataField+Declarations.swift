extension MetadataField {
  var row: Declaration {
    switch self {
    // MARK: Container
    case .duration: Declaration("duration", .number, in: 0...1e20, unit: .seconds, from: .reader)
    // The codec of the first video track, such as "hvc1".
    case .codec: Declaration("codec", .text, from: .reader)
    case .frameRate:
      Declaration("frameRate", .number, in: 0.01...100_000, unit: .framesPerSecond, from: .reader)
    case .audio: Declaration("audio", .flag, from: .reader)
    case .pageCount: Declaration("pageCount", .integer, in: 1...1e9, from: .reader)
    case .frameCount: Declaration("frameCount", .integer, in: 1...1e9, from: .reader)

    // MARK: Exposure (Exif 2.32, 4.6.5)
    // LensModel, otherwise a name in the maker note.
    case .lens:
      Declaration("lens", .text, from: .exif(0xA434, in: .exif), .xmp(.auxiliary, "Lens"), .reader)
    case .exposureTime:
      Declaration(
        "exposureTime", .number, in: 1e-9...1e6, unit: .seconds, from: .exif(0x829A, in: .exif),
        .exif(0x829A, in: .image),
        .exif(0x9201, in: .exif, as: .apexTime), .exif(0x9201, in: .image, as: .apexTime))
    case .aperture:
      Declaration(
        "aperture", .number, in: 0.01...1e6, unit: .fNumber, from: .exif(0x829D, in: .exif),
        .exif(0x829D, in: .image),
        .exif(0x9202, in: .exif, as: .apexAperture), .exif(0x9202, in: .image, as: .apexAperture))
    // PhotographicSensitivity; 65535 refers to RecommendedExposureIndex or ISOSpeed.
    case .iso:
      Declaration(
        "iso", .number, in: 1...1e8, from: .exif(0x8827, in: .exif, as: .sensitivity),
        .exif(0x8827, in: .image, as: .sensitivity), .exif(0x8832, in: .exif), .exif(0x8831, in: .exif),
        .reader)
    case .exposureBias:
      Declaration(
        "exposureBias", .number, in: -100...100, unit: .exposureValue, from: .exif(0x9204, in: .exif),
        .exif(0x9204, in: .image))
    case .focalLength:
      Declaration(
        "focalLength", .number, in: 0.001...100_000, unit: .millimetres, from: .exif(0x920A, in: .exif),
        .exif(0x920A, in: .image)
      )
    case .focalLength35mm:
      Declaration(
        "focalLength35mm", .number, in: 1...100_000, unit: .millimetres, from: .exif(0xA405, in: .exif))
    // Whether it fired.
    case .flash: Declaration("flash", .flag, from: .exif(0x9209, in: .exif, as: .lowestBit))

    // MARK: Where the photo was taken (Metadata Working Group, Guidelines 2.0, 5.7; Exif 2.32, 4.6.6)
    case .sublocation:
      Declaration(
        "sublocation", .text, from: .iptc(92, .changed),
        .xmp(.iptcExtension, "LocationShown", field: "Sublocation"),
        .xmp(.iptcCore, "Location"), .iptc(92))
    case .city:
      Declaration(
        "city", .text, from: .iptc(90, .changed), .xmp(.iptcExtension, "LocationShown", field: "City"),
        .xmp(.photoshop, "City"), .iptc(90))
    case .state:
      Declaration(
        "state", .text, from: .iptc(95, .changed),
        .xmp(.iptcExtension, "LocationShown", field: "ProvinceState"),
        .xmp(.photoshop, "State"), .iptc(95))
    case .country:
      Declaration(
        "country", .text, from: .iptc(101, .changed),
        .xmp(.iptcExtension, "LocationShown", field: "CountryName"),
        .xmp(.photoshop, "Country"), .iptc(101))
    case .countryCode:
      Declaration(
        "countryCode", .text, from: .iptc(100, .changed),
        .xmp(.iptcExtension, "LocationShown", field: "CountryCode"), .xmp(.iptcCore, "CountryCode"),
        .iptc(100))
    // Clockwise from true or magnetic north.
    case .direction:
      Declaration("direction", .number, in: 0...360, unit: .degrees, from: .exif(0x0011, in: .gps))
    case .speed:
      Declaration(
        "speed", .number, in: 0...1e6, unit: .kilometresPerHour, from: .exif(0x000D, in: .gps, as: .gpsSpeed))

    // MARK: Description (Metadata Working Group, Guidelines 2.0, 5)
    // -1 means rejected. Cameras write 0 into every photo, and 0 is also the default (XMP part 1, 8.4, xmp:Rating).
    case .rating:
      Declaration(
        "rating", .integer, in: -1...5, defaultValue: .integer(0), from: .xmp(.xmp, "Rating"),
        .exif(0x4746, in: .image), .reader, .exif(0x4749, in: .image, as: .percentRating))
    case .label:
      Declaration(
        "label", .text, from: .xmp(.xmp, "Label"), .reader,
        ignoring: { label, _ in ["nocolor", "none"].contains(label.lowercased()) })
    case .keywords:
      Declaration(
        "keywords", .list, from: .iptc(25, .changed), .xmp(.dublinCore, "subject"), .iptc(25),
        .exif(0x9C9E, in: .image, as: .windowsTexts), .quickTimeKey("keywords", separator: ","))
    // Paths from root to leaf, such as Travel/Kyoto.
    case .keywordTree: Declaration("keywordTree", .list, from: .reader)
    case .title:
      Declaration(
        "title", .text, from: .xmp(.dublinCore, "title"), .iptc(5),
        .quickTimeKey("title"), .movieText("©nam"),
        .movieText("titl"))
    case .caption:
      Declaration(
        "caption", .text, from: .exif(0x010E, in: .image), .iptc(120, .changed),
        .xmp(.dublinCore, "description"),
        .iptc(120), .quickTimeKey("description"),
        .movieText("desc"), .movieText("©des"), .movieText("dscp"),
        .exif(ExifTag.userComment, in: .exif, as: .userComment), ignoring: CameraCaption.matches)
    case .creators:
      Declaration(
        "creators", .list, from: .exif(0x013B, in: .image, as: .joinedTexts), .iptc(80, .changed),
        .xmp(.dublinCore, "creator"), .iptc(80), .quickTimeKey("author"),
        .quickTimeKey("artist"), .movieText("©aut"), .movieText("©ART"), .movieText("auth"))
    case .copyright:
      Declaration(
        "copyright", .text, from: .exif(0x8298, in: .image, as: .copyright), .iptc(116, .changed),
        .xmp(.dublinCore, "rights"),
        .iptc(116), .quickTimeKey("copyright"), .movieText("cprt"), .movieText("©cpy"))
    case .people: Declaration("people", .list, from: .reader)
    case .faces: Declaration("faces", .regions, from: .reader)
    case .favorite: Declaration("favorite", .flag, from: .reader)

    // MARK: Origin of the file, and related files
    // The program that wrote the file, or the firmware.
    case .software:
      Declaration(
        "software", .text, from: .exif(0x0131, in: .image), .xmp(.xmp, "CreatorTool"), .pngText("Software"),
        .quickTimeKey("software"), .movieText("©swr"), .movieText("©too"))
    // Whether an editing program wrote the file.
    case .editing: Declaration("editing", .flag, from: .reader)
    // Whether the picture has Exif of a camera, but other software wrote it.
    case .rewritten: Declaration("rewritten", .flag, from: .reader)
    // Whether a list of edits is next to the file.
    case .edited: Declaration("edited", .flag, from: .reader)
    // Shared by picture and film of a Live Photo.
    case .contentIdentifier:
      Declaration("contentIdentifier", .text, from: .reader, .quickTimeKey("content.identifier"))
    // Shared by the photos of a burst.
    case .burst: Declaration("burst", .text, from: .reader, .xmp(.googleCamera, "BurstID"))
    // The file contains a film, at `motionOffset` and `motionLength`.
    case .motion: Declaration("motion", .flag, from: .reader)
    case .motionOffset: Declaration("motionOffset", .integer, in: 0...1e15, unit: .bytes, from: .reader)
    case .motionLength: Declaration("motionLength", .integer, in: 1...1e15, unit: .bytes, from: .reader)
    case .panorama: Declaration("panorama", .flag, from: .exif(0xA401, in: .exif, as: .isPanorama), .reader)
    case .projection:
      Declaration(
        "projection", .text, from: .xmp(.googlePano, "ProjectionType"),
        .xmp(.googleSpherical, "ProjectionType"), .reader)
    // The picture has a gain map or a high dynamic range.
    case .hdr: Declaration("hdr", .flag, from: .reader)
    case .depth: Declaration("depth", .flag, from: .reader)
    case .portrait:
      Declaration("portrait", .flag, from: .exif(0xA401, in: .exif, as: .isPortrait), .reader)
    }
  }
}
