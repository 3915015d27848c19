import ArgumentParser
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPicker
import SystemPackage
import Terminal

struct Mark: AsyncParsableCommand, SelectionCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Rate, reject, label, describe and redate photos in XMP sidecars, and undo that.",
    discussion: """
      SELECTION has the syntax of photopick select. Marks are written to the XMP sidecar, which Lightroom, darktable \
      and digiKam read, and not to the photo without --embed; the properties of other applications are preserved. The name of a \
      new sidecar is that of --sidecar, else as the other sidecars in the folder, else as set in \
      ~/.config/photopick/settings, else IMG.EXT.xmp. The path of each sidecar is printed.

      With --embed, JPEG, PNG, TIFF and DNG files contain the marks, corrected dates and positions, as Lightroom requires; \
      the picture and all other bytes stay the same. Other photos get a sidecar.

      Clocks are corrected by a shift, then by the offset of a time zone. --time-zone is a mark here, and no option \
      of the view.

      --undo reverts the properties of the last mark, except later changes.

      Examples:
        photopick mark 1-4,9 --rating 5
        photopick mark all ~/DCIM --where 'rating:none' --reject
        photopick mark 7 --label Green --keyword +Travel/Kyoto,-Tokyo
        photopick mark 7 --title 'Golden Pavilion' --caption 'Kinkaku-ji after the rain'
        photopick mark all ~/DCIM --track walk.gpx --clock-offset +1:00
        photopick mark all --where 'camera:nikon' --shift-time +1:02:03 --dry-run
        photopick mark all --where 'camera:nikon' --same-time DSC_0101.NEF=IMG_2033.CR2
        photopick mark all --time-zone Europe/Rome
        photopick mark --undo
      """)

  @Argument(help: "The photos to mark, such as 1-4,9 or @2014-05.", completion: Completions.selection)
  var selection: String?
  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "Marks") var marks: MarkOptions

  @OptionGroup(title: "Positions") var track: TrackOptions
  @OptionGroup(title: "Clocks") var clocks: ClockOptions

  @Option(help: "The name of new sidecars: full for IMG.EXT.xmp, adobe for IMG.xmp.")
  var sidecar: SidecarForm?

  @Flag(
    help: "Write the marks into JPEG, PNG, TIFF and DNG files, and into their existing sidecars.")
  var embed = false

  @Flag(
    help: "Write nothing; print positions on a track, or the first and the last photo of a corrected clock.")
  var dryRun = false

  @Flag(help: "Undo the last mark; another --undo reverts the previous one.") var undo = false

  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup(title: "Output Options") var output: ListOutputOptions<MarkRecord>
  @OptionGroup(title: "View Options") var view: LibraryViewOptions<CatalogOptions, SystemViewZone>

  var selectionText: String? { selection }

  func validate() throws {
    if undo {
      guard selection == nil, marks.change.isEmpty, track.areDefault, clocks.areDefault, !dryRun, !embed
      else {
        throw ValidationError("--undo takes no selection or marks.")
      }
      return
    }
    guard selection != nil else {
      throw ValidationError("Give a selection, as in photopick mark 1-4 --rating 5.")
    }
    guard !marks.change.isEmpty || !track.areDefault || !clocks.areDefault else {
      throw ValidationError(
        "Give at least one mark, such as --rating 5, --label Red, --keyword +Kyoto or --shift-time +1:00.")
    }
  }

  func run() async throws {
    if output.output != nil { try output.destination.check() }
    if undo { return try takeBack() }
    let progress = ProgressDisplay()
    let picking = self.picking(selection ?? "")
    let (records, status) = try await Interruption.cancelling(progress) {
      let picked = try await picking.pickForChange()
      let photos = picked.photos.value
      let assets = photos.withMarkedFiles.map(\.asset)
      let correction = try clocks.correction(of: assets, under: picked.roots)
      return try mark(assets, correction, picked.photos.status, progress)
    }
    if let label = marks.label, let meant = marks.meantLabel {
      Diagnostics.note("the label is \(label), which other programs may not know; they know \(meant)")
    }
    if dryRun, !track.track.isEmpty {
      try output.write(records) { try $0.writeText(records) { $0.writePlan(to: &$1) } }
    } else if dryRun, !clocks.areDefault {
      try output.write(records) { destination in
        try destination.writeText(CollectionOfOne(ClockSummary(records))) { $0.write(to: &$1) }
      }
    } else {
      try output.write(records)
    }
    try status.check()
  }

  /// Changes the metadata of photos sequentially. Returns the completed changes even if a photo fails or the command is
  /// cancelled.
  private func mark(
    _ assets: [Asset], _ correction: ClockCorrection?, _ status: ExitStatus, _ progress: ProgressDisplay
  ) throws -> (records: [MarkRecord], status: ExitStatus) {
    let marker = try PhotoMarker.ofUser(naming: try UserSettings.sidecarNaming(sidecar))
    var (records, status, change) = ([MarkRecord](), status, marks.change)
    var told = Set<MarkError>()
    change.place = track.place
    var positions = try track.positions(zone: clocks.clock ?? .machine)
    change.removedKeywords = change.removedKeywords.filter { !change.addedKeywords.contains($0) }
    for (index, asset) in assets.enumerated() {
      if Task.isCancelled {
        status = .cancelled
        break
      }
      let position = positions?.position(of: asset)
      if positions != nil { change.place = position.map { .set($0.location) } }
      if change.isEmpty, correction == nil { continue }
      do throws(MarkError) {
        let marked =
          try embed && PhotoMarker.canEmbed(in: asset)
          ? marker.embed(change, in: asset, correcting: correction, isDryRun: dryRun)
          : [marker.mark(asset, with: change, correcting: correction, isDryRun: dryRun)]
        records += marked.map { MarkRecord($0, of: asset.path, at: position) }
      } catch {
        status = .problems
        // Report an unwritable folder once, not for each photo.
        if told.insert(error).inserted {
          progress.clear()
          Diagnostics.error(error)
        }
        if error.concernsAll { break }
      }
      progress.show("Marking… \(index + 1) of \(assets.count) (Ctrl-C cancels)")
    }
    progress.clear()
    positions?.report(namesAll: view.links.verbose)
    return (records, status)
  }

  private func takeBack() throws {
    guard let result = try PhotoMarker.undoLast() else {
      throw CommandFailure(.problems, "there is no mark to undo")
    }
    let records = result.sidecars.map { MarkRecord($0) }
    try output.write(records) { try $0.writeUndone(records) }
    for problem in result.problems { Diagnostics.error(problem) }
    if !result.problems.isEmpty { throw CommandFailure(.problems) }
    if result.sidecars.isEmpty {
      Diagnostics.error("nothing was undone: the marks were changed since, or were never written")
    }
  }
}

extension SidecarForm: ExpressibleByArgument {}
