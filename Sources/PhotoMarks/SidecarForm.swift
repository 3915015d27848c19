/// The name of a new sidecar.
public enum SidecarForm: String, Sendable, Hashable, CaseIterable {
  /// `IMG_1.CR2.xmp`, as darktable and digiKam write it.
  case full
  /// `IMG_1.xmp`, as Adobe's programs write it.
  case adobe
}
