import PhotoFiles

/// The exit statuses of the program.
enum ExitStatus: Int32 {
  /// Done.
  case success = 0
  /// Done as far as possible; each problem is on stderr.
  case problems = 1
  /// Wrong usage, such as a mistaken selection; stdout is empty.
  case usage = 64
  /// Cancelled; stdout is empty.
  case cancelled = 130

  /// Ends the process at once. Commands end in no other way.
  ///
  /// Unlike exit(3), this takes no library down while a thread still works in it, as libcurl's may for a moment after
  /// the last byte: OpenSSL's destructors would free what that thread uses.
  func end() -> Never {
    // Help is written by Swift's print.
    fflush(nil)
    _exit(rawValue)
  }
}

/// The version of the program.
enum PhotopickVersion {
  /// As `--version` prints it (Semantic Versioning 2.0.0).
  static let text = "0.1.0"
}
