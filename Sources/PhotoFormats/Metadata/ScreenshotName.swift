/// The names that macOS, Windows, GNOME, KDE, Android and programs give to screenshots, in the languages of systems.
enum ScreenshotName {
  private static let beginnings: [StaticString] = [
    "bildschirmfoto", "captura de pantalla", "captura de tela", "capture d'", "capture d_", "cleanshot",
    "cuplikan layar", "ekraanipilt", "ekran resmi", "ekrano kopija", "ekrano nuotrauka", "kuvakaappaus",
    "kuvaruutukaappaus", "posnetek zaslona",
    "schermafbeelding",
    "schermafdruk", "schermata", "screen shot", "screen_shot", "screenshot",
    "simulator screen shot", "simulator screenshot", "skjermbilde", "skjermdump", "snimak ekrana",
    "snimka zaslona",
    "tangkapan layar", "tangkapan skrin", "zrzut ekranu",
  ]
  private static let localBeginnings = [
    "captura de ecrã", "captură de ecran", "capture d’", "ekran alıntısı", "ekran görüntüsü", "ekrānattēls",
    "ekrānuzņēmums", "képernyőfotó", "képernyőkép", "kuvatõmmis", "näyttökuva",
    "skjáskot", "skärmavbild", "skärmbild", "skärmdump", "skærmbillede", "snímek obrazovky",
    "snímka obrazovky",
    "ảnh chụp màn hình", "ảnh màn hình", "στιγμιότυπο", "екранна снимка", "здымак экрана", "знімок екран",
    "скриншот", "снимак екрана", "снимка на екрана", "снимок экрана", "צילום מסך", "لقطة الشاشة", "لقطة شاشة",
    "نماگرفت", "स्क्रीनशॉट", "ภาพถ่ายหน้าจอ", "ภาพหน้าจอ", "スクリーンショット", "屏幕快照", "屏幕截图", "截图", "截圖",
    "截屏", "螢幕快照", "螢幕截圖", "螢幕擷取畫面", "스크린 샷", "스크린샷", "화면 캡처",
  ]
  /// More bytes than the longest beginning has.
  private static let longest = 64

  /// Whether a name may start with each byte; most names don't.
  private static let beginsOne: [Bool] = {
    var beginsOne = [Bool](repeating: false, count: 256)
    let texts = beginnings.map(\.description) + localBeginnings
    for first in (texts + texts.map { $0.uppercased() }).compactMap(\.utf8.first) {
      beginsOne[Int(first)] = true
    }
    return beginsOne
  }()

  /// - Parameter name: The composed name.
  static func matches(_ name: Bytes) -> Bool {
    guard let first = name[0], beginsOne[Int(first)] else { return false }
    if beginnings.contains(where: name.hasCaseInsensitive) { return true }
    let start = name.prefixSlice(at: 0, count: longest).array
    guard start.contains(where: { $0 >= 0x80 }) else { return false }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return localBeginnings.contains(where: text.hasPrefix)
  }
}
