import PhotoFiles
import PhotoFormats
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
  public let form: SidecarForm
  private let journals: MarkJournals?
  private var journal: Journal<MarkRecord>?
  /// The name of the journal of what this marker did; `nil` if it did nothing yet.
  public var journalName: FileName? { journal?.name }

  /// - Parameter journals: the folder that keeps what was done, made if it is missing; `nil` if nothing can be taken back.
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
      // A new sidecar of that name has to say to which photo it belongs.
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

  /// Whether the photo's file contains a rating, which shows if its sidecar contains none.
  private static func isRated(_ asset: Asset, in folder: OpenFolder) -> Bool {
    guard let file = try? OpenFile(asset.name, in: folder), let count = Int(exactly: file.status.size),
      let source = try? ByteSource(file.descriptor, count: count)
    else { return false }
    return PhotoMetadata.read(source).values[.rating]?.number.map { $0 != 0 } ?? false
  }

  /// Records what is about to be done, in a new journal if another process has taken back all of the last one.
  private func record(_ entry: MarkEntry) throws(MarkError) {
    guard let journals else { return }
    do throws(Errno) {
      if let journal, !journal.isRemoved {
        try journal.append(.mark(entry))
        // It may have been removed meanwhile.
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
  /// `IMG_1.CR2.xmp`, as darktable and digiKam write it.
  case full
  /// `IMG_1.xmp`, as Adobe's programs write it.
  case adobe
}
