/// The XMP namespaces that photopick reads.
package enum XMPNamespace: String, CaseIterable, Sendable {
  // XMP part 1, 8.
  case dublinCore = "http://purl.org/dc/elements/1.1/"
  case xmp = "http://ns.adobe.com/xap/1.0/"
  case xmpMedia = "http://ns.adobe.com/xap/1.0/mm/"
  case resourceEvent = "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
  case resourceReference = "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"
  // XMP part 2, 3.
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case exif = "http://ns.adobe.com/exif/1.0/"
  case tiff = "http://ns.adobe.com/tiff/1.0/"
  case auxiliary = "http://ns.adobe.com/exif/1.0/aux/"
  case xmpNote = "http://ns.adobe.com/xmp/note/"
  // IPTC Photo Metadata Standard.
  case iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  // Metadata Working Group, Guidelines 2.0, 5.9, and the structures that it uses.
  case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
  case area = "http://ns.adobe.com/xmp/sType/Area#"
  case dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
  // Programs.
  case lightroom = "http://ns.adobe.com/lightroom/1.0/"
  case digiKam = "http://www.digikam.org/ns/1.0/"
  case darktable = "http://darktable.sf.net/"
  case photoMechanic = "http://ns.camerabits.com/photomechanic/1.0/"
  case microsoftRating = "http://ns.microsoft.com/photo/1.0/"
  case microsoftPhoto = "http://ns.microsoft.com/photo/1.2/"
  case microsoftRegionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
  case microsoftRegion = "http://ns.microsoft.com/photo/1.2/t/Region#"
  // Telephones.
  case googleCamera = "http://ns.google.com/photos/1.0/camera/"
  case googlePano = "http://ns.google.com/photos/1.0/panorama/"
  case googleSpherical = "http://ns.google.com/videos/1.0/spherical/"
  case googleContainer = "http://ns.google.com/photos/1.0/container/"
  case googleItem = "http://ns.google.com/photos/1.0/container/item/"
  case hdrGainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  case appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
}
