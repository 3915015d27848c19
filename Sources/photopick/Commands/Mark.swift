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
    abstract: "Rate, reject, label and describe photos in XMP sidecars, and undo that.",
    discussion: """
      SELECTION has the syntax of photopick select. Marks are written to the XMP sidecar, which Lightroom, darktable \
      and digiKam read, never to the photo itself; the properties of other applications are preserved. A missing \
      sidecar is created as IMG.EXT.xmp, or as IMG.xmp with --sidecar adobe. The path of each sidecar is printed.

      --undo reverts the properties of the last mark, except later changes.

      Examples:
        photopick mark 1-4,9 --rating 5
        photopick mark all ~/DCIM --where 'rating:none' --reject
        photopick mark 7 --label Green --keyword +Travel/Kyoto,-Tokyo
        photopick mark 7 --title 'Golden Pavilion' --caption 'Kinkaku-ji after the rain'
        photopick mark all ~/DCIM --track walk.gpx --clock-offset +1:00
        photopick mark --undo
      """)

  @Argument(help: "The photos to mark, such as 1-4,9 or @2014-05.", completion: Completions.selection)
  var selection: String?
  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Marks") var marks: MarkOptions

  @OptionGroup(title: "Positions") var track: TrackOptions

  @Flag(help: "With --track, write nothing, and print each photo with its position.") var dryRun = false

  @Option(help: "The name of new sidecars: full for IMG.EXT.xmp, adobe for IMG.xmp.")
  var sidecar = SidecarForm.full

  @Flag(help: "Undo the last mark; another --undo reverts the previous one.") var undo = false

  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup(title: "Output Options") var output: ListOutputOptions<MarkRecord>
  @OptionGroup(title: "View Options") var view: ViewOptions

  var selectionText: String? { selection }

  func validate() throws {
    if undo {
      guard selection == nil, marks.change.isEmpty, track.areDefault, !dryRun else {
        throw ValidationError("--undo takes no selection or marks.")
      }
      return
    }
    guard selection != nil else {
      throw ValidationError("Give a selection, as in photopick mark 1-4 --rating 5.")
    }
    guard !dryRun || !track.track.isEmpty else { throw ValidationError("--dry-run needs --track.") }
    guard !marks.change.isEmpty || !track.areDefault else {
      throw ValidationError("Give at least one mark, such as --rating 5, --label Red or --keyword +Kyoto.")
    }
  }

  func run() async throws {
    if output.output != nil { try output.destination.check() }
    if undo { return try takeBack() }
    let progress = ProgressDisplay()
    let picking = self.picking(selection ?? "")
    let (records, status) = try await Interruption.cancelling(progress) {
      let picked = try await picking.pick()
      return try mark(picked.value.withSamePicture.map(\.asset), picked.status, progress)
    }
    if let label = marks.label, let meant = marks.meantLabel {
      Diagnostics.note("the label is \(label), which other programs may not know; they know \(meant)")
    }
    if dryRun {
      try output.write(records) { try $0.writeText(records) { $0.writePlan(to: &$1) } }
    } else {
      try output.write(records)
    }
    try status.check()
  }

  /// Changes the metadata of photos sequentially. Returns the completed changes even if a photo fails or the command is
  /// cancelled.
  private func mark(
    _ assets: [Asset], _ status: ExitStatus, _ progress: ProgressDisplay
  ) throws -> (records: [MarkRecord], status: ExitStatus) {
    let marker = try PhotoMarker.ofUser(form: sidecar)
    var (records, status, change) = ([MarkRecord](), status, marks.change)
    var told = Set<MarkError>()
    change.place = track.place
    var positions = try track.positions(zone: view.timeZone.flatMap { WallClock(identifier: $0) } ?? .machine)
    change.removedKeywords = change.removedKeywords.filter { !change.addedKeywords.contains($0) }
    for (index, asset) in assets.enumerated() {
      if Task.isCancelled {
        status = .cancelled
        break
      }
      let position = positions?.position(of: asset)
      if let position, dryRun {
        records.append(MarkRecord(planned: asset.path, at: position))
        continue
      }
      if positions != nil { change.place = position.map { .set($0.location) } }
      if dryRun || change.isEmpty { continue }
      do throws(MarkError) {
        records.append(MarkRecord(try marker.mark(asset, with: change), of: asset.path, at: position))
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
    try output.write(result.sidecars.map { MarkRecord($0) })
    for problem in result.problems { Diagnostics.error(problem) }
    if !result.problems.isEmpty { throw CommandFailure(.problems) }
    if result.sidecars.isEmpty { Diagnostics.error("the marks were changed since, so nothing was undone") }
  }
}

extension SidecarForm: ExpressibleByArgument {}
