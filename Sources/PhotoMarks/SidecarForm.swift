import PhotoFiles
import PhotoFormats

/// The names of sidecars.
public enum SidecarForm: String, Sendable, Hashable, CaseIterable {
  /// `IMG_1.CR2.xmp`, as in darktable and digiKam.
  case full
  /// `IMG_1.xmp`, as in Adobe's applications.
  case adobe
}

/// The form of new sidecars: the requested one, otherwise the form that the folder uses for RAW or for other photos,
/// otherwise the usual one.
public struct SidecarNaming: Sendable, Hashable {
  public var requested: SidecarForm?
  public var usual: SidecarForm

  public init(_ requested: SidecarForm? = nil, usual: SidecarForm = .full) {
    self.requested = requested
    self.usual = usual
  }
}

/// The forms of most sidecars in a folder, `nil` if there are none, or as many of each form.
struct FolderForms {
  let ofRAW: SidecarForm?
  let ofOthers: SidecarForm?

  /// The most sidecars to read: only a short name of photos other than RAW requires it.
  private static let readLimit = 16

  init(_ folder: OpenFolder) {
    let names = folder.entries(includesHidden: true).entries.filter { $0.kind == .regular }.map(\.name)
    var photos: [[UInt8]: [FileName]] = [:]
    for name in names where name.hasPhotoExtension { photos[name.composed.stem, default: []].append(name) }
    var (raw, other, readCount) = (0, 0, 0)
    for name in names where SidecarKind(name) == .xmp {
      let photo = name.composed.dropping(.xmp)
      if photo.hasPhotoExtension {
        if photo.hasRAWExtension { raw += 1 } else { other += 1 }
      } else if let owners = photos[photo.bytes] {
        if owners.contains(where: \.hasRAWExtension) {
          raw -= 1
        } else if readCount < Self.readLimit {
          readCount += 1
          // A sidecar that doesn't name a photo's extension belongs to a RAW that was moved.
          if let named = Self.namedExtension(name, in: folder),
            owners.contains(where: { $0.lowercasedExtension == named })
          {
            other -= 1
          }
        }
      }
    }
    func form(_ balance: Int) -> SidecarForm? { balance == 0 ? nil : balance > 0 ? .full : .adobe }
    (ofRAW, ofOthers) = (form(raw), form(other))
  }

  private static func namedExtension(_ name: FileName, in folder: OpenFolder) -> String? {
    guard let bytes = try? SidecarPlace.read(name, in: folder).bytes,
      case .packet(let packet)? = try? Sidecar(.xmp, Bytes(bytes))
    else { return nil }
    return packet.sidecarExtension?.lowercased()
  }
}
