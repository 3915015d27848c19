import Foundation
import SystemPackage

/// Errors of the file system in words.
package enum FileErrors {
  /// What happened, in a few words without a code.
  package static func reason(_ error: any Error) -> String {
    if let error = error as? Errno { return "\(error)" }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain {
      return "\(Errno(rawValue: CInt(truncatingIfNeeded: error.code)))"
    }
    if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(underlying) }
    return error.localizedDescription
  }
}
