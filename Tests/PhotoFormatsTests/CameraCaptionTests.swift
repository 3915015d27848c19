import Testing

@testable import PhotoFormats

struct CameraCaptionTests {
  @Test(arguments: [
    "Untitled", "SONY DSC", "DCIM/100APPLE", "<Digimax i5>", "<KENOX S730 / Samsung S730>",
    "OLYMPUS DIGITAL CAMERA",
    "A B DIGITAL CAMERA", "MOULTRIE DIGITAL GAME CAMERA", "DIGITAL CAMERA", "Exif_JPEG_PICTURE",
    "My beautiful picture",
    "SAMSUNG CAMERA PICTURES",
    "a: 1; b: (2); c: -3", "a:1,b:2,c:true", "zoom=1&mode=auto&flash=off",
    "touch: (-1.0, -1.0); a: 1; b: null; c: ;",
    "module:1facing:0;\nhw-remosaic: false;\ntouch: (-1.0, -1.0);\n",
    #"{"mirror":false,"sensor_type":"rear"}"#,
    "<?xml version='1.0'?><a>b</a>", #"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#,
    String(repeating: "0f", count: 16),
    "1f2e3d4c-5b6a-4788-9a0b-1c2d3e4f5a6b", "/storage/emulated/0/DCIM/Camera/IMG_1.jpg",
    "C:\\Users\\Ann\\a.jpg",
    "file:///sdcard/a.jpg", "100GOPRO\\GOPR0001.JPG", "DCIM\\100MEDIA\\DJI_0001.JPG", "iClarified",
    "Oplus_131072", "oppo_2",
  ])
  func `what devices write says nothing about the photo`(text: String) {
    #expect(CameraCaption.matches(text))
  }

  @Test(arguments: [
    "", "Untitled 2", "My DCIM/100APPLE", "A B C DIGITAL CAMERA", "CAMERA DIGITAL",
    "DIGITAL PHOTO OF MY CAMERA", "DIGITALE CAMERA", "Olympus DIGITAL CAMERA",
    "a: 1; b: 2; c: d", String(repeating: "0", count: 31), String(repeating: "0", count: 31) + "g",
    "Screenshot of the bill", "Mass 10:30, lunch 12:00, dance 20:00",
    "Left: 3 kids; right: 2 dogs; back: 1 cat",
    "<3 Ann and Ben <3", "<Ann>", "{Ann}", "Sony", "SAMSUNG", "edf", "C: the third", "and/or", "oppo",
    "oppo_x", "AC\\DC",
    "Ann \\ Ben",
  ])
  func `what people may have written describes the photo`(text: String) {
    #expect(!CameraCaption.matches(text))
  }

  @Test(arguments: [
    ("samsung", "SM-G920F", "samsung"), ("SAMSUNG", "SM-G920F", "SM-G920F"),
    ("EASTMAN KODAK COMPANY", "DC210", "Kodak DC210"),
    ("NIKON CORPORATION", "E995", "NIKON"),
    ("SONY", "CYBERSHOT", "SONY Digital Still Camera"), ("EPSON", "Perfection V600", "EPSON Perfection V600"),
    ("HP", "Scanjet 3770", "Scanjet 3770 scanner"), ("HP", "psc 1500", "HP psc 1500 series"),
    ("Canon", "Canon PowerShot S40", "PowerShot S40"),
    ("Samsung Techwin", "NV10", "Samsung #1"),
  ])
  func `the names of the camera are no caption of its photos`(make: String, model: String, text: String) {
    #expect(CameraCaption.matches(text, of: Camera(make: make, model: model)))
    #expect(!CameraCaption.matches(text, of: Camera(make: "Canon", model: "EOS R5")))
    #expect(!CameraCaption.matches(text + " of my father", of: Camera(make: make, model: model)))
  }

  @Test(arguments: [
    ("HUAWEI", "rhdr"), ("HUAWEI", "hdrpl"), ("HUAWEI", "oznorWO"), ("HONOR", "edf"), ("Huawei", "_cuva"),
    ("HUAWEI", "edf_cuva"), ("HUAWEI", "jhdr"), ("HUAWEI", "rbtoz"), ("HUAWEI", "ptfbty"), ("HUAWEI", "bsh"),
    ("HUAWEI", "rptfshbty"),
    ("HUAWEI", "frontbhdp"), ("HUAWEI", "fbthdr"),
    ("HUAWEI", "btfmdn"),
    ("HUAWEI", "mde_soft"), ("HUAWEI", "sdr_HDRB"), ("HUAWEI", "fshbty"), ("HUAWEI", "smart"),
    ("HUAWEI", "burst"), ("HUAWEI", "xqd"), ("HONOR", "dmf"),
    ("OPPO", "oppo_2"), ("OnePlus", "Oplus_131072"), ("realme", "oplus_32"),
  ])
  func `a mark of the firmware is no caption of its maker's photos`(make: String, text: String) {
    #expect(CameraCaption.matches(text, of: Camera(make: make, model: "X1")))
    #expect(!CameraCaption.matches(text, of: Camera(make: "Canon", model: "EOS R5")))
  }

  @Test(arguments: [
    ("HUAWEI", "hdr of the church"), ("HUAWEI", "beach"), ("HUAWEI", "Ann"), ("HUAWEI", "kyoto_temple"),
    ("HUAWEI", "été"), ("OPPO", "opposite the church"), ("OPPO", "oppo_night"), ("OPPO", "edf"),
    ("HUAWEI", "ok"),
    ("HUAWEI", "dog"), ("HUAWEI", "sky"), ("HUAWEI", "tv"), ("SONY", "qrf"), ("HONOR", "soft"),
    ("HUAWEI", "front"), ("HUAWEI", "smart kid"),
    ("HUAWEI", "burst_of_joy"), ("HUAWEI", "HDR"), ("samsung", "Ann and samsung"), ("SONY", "sony"),
    ("Apple", "Apple"), ("Palm", "Palm"),
    ("WWL", "WWL"),
    ("HUAWEI", "_"), ("HUAWEI", "25"),
  ])
  func `a word that people wrote is a caption whoever made the camera`(make: String, text: String) {
    #expect(!CameraCaption.matches(text, of: Camera(make: make, model: "X1")))
  }

  @Test func `a mark that programs copied to another block is no caption either`() {
    var header = HeaderFields()
    header.containerCamera = Camera(make: "HUAWEI", model: "P20")
    header.findings.offer(.text("edf"), for: .caption)
    #expect(PhotoMetadata(header).values[.caption] == nil)
    header.containerCamera = Camera(make: "Canon", model: "EOS R5")
    #expect(PhotoMetadata(header).values[.caption] == .text("edf"))
  }
}
