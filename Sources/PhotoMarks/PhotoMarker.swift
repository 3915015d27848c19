import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// Writes ratings, labels, keywords, titles, captions, positions and corrected dates to XMP sidecars. Modifies photos
/// only in `embed`.
///
///     let marker = try PhotoMarker.ofUser()
///     try marker.mark(asset, with: MarkChange(rating: Rating(rawValue: 5)))
///
/// Preserves the properties of other applications. Sidecars are written atomically. If another program modifies a
/// sidecar concurrently, the change is applied to the new content. All changes of a marker are undone together.
public final class PhotoMarker {
  private let naming: SidecarNaming
  private var folderForms: [FilePath: FolderForms] = [:]
  private let journals: MarkJournals?
  private var journal: Journal<MarkRecord>?
  private let scanner = LibraryScanner()
  /// The name of the marker's journal, or `nil` before the first change.
  public var journalName: FileName? { journal?.name }

  /// - Parameters:
  ///   - naming: The names of new sidecars.
  ///   - journals: The folder for undo, created on demand; `nil` disables undo.
  public init(naming: SidecarNaming = SidecarNaming(), journals: FilePath?) {
    self.naming = naming
    self.journals = journals.map { MarkJournals(folder: $0) }
  }

  /// Creates a marker with a journal in `$XDG_STATE_HOME` (XDG Base Directory Specification).
  public static func ofUser(
    naming: SidecarNaming = SidecarNaming()
  ) throws(HomeUnknown) -> PhotoMarker {
    PhotoMarker(naming: naming, journals: try journalsOfUser)
  }

  public static var journalsOfUser: FilePath {
    get throws(HomeUnknown) { try UserFolders.current.state.appending("marks") }
  }

  /// Applies a change to a photo, and corrects its capture date.
  ///
  /// A date in the sidecar is the one to correct, so corrections add up.
  ///
  /// - Parameters:
  ///   - asset: The photo.
  ///   - change: The marks.
  ///   - clock: The correction of the date, if any.
  ///   - isDryRun: `true` to return the result without writing.
  /// - Returns: The sidecar and whether it was written.
  public func mark(
    _ asset: Asset, with change: MarkChange, correcting clock: ClockCorrection? = nil, isDryRun: Bool = false
  ) throws(MarkError) -> MarkedPhoto {
    try mark(asset, with: change, isDryRun: isDryRun) { document, folder in
      try clock.map { try corrected(asset, in: document, folder, by: $0) }
    }
  }

  /// - Parameter date: Returns the corrected date of a photo with this sidecar.
  func mark(
    _ asset: Asset, with change: MarkChange, isDryRun: Bool,
    correcting correctedDate: (SidecarDocument, OpenFolder) throws -> CorrectedDate?
  ) throws(MarkError) -> MarkedPhoto {
    let path = asset.folder.path
    return try MarkError.of(asset.path) {
      let folder = try OpenFolder(path)
      var date: CorrectedDate?
      func read() throws -> SidecarEdit {
        let place = try SidecarPlace(of: asset, in: folder) { form(for: asset, in: folder) }
        let document = try SidecarDocument(
          place.content ?? SidecarDocument.template, of: path.appending(place.name))
        date = try correctedDate(document, folder)
        let values = MarkedValues(change, of: asset, in: document, date: date) {
          Self.isRated(asset, in: folder)
        }
        return try edit(asset, place, document, values)
      }
      var marked: MarkedPhoto
      if isDryRun {
        let edit = try read()
        marked = MarkedPhoto(sidecar: path.appending(edit.place.name), outcome: edit.outcome)
      } else {
        marked = try SidecarWriter.update(in: folder, at: path, read) { entry in try record(.mark(entry)) }
      }
      marked.date = date
      return marked
    }
  }

  /// Corrects the date in the sidecar of a photo, otherwise the photo's.
  func corrected(_ asset: Asset, by clock: ClockCorrection) throws(MarkError) -> CorrectedDate {
    try MarkError.of(asset.path) {
      let folder = try OpenFolder(asset.folder.path)
      let place = try SidecarPlace(of: asset, in: folder) { .full }
      let document = try SidecarDocument(
        place.content ?? SidecarDocument.template, of: asset.folder.path.appending(place.name))
      return try corrected(asset, in: document, folder, by: clock)
    }
  }

  /// Corrects the date in a sidecar, otherwise the photo's.
  private func corrected(
    _ asset: Asset, in document: SidecarDocument, _ folder: OpenFolder, by clock: ClockCorrection
  ) throws -> CorrectedDate {
    let written = MarkProperty.captureDates.lazy.compactMap { document[$0].first }
      .compactMap { DateText($0) }.first
    var asset = asset
    if written == nil, let date = asset.date, date.source.isOfXMP,
      Self.metadata(of: asset, in: folder)?.captureDate != date
    {
      // The date comes from another sidecar, or from one that was changed since.
      asset = try scanner.read(asset.path)
    }
    do throws(ClockProblem) {
      guard let date = written?.captureDate(.xmpDateTimeOriginal) ?? asset.date else { throw .undated }
      return try CorrectedDate(date, of: asset, by: clock)
    } catch {
      throw MarkError.clock(photo: asset.path, error)
    }
  }

  private func edit(
    _ asset: Asset, _ place: SidecarPlace, _ document: SidecarDocument, _ values: MarkedValues
  ) throws(MarkError) -> SidecarEdit {
    let path = asset.folder.path(of: place.name)
    guard !values.steps.isEmpty else { return SidecarEdit(place: place, change: .none) }
    var properties = values.properties
    if place.content == nil, place.name.bytes.count <= asset.name.bytes.count {
      // A new sidecar with a short name has to identify its photo.
      properties[.sidecarExtension] = [
        String(decoding: asset.name.bytes.dropFirst(asset.name.stem.count + 1), as: UTF8.self)
      ]
    }
    let revision = try document.changing(properties)
    return SidecarEdit(
      place: place, change: .write(revision.bytes),
      entry: MarkEntry(
        sidecar: path, before: place.content.map { Checksum.of($0) },
        after: Checksum.of(revision.bytes),
        inverse: place.content == nil ? [] : revision.inverse, values: values, isMade: place.content == nil)
    )
  }

  /// Returns `true` if the photo contains a rating, which applies unless the sidecar overrides it.
  private static func isRated(_ asset: Asset, in folder: OpenFolder) -> Bool {
    metadata(of: asset, in: folder)?.values[.rating] != nil
  }

  /// Returns the metadata of the file itself, without sidecars.
  private static func metadata(of asset: Asset, in folder: OpenFolder) -> PhotoMetadata? {
    guard let file = try? OpenFile(asset.name, in: folder), let count = Int(exactly: file.status.size),
      let source = try? ByteSource(file, count: count)
    else { return nil }
    return PhotoMetadata.read(source)
  }

  /// Returns the form of a new sidecar.
  private func form(for asset: Asset, in folder: OpenFolder) -> SidecarForm {
    if let requested = naming.requested { return requested }
    let path = asset.folder.path
    let forms = folderForms[path] ?? FolderForms(folder)
    folderForms[path] = forms
    return (asset.format == .raw ? forms.ofRAW : forms.ofOthers) ?? naming.usual
  }

  /// Appends to the journal, or to a new one if another program has started to undo it.
  func record(_ record: MarkRecord) throws(MarkError) {
    guard let journals else { return }
    do throws(Errno) {
      if let journal, try journal.append(record) { return }
    } catch {
      throw .journal(journals.folder, error)
    }
    let journal = try journals.begin()
    self.journal = journal
    do throws(Errno) { try journal.append(record) } catch { throw .journal(journals.folder, error) }
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
  /// The corrected date, if a clock was corrected.
  public internal(set) var date: CorrectedDate?
}
