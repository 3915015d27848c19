import PhotoFiles
import PhotoLibrary
import SystemPackage

/// Writes marks of photos into their XMP sidecars, and never into the photos.
///
///     let marker = try PhotoMarker.ofUser()
///     try marker.mark(asset, with: MarkChange(rating: Rating(rawValue: 5)))
///
/// What other programs keep in a sidecar stays. It is written whole or not at all, and read again if another program
/// wrote it meanwhile, so that nothing is lost. What one marker did is taken back together.
public final class PhotoMarker {
  /// The name of new sidecars.
  public let form: SidecarForm
  private let journals: MarkJournals?
  private var journal: MarkJournal?
  /// The name of the journal of what this marker did; `nil` if it did nothing yet.
  public private(set) var journalName: FileName?

  /// A marker.
  ///
  /// - Parameters:
  ///   - form: the name of new sidecars.
  ///   - journals: the folder that keeps what was done, made if it is missing; `nil` if nothing can be taken back.
  public init(form: SidecarForm = .full, journals: FilePath?) {
    self.form = form
    self.journals = journals.map { MarkJournals(folder: $0) }
  }

  /// A marker that keeps what it did under `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static func ofUser(form: SidecarForm = .full) throws(HomeUnknown) -> PhotoMarker {
    PhotoMarker(form: form, journals: try journalsOfUser)
  }

  /// The folder in which the user's marks are kept for being taken back.
  public static var journalsOfUser: FilePath {
    get throws(HomeUnknown) { try UserFolders.current.state.appending("marks") }
  }

  /// Marks a photo.
  ///
  /// - Returns: its sidecar, and whether that had to be written.
  /// - Throws: `MarkError`.
  public func mark(_ asset: Asset, with change: MarkChange) throws(MarkError) -> MarkedPhoto {
    let path = asset.folder.path
    return try MarkError.of(asset.path) {
      let folder = try OpenFolder(path)
      return try SidecarWriter.update(in: folder, at: path) {
        let place = try SidecarPlace(of: asset, in: folder, form)
        let document = try SidecarWriter.document(
          place.existing?.bytes ?? [], asset.folder.path(of: place.name))
        let values = MarkedValues(change, of: asset, in: document)
        return SidecarEdit(place: place, document: document, values: values, photo: asset.name)
      } willWrite: { edit, bytes in
        try record(edit, bytes, in: path)
      }
    }
  }

  /// Writes down what is about to be done.
  private func record(_ edit: SidecarEdit, _ bytes: [UInt8], in folder: FilePath) throws {
    guard let journals else { return }
    let opened = try journal ?? begin(journals)
    var checksum = Checksum()
    checksum.add(bytes)
    try opened.append(
      MarkJournal.Entry(
        sidecar: folder.appending(edit.place.name), made: edit.place.existing == nil ? checksum.value : nil,
        values: edit.values))
  }

  private func begin(_ journals: MarkJournals) throws(MarkError) -> MarkJournal {
    let (name, journal) = try journals.begin()
    (journalName, self.journal) = (name, journal)
    return journal
  }
}

/// A photo that was marked.
public struct MarkedPhoto: Sendable, Hashable {
  /// What was done.
  public enum Outcome: String, Sendable, Hashable {
    /// A sidecar was made.
    case made
    /// The sidecar was changed.
    case changed
    /// The sidecar said all of it already.
    case unchanged
    /// The sidecar is what it was before.
    case restored
    /// The sidecar that was made is gone again.
    case removed
  }

  /// The sidecar.
  public let sidecar: FilePath
  /// What was done.
  public let outcome: Outcome
}
