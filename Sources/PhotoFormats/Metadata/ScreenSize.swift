/// The sizes of the screens of every iPhone, iPad, Apple Watch and Mac, by which screenshots are recognized.
enum ScreenSize {
  static func isKnown(_ size: PixelSize) -> Bool {
    known.contains(key(min(size.width, size.height), max(size.width, size.height)))
  }

  static func isOfPhoneOrTablet(_ size: PixelSize) -> Bool {
    handheld.contains(key(min(size.width, size.height), max(size.width, size.height)))
  }

  private static let handheld = Set((phones + tablets).map { key($0.0, $0.1) })

  private static let known = Set((phones + tablets + watches + macs).map { key($0.0, $0.1) })

  private static func key(_ shorter: UInt32, _ longer: UInt32) -> UInt64 {
    UInt64(shorter) << 32 | UInt64(longer)
  }

  /// The shorter and longer side of a screenshot in pixels.
  private static let phones: [(UInt32, UInt32)] = [
    (320, 480),  // iPhone, 3G, 3GS
    (640, 960),  // 4, 4s
    (640, 1136),  // 5, 5c, 5s, SE (1st generation); 6 to 8 zoomed
    (750, 1334),  // 6, 6s, 7, 8, SE (2nd, 3rd generation)
    (1242, 2208),  // 6 Plus, 6s Plus, 7 Plus, 8 Plus
    (1125, 2001),  // 6 Plus to 8 Plus zoomed
    (1080, 1920),  // 6 Plus to 8 Plus on their panel
    (1125, 2436),  // X, XS, 11 Pro; 12 mini, 13 mini
    (1080, 2340),  // 12 mini, 13 mini on their panel
    (828, 1792),  // XR, 11
    (750, 1624),  // XR, 11 zoomed
    (1242, 2688),  // XS Max, 11 Pro Max
    (1170, 2532),  // 12, 12 Pro, 13, 13 Pro, 14, 16e
    (1284, 2778),  // 12 Pro Max, 13 Pro Max, 14 Plus
    (1179, 2556),  // 14 Pro, 15, 15 Pro, 16
    (1290, 2796),  // 14 Pro Max, 15 Plus, 15 Pro Max, 16 Plus
    (1206, 2622),  // 16 Pro, 17, 17 Pro
    (1320, 2868),  // 16 Pro Max, 17 Pro Max
    (1260, 2736),  // Air
  ]

  private static let tablets: [(UInt32, UInt32)] = [
    (768, 1024),  // iPad, iPad 2, mini (1st generation)
    (1536, 2048),  // iPad (3rd to 6th generation), Air, Air 2, mini 2 to 5, Pro 9.7"
    (1488, 2266),  // mini (6th generation, A17 Pro)
    (1620, 2160),  // iPad (7th to 9th generation)
    (1640, 2360),  // iPad (10th generation, A16), Air (4th, 5th generation), Air 11"
    (1668, 2224),  // Pro 10.5", Air (3rd generation)
    (1668, 2388),  // Pro 11" (1st to 4th generation)
    (1668, 2420),  // Pro 11" (M4, M5)
    (2048, 2732),  // Pro 12.9", Air 13"
    (2064, 2752),  // Pro 13" (M4, M5)
  ]

  private static let watches: [(UInt32, UInt32)] = [
    (272, 340),  // 38 mm: 1st generation to Series 3
    (312, 390),  // 42 mm: 1st generation to Series 3
    (324, 394),  // 40 mm: Series 4 to 6, SE
    (368, 448),  // 44 mm: Series 4 to 6, SE
    (352, 430),  // 41 mm: Series 7 to 9
    (396, 484),  // 45 mm: Series 7 to 9
    (374, 446),  // 42 mm: Series 10, 11
    (416, 496),  // 46 mm: Series 10, 11
    (410, 502),  // 49 mm: Ultra, Ultra 2
    (422, 514),  // 49 mm: Ultra 3
  ]

  /// Panels, and scaled modes of Retina panels: twice the apparent size of the desktop.
  private static let macs: [(UInt32, UInt32)] = [
    (768, 1024),  // iBook, iMac G3
    (768, 1366),  // MacBook Air 11"
    (800, 1280),  // MacBook 13", MacBook Pro 13"
    (900, 1440),  // MacBook Air 13", MacBook Pro 15", iMac 17"
    (1050, 1680),  // MacBook Pro 15" and 17", iMac 20"
    (1080, 1920),  // iMac 21.5"
    (1200, 1920),  // MacBook Pro 17", iMac 24" (Intel)
    (1440, 2560),  // iMac 27", Thunderbolt Display; iMac 24" scaled
    (1600, 2560),  // Cinema Display 30"; MacBook Pro 13" and MacBook Air 13" Retina; MacBook 12" scaled
    (1280, 2048),  // MacBook 12", MacBook Pro 13" and 15" Retina scaled
    (1440, 2304),  // MacBook 12"; MacBook Pro 16" (Intel) scaled
    (1800, 2880),  // MacBook Pro 15" Retina; MacBook 12", MacBook Pro 13", MacBook Air 13" scaled
    (2100, 3360),  // MacBook Pro 13" and 15" Retina, MacBook Air 13" scaled
    (2400, 3840),  // MacBook Pro 15" Retina scaled
    (1680, 2688),  // MacBook Pro 16" (Intel) scaled
    (1920, 3072),  // MacBook Pro 16" (Intel)
    (2240, 3584),  // MacBook Pro 16" (Intel), as it is set at first
    (2560, 4096),  // MacBook Pro 16" (Intel) scaled
    (1330, 2048), (1490, 2294), (1756, 2704), (2338, 3600),  // MacBook Pro 14" scaled
    (1964, 3024),  // MacBook Pro 14"
    (1510, 2336), (1696, 2624), (1934, 2992), (2658, 4112),  // MacBook Pro 16" scaled
    (2234, 3456),  // MacBook Pro 16"
    (1664, 2560),  // MacBook Air 13.6"
    (1912, 2940), (2224, 3420),  // MacBook Air 13.6" scaled
    (1864, 2880),  // MacBook Air 15"
    (1326, 2048), (1656, 2560), (2214, 3420), (2486, 3840),  // MacBook Air 15" scaled
    (2304, 4096),  // iMac 21.5" Retina 4K; iMac 24" scaled
    (2160, 3840),  // iMac 21.5", 24" and 27" Retina scaled; 4K displays
    (1800, 3200),  // iMac 21.5" and 27" Retina scaled
    (2520, 4480),  // iMac 24"
    (2880, 5120),  // iMac 27" Retina 5K, Studio Display; iMac 24" and Pro Display XDR scaled
    (3600, 6400),  // iMac 27" Retina 5K, Studio Display scaled
    (3384, 6016),  // Pro Display XDR
  ]
}
