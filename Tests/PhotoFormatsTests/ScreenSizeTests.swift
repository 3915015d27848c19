import Testing

@testable import PhotoFormats

@Suite("Screen sizes")
struct ScreenSizeTests {
  private func isKnown(_ width: UInt32, _ height: UInt32) -> Bool {
    PixelSize(width: width, height: height).map(ScreenSize.isKnown) == true
  }

  @Test(
    "Screens are known upright and turned",
    arguments: [
      (1170, 2532),  // iPhone 12
      (640, 960),  // iPhone 4
      (2048, 2732),  // iPad Pro 12.9"
      (396, 484),  // Apple Watch Series 7
      (1800, 2880),  // MacBook Pro 15"
      (1964, 3024),  // MacBook Pro 14"
    ])
  func known(shorter: UInt32, longer: UInt32) {
    #expect(isKnown(shorter, longer))
    #expect(isKnown(longer, shorter))
  }

  @Test("Only iPhones and iPads make screenshots of an iOS device", arguments: [true, false])
  func handheld(isTurned: Bool) {
    func isHandheld(_ width: UInt32, _ height: UInt32) -> Bool? {
      (isTurned ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height))?
        .isScreenOfPhoneOrTablet
    }
    #expect(isHandheld(1170, 2532) == true)
    #expect(isHandheld(2048, 2732) == true)
    #expect(isHandheld(396, 484) == false)
    #expect(isHandheld(1800, 2880) == false)
  }

  @Test(
    "Other sizes are not",
    arguments: [(1, 1), (3024, 4032), (1170, 2531), (480, 640), (UInt32.max, UInt32.max)])
  func unknown(width: UInt32, height: UInt32) {
    #expect(!isKnown(width, height))
  }
}
