/// Tells whether the times of a file will show its next change.
package enum Settling {
  /// How many seconds a file must have rested: file systems keep times as coarsely as 2 seconds.
  ///
  /// What a program writes through mapped memory may change the times only when the system writes it to disk, up to
  /// half a minute later; such a write is seen late.
  private static let seconds: Int64 = 2

  /// True if a file of that status, seen at that moment or later, cannot change without a change of its times.
  package static func isSettled(_ status: FileStatus, at moment: FileStatus.Time) -> Bool {
    isSettled(status.changed, at: moment)
  }

  /// True if a file whose content or attributes changed last at that time, and that was seen at that moment or later,
  /// cannot change without a change of its times.
  package static func isSettled(_ changed: FileStatus.Time, at moment: FileStatus.Time) -> Bool {
    let (latest, overflows) = moment.seconds.subtractingReportingOverflow(seconds)
    return !overflows && changed.seconds < latest
  }
}
