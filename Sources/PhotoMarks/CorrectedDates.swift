import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

/// The first and the last of several photos by date, before and after a correction of the clock.
///
///     let dates = CorrectedDates(of: assets, by: ClockCorrection(shift: ClockShift("+1:00")))
///     dates.first?.text   // "2014-05-25T10:00:00 → 2014-05-25T11:00:00"
public struct CorrectedDates: Sendable {
  public struct Entry: Sendable {
    public let photo: FilePath
    public let date: CorrectedDate

    /// The dates, such as `2014-05-25T10:00:00 → 2014-05-25T11:00:00`.
    public var text: String { "\(date.before.iso8601) → \(date.after.iso8601)" }
  }

  /// The number of photos with a date.
  public private(set) var count = 0
  /// The number of photos whose date changes.
  public private(set) var changedCount = 0
  public private(set) var first: Entry?
  public private(set) var last: Entry?
  /// Why the dates of other photos can't be corrected.
  public private(set) var problems: [ClockProblem] = []

  public init() {}

  /// Computes the corrected dates of photos.
  ///
  /// The date that `PhotoMarker` corrects differs if another program changed a sidecar since the photo was read.
  public init(of assets: [Asset], by correction: ClockCorrection) {
    for asset in assets {
      do throws(ClockProblem) {
        guard let date = asset.date else { throw .undated }
        add(try CorrectedDate(date, of: asset, by: correction), of: asset.path)
      } catch {
        problems.append(error)
      }
    }
  }

  public mutating func add(_ date: CorrectedDate, of photo: FilePath) {
    count += 1
    if date.isChanged { changedCount += 1 }
    let (entry, time) = (Entry(photo: photo, date: date), date.before.time)
    if first.map({ time < $0.date.before.time }) ?? true { first = entry }
    if last.map({ time >= $0.date.before.time }) ?? true { last = entry }
  }

  /// The first and the last photo, or the only one.
  public var ends: [Entry] { count == 1 ? [first].compactMap(\.self) : [first, last].compactMap(\.self) }
}

extension ClockProblem: CustomStringConvertible {
  public var description: String { reason }
}
