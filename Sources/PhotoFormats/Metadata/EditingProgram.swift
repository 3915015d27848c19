/// Programs for editing pictures, by the names that they write into files.
///
/// Other names in the same place aren't editors: camera firmware, the systems of phones, and programs that import
/// pictures.
enum EditingProgram {
  /// Names in lowercase. No letter follows a name: "Photos 5.0" is one, "Photosmart" is not.
  private static let names: [StaticString] = [
    "acdsee", "acd systems", "adobe camera raw", "adobe fireworks", "adobe illustrator",
    "adobe imageready", "adobe lightroom", "adobe photoshop", "affinity designer", "affinity photo",
    "alien skin exposure", "aperture", "apple photos", "aurora hdr", "bibble",
    "canon digital photo professional",
    "capture nx", "capture one", "corel", "cyberlink photodirector", "darkroom", "darktable", "digikam",
    "digital photo professional", "dxo filmpack", "dxo nik collection", "dxo optics pro", "dxo photolab",
    "dxo pureraw", "dxo viewpoint", "faststone image viewer", "gimp", "graphicconverter", "hugin", "iphoto",
    "irfanview", "krita", "lightroom", "lightzone", "luminar", "macphun", "microsoft photo editor",
    "nikon capture editor", "nikon capture nx", "nx studio", "on1", "paint shop pro", "paint.net",
    "paintshop",
    "photo ninja", "photodirector", "photofiltre", "photoimpact", "photolab", "photomatix",
    "photos", "photoscape", "photoshop", "picasa", "pixelmator", "pixlr", "polarr", "ptgui",
    "rawtherapee", "sigma photo pro", "sigma photopro", "silkypix", "skylum", "snapseed", "topaz", "ulead",
    "viewnx", "vsco", "windows photo editor", "xnview", "xnviewmp", "zoner photo studio",
  ]

  static func isNamed(by text: String) -> Bool {
    let text = Bytes(Array(text.utf8))
    return names.contains { name in
      guard text.hasCaseInsensitive(name) else { return false }
      let next = text[name.utf8CodeUnitCount] ?? 0
      return next < 0x80 && !(0x61...0x7A).contains(next | 0x20)
    }
  }
}
