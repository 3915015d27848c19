import Testing

@testable import PhotoFormats

struct CameraCaptionTests {
  @Test(arguments: [
    "Untitled", "SONY DSC", "DCIM/100APPLE", "<Digimax i5>", "OLYMPUS DIGITAL CAMERA",
    "A B DIGITAL CAMERA", "a: 1; b: (2); c: -3", String(repeating: "0f", count: 16),
  ])
  func `what devices write says nothing about the photo`(text: String) {
    #expect(CameraCaption.matches(text))
  }

  @Test(arguments: [
    "", "Untitled 2", "My DCIM/100APPLE", "Olympus DIGITAL CAMERA", "A B C DIGITAL CAMERA",
    "a: 1; b: 2; c: d", String(repeating: "0", count: 31), String(repeating: "0", count: 31) + "g",
  ])
  func `what people may have written describes the photo`(text: String) {
    #expect(!CameraCaption.matches(text))
  }
}
