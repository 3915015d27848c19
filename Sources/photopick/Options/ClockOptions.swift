import ArgumentParser
import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import PhotoPlaces
import SystemPackage

/// The options that correct capture dates.
struct ClockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Shift the capture dates by H:MM, H:MM:SS or a number with s, m (minutes), h, d, w, mo (months) or y.",
      valueName: "+-time"),
    transform: Self.shift)
  var shiftTime: ClockShift?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Shift the capture dates so that the first photo gets the time of the second, which shows the same moment.",
      valueName: "photo=photo"),
    completion: .file())
  var sameTime: String?

  @Option(
    help: ArgumentHelp(
      "Add the offset of this zone, such as Europe/Rome, to dates without one; convert UTC dates of videos. place is the zone where each photo was taken.",
      valueName: "zone"))
  var timeZone: String?

  private static func shift(_ text: String) throws -> ClockShift {
    if let shift = ClockShift(RawArguments.written(text)) { return shift }
    throw ValidationError("write a shift such as +1:02:03, -1:00, +90s, -1d, +2mo or +7y")
  }

  func validate() throws {
    if shiftTime != nil, sameTime != nil {
      throw ValidationError("--shift-time and --same-time exclude each other.")
    }
    if let sameTime, SameMoment.splits(of: sameTime).isEmpty {
      throw ValidationError("--same-time takes two photos, such as DSC_0101.NEF=IMG_2033.CR2.")
    }
    if timeZone != TimeZoneArgument.place { try TimeZoneArgument.check(timeZone) }
  }

  var areDefault: Bool { shiftTime == nil && sameTime == nil && timeZone == nil }

  /// Returns the correction, or `nil` if no option is given.
  ///
  /// - Parameters:
  ///   - assets: The photos to correct, whose folders may contain the photos of `--same-time`.
  ///   - roots: Other folders that may contain them.
  /// - Throws: `CommandFailure` if the photos of `--same-time` are missing or undated.
  func correction(of assets: [Asset], under roots: [FilePath]) throws -> ClockCorrection? {
    if areDefault { return nil }
    var shift = shiftTime
    if let sameTime {
      let folders = (assets.map(\.folder.path) + roots).uniqued()
      shift = try SameMoment(sameTime, in: folders).shift()
    }
    return ClockCorrection(shift: shift, zone: try zone())
  }

  /// The clock of `--time-zone`, unless its value is `place`.
  var clock: WallClock? { timeZone.flatMap { WallClock(identifier: $0) } }

  private func zone() throws -> ClockCorrection.Zone? {
    guard timeZone == TimeZoneArgument.place else { return clock.map { .clock($0) } }
    do throws(PlaceDataUnavailable) {
      let database = try PlaceNames.database()
      return .place { database.timeZone(at: $0, $1) }
    } catch {
      throw CommandFailure(.problems, "--time-zone place: \(error)")
    }
  }
}

/// Two photos of the same moment, one of them with the right time.
private struct SameMoment {
  private let first: FilePath
  private let second: FilePath

  /// Returns the two parts of an argument; several pairs if names contain an equals sign.
  static func splits(of text: String) -> [(first: String, second: String)] {
    text.indices.filter { text[$0] == "=" }.map { index in
      (String(text[..<index]), String(text[text.index(after: index)...]))
    }.filter { !$0.first.isEmpty && !$0.second.isEmpty }
  }

  /// - Throws: `CommandFailure` unless each photo is at the path, or in one of the folders.
  init(_ text: String, in folders: [FilePath]) throws {
    var failure: (any Error)?
    for (first, second) in Self.splits(of: text) {
      do {
        (self.first, self.second) = (try Self.find(first, in: folders), try Self.find(second, in: folders))
        return
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? CommandFailure(.usage, "--same-time takes two photos")
  }

  private static func find(_ text: String, in folders: [FilePath]) throws -> FilePath {
    let path = RawArguments.path(text)
    if isFile(path) { return path }
    let files = path.isRelative ? folders.map { $0.appending(path.components) }.filter(isFile) : []
    let found = files.uniqued { (try? FileStatus($0))?.identity }
    let name = RawArguments.written(text)
    guard let first = found.first else {
      throw CommandFailure(
        .usage, "there is no photo \(name) here or in the folders of the selection; give its path")
    }
    guard found.count == 1 else {
      throw CommandFailure(.usage, "several folders contain a photo \(name); give its path")
    }
    return first
  }

  private static func isFile(_ path: FilePath) -> Bool { (try? FileStatus(path))?.kind == .regular }

  /// - Throws: `ScanProblem`, `CommandFailure`.
  func shift() throws -> ClockShift { ClockShift(from: try Self.date(first), to: try Self.date(second)) }

  private static func date(_ path: FilePath) throws -> CaptureDate {
    guard let date = try LibraryScanner().read(path).wallDate, date.source != .file, date.hasTimeOfDay else {
      throw CommandFailure(
        .problems, "\(path): it has no date with a time of day, so no clock can be compared with it")
    }
    return date
  }
}
