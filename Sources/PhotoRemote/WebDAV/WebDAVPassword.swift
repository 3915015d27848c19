import PhotoFiles
import SystemPackage

/// Finds the password for a WebDAV server: PHOTOPICK_DAV_USER with PHOTOPICK_DAV_PASSWORD_FILE, else `$NETRC` or
/// `~/.netrc`.
enum WebDAVPassword {
  static func find(_ host: String, _ environment: RemoteEnvironment) throws(RemoteError) -> TransferPassword?
  {
    if let user = environment["PHOTOPICK_DAV_USER"] {
      guard let file = environment["PHOTOPICK_DAV_PASSWORD_FILE"] else {
        throw RemoteError(
          .permissionDenied, "PHOTOPICK_DAV_USER is set, but PHOTOPICK_DAV_PASSWORD_FILE is not")
      }
      let bytes = try contents(environment.expanding(file), "PHOTOPICK_DAV_PASSWORD_FILE")
      guard let bytes else {
        throw RemoteError(.permissionDenied, "the file of PHOTOPICK_DAV_PASSWORD_FILE does not exist")
      }
      let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
      return TransferPassword(user: user, password: String(decoding: line, as: UTF8.self))
    }
    let file = environment["NETRC"].map { environment.expanding($0) } ?? environment.home?.appending(".netrc")
    guard let file, let bytes = try contents(file, ".netrc") else { return nil }
    return NetrcFile.password(for: host, in: bytes)
  }

  private static func contents(_ file: FilePath, _ name: String) throws(RemoteError) -> [UInt8]? {
    do throws(ConfigurationMistake) {
      return try ConfigurationFile.contents(file)
    } catch {
      throw RemoteError(.permissionDenied, "\(name) can't be read: \(RemoteError.safe(error.reason))")
    }
  }
}
