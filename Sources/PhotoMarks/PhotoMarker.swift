import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Writes ratings, labels, keywords, titles, captions and positions to XMP sidecars. Never modifies photos.
///
///     let marker = try PhotoMarker.ofUser()
///     try marker.mark(asset, with: MarkChange(rating: Rating(rawValue: 5)))
///
/// Preserves the properties of other applications. Sidecars are written atomically. If another program modifies a
/// sidecar concurrently, the change is applied to the new content. All changes of a marker are undone together.
public final class PhotoMarker {
  public let form: SidecarForm
  private let journals: MarkJournals?
  private var journal: Journal<MarkRecord>?
  /// The name of the marker's journal, or `nil` before the first change.
  public var journalName: FileName? { journal?.name }

  /// - Parameters:
  ///   - form: The naming scheme of new sidecars.
  ///   - journals: The folder for undo, created on demand; `nil` disables undo.
  public init(form: SidecarForm = .full, journals: FilePath?) {
    self.form = form
    self.journals = journals.map { MarkJournals(folder: $0) }
  }

  /// Creates a marker with a journal in `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static func ofUser(form: SidecarForm = .full) throws(HomeUnknown) -> PhotoMarker {
    PhotoMarker(form: form, journals: try journalsOfUser)
  }

  public static var journalsOfUser: FilePath {
    get throws(HomeUnknown) { try UserFolders.current.state.appending("marks") }
  }

  /// Applies a change to a photo.
  ///
  /// - Returns: The sidecar and whether it was written.
  public func mark(_ asset: Asset, with change: MarkChange) throws(MarkError) -> MarkedPhoto {
    let path = asset.folder.path
    return try MarkError.of(asset.path) {
      let folder = try OpenFolder(path)
      return try SidecarWriter.update(in: folder, at: path) {
        try edit(asset, change, SidecarPlace(of: asset, in: folder, form), folder)
      } willWrite: { entry in
        try record(entry)
      }
    }
  }

  private func edit(
    _ asset: Asset, _ change: MarkChange, _ place: SidecarPlace, _ folder: OpenFolder
  ) throws(MarkError) -> SidecarEdit {
    let path = asset.folder.path(of: place.name)
    let document = try SidecarDocument(place.existing?.bytes ?? SidecarDocument.template, of: path)
    let values = MarkedValues(change, of: asset, in: document) { Self.isRated(asset, in: folder) }
    guard !values.steps.isEmpty else { return SidecarEdit(place: place, change: .none) }
    var properties = values.properties
    if place.existing == nil, place.name.bytes.count <= asset.name.bytes.count {
      // A new sidecar with a short name has to identify its photo.
      properties[.sidecarExtension] = [
        String(decoding: asset.name.bytes.dropFirst(asset.name.stem.count + 1), as: UTF8.self)
      ]
    }
    let revision = try document.changing(properties)
    return SidecarEdit(
      place: place, change: .write(revision.bytes),
      entry: MarkEntry(
        sidecar: path, before: place.existing.map { Checksum.of($0.bytes) },
        after: Checksum.of(revision.bytes),
        inverse: place.existing == nil ? [] : revision.inverse, values: values, isMade: place.existing == nil)
    )
  }

  /// Returns `true` if the photo contains a rating, which applies unless the sidecar overrides it.
  private static func isRated(_ asset: Asset, in folder: OpenFolder) -> Bool {
    guard let file = try? OpenFile(asset.name, in: folder), let count = Int(exactly: file.status.size),
      let source = try? ByteSource(file.descriptor, count: count)
    else { return false }
    return PhotoMetadata.read(source).values[.rating]?.number.map { $0 != 0 } ?? false
  }

  /// Appends to the journal, or to a new one if another program has undone and removed it.
  private func record(_ entry: MarkEntry) throws(MarkError) {
    guard let journals else { return }
    do throws(Errno) {
      if let journal, !journal.isRemoved {
        try journal.append(.mark(entry))
        // An undo elsewhere may have removed it in the meantime.
        if !journal.isRemoved { return }
      }
    } catch {
      throw .journal(journals.folder, error)
    }
    let journal = try journals.begin()
    self.journal = journal
    do throws(Errno) { try journal.append(.mark(entry)) } catch { throw .journal(journals.folder, error) }
  }
}

public struct MarkedPhoto: Sendable, Hashable {
  public enum Outcome: String, Sendable, Hashable {
    case made
    case changed
    case unchanged
    case restored
    case removed
  }

  public let sidecar: FilePath
  public let outcome: Outcome
}

public enum SidecarForm: String, Sendable, Hashable, CaseIterable {
  /// `IMG_1.CR2.xmp`, as in darktable and digiKam.
  case full
  /// `IMG_1.xmp`, as in Adobe's applications.
  case adobe
}
