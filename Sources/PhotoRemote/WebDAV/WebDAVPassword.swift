import PhotoFiles
import SystemPackage

/// The password for a WebDAV server: PHOTOPICK_DAV_USER with PHOTOPICK_DAV_PASSWORD_FILE, else `$NETRC` or `~/.netrc`.
///
/// A list of photos may name any server, so a password goes only to the server that it is for, and is encrypted unless
/// the person allows otherwise.
enum WebDAVPassword {
  case none
  case password(TransferPassword)
  /// There is one, which isn't sent; with the reason, and what to do.
  case withheld(String)

  /// Returns the password for a server.
  ///
  /// - Parameters:
  ///   - address: The address of the server.
  ///   - named: The servers that the person has named.
  ///   - mayBePlain: Whether the person allows a password without encryption.
  ///   - environment: The source of settings.
  /// - Throws: `RemoteError` if the settings are invalid, or a file can't be read.
  static func find(
    for address: ServerAddress, named: [ServerAddress], mayBePlain: Bool, _ environment: RemoteEnvironment
  ) throws(RemoteError) -> WebDAVPassword {
    let found = try PasswordSearch(address: address, environment: environment, named: named).find()
    guard case .password = found else { return found }
    guard address.isSecure || address.isLoopback || mayBePlain else {
      return .withheld(
        "the password for \(address.host) isn't sent without encryption: use davs://, or write "
          + "\u{201C}plain-http = \(address.host)\u{201D} into the settings file")
    }
    return found
  }

  var password: TransferPassword? { if case .password(let password) = self { password } else { nil } }

  /// The message for a server that requires a password.
  var refusal: String {
    switch self {
    case .none:
      "the server requires a password: write it into ~/.netrc, or set PHOTOPICK_DAV_USER and "
        + "PHOTOPICK_DAV_PASSWORD_FILE"
    case .password: "the server refuses the user name or the password"
    case .withheld(let reason): "the server requires a password; \(reason)"
    }
  }
}

private struct PasswordSearch {
  let address: ServerAddress
  let environment: RemoteEnvironment
  /// The servers that the person has named.
  let named: [ServerAddress]

  func find() throws(RemoteError) -> WebDAVPassword {
    let ofEnvironment = try passwordOfEnvironment()
    if case .password = ofEnvironment { return ofEnvironment }
    let ofNetrc = try passwordOfNetrc()
    if case .none = ofNetrc { return ofEnvironment }
    if case .withheld = ofNetrc, case .withheld = ofEnvironment { return ofEnvironment }
    return ofNetrc
  }

  // MARK: Environment

  private func passwordOfEnvironment() throws(RemoteError) -> WebDAVPassword {
    guard let user = environment["PHOTOPICK_DAV_USER"] else { return .none }
    guard let file = environment["PHOTOPICK_DAV_PASSWORD_FILE"] else {
      throw RemoteError(
        .permissionDenied, "PHOTOPICK_DAV_USER is set, but PHOTOPICK_DAV_PASSWORD_FILE is not")
    }
    if let reason = try reasonNotToSend() { return .withheld(reason) }
    let bytes = try contents(environment.expanding(file), "PHOTOPICK_DAV_PASSWORD_FILE")
    guard let bytes else {
      throw RemoteError(.permissionDenied, "the file of PHOTOPICK_DAV_PASSWORD_FILE does not exist")
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    return .password(TransferPassword(user: user, password: String(decoding: line, as: UTF8.self)))
  }

  /// Returns why the password of the environment is for another server, or `nil` if it is for this one: that of
  /// PHOTOPICK_DAV_HOST, else the only one that the person has named.
  private func reasonNotToSend() throws(RemoteError) -> String? {
    if let host = environment["PHOTOPICK_DAV_HOST"] {
      guard ServerAddress(isSecure: true, authority: host) != nil else {
        throw RemoteError(.invalidArgument, "PHOTOPICK_DAV_HOST is a host, or a host and a port")
      }
      if address.isNamed(by: host) { return nil }
      return "PHOTOPICK_DAV_HOST isn't \(address.host): write the password for it into ~/.netrc"
    }
    guard isNamed else {
      return "the one of PHOTOPICK_DAV_USER isn't sent to \(address.host), which only a list names: "
        + "set PHOTOPICK_DAV_HOST if it is for that host"
    }
    guard named.allSatisfy({ $0.isSameServer(as: address) }) else {
      return "the one of PHOTOPICK_DAV_USER isn't sent to \(address.host), since several servers are named: "
        + "set PHOTOPICK_DAV_HOST to the one that it is for"
    }
    return nil
  }

  private var isNamed: Bool { named.contains { $0.isSameServer(as: address) } }

  // MARK: Files

  private func passwordOfNetrc() throws(RemoteError) -> WebDAVPassword {
    let file = environment["NETRC"].map { environment.expanding($0) } ?? environment.home?.appending(".netrc")
    guard let file, let bytes = try contents(file, ".netrc") else { return .none }
    let netrc = NetrcFile(bytes)
    if let password = netrc.password(for: address.hostName) { return .password(password) }
    guard let password = netrc.defaultPassword else { return .none }
    if isNamed || environment["PHOTOPICK_DAV_HOST"].map(address.isNamed(by:)) == true {
      return .password(password)
    }
    return .withheld(
      "the default entry of .netrc isn't used for \(address.host), which only a list names: "
        + "write an entry \u{201C}machine \(address.hostName)\u{201D}")
  }

  private func contents(_ file: FilePath, _ name: String) throws(RemoteError) -> [UInt8]? {
    do throws(ConfigurationMistake) {
      return try ConfigurationFile.contents(file)
    } catch {
      throw RemoteError(.permissionDenied, "\(name) can't be read: \(RemoteError.safe(error.reason))")
    }
  }
}
