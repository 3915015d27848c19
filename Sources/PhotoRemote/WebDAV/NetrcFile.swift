import PhotoFiles
import SystemPackage

/// The file with passwords for hosts (`.netrc`, GNU inetutils manual, "The .netrc file").
enum NetrcFile {
  /// Returns the password for a host, or the default one.
  static func password(for host: String, in bytes: [UInt8]) -> TransferPassword? {
    var words = words(bytes)[...]
    var (isMatch, user, password) = (false, String?.none, String?.none)
    func found() -> TransferPassword? {
      guard isMatch, let user, let password else { return nil }
      return TransferPassword(user: user, password: password)
    }
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if let found = found() { return found }
        isMatch = word == "default" || words.popFirst()?.lowercased() == host
        (user, password) = (nil, nil)
      case "login": user = words.popFirst()
      case "password": password = words.popFirst()
      case "account": _ = words.popFirst()
      default: break
      }
    }
    return found()
  }

  /// Splits the text at white space, except inside quotation marks. Skips comments, and macros, which end at an empty
  /// line.
  private static func words(_ bytes: [UInt8]) -> [String] {
    var (words, isMacro) = ([String](), false)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      let parts = text.matches(of: /"((?:[^"\\]|\\.)*)"|[^ \t\r"]+/)
      if isMacro {
        isMacro = !parts.isEmpty
        continue
      }
      for part in parts {
        if part.output.0.hasPrefix("#"), words.last != "password" { break }
        if part.output.0 == "macdef" {
          isMacro = true
          break
        }
        let quoted = part.output.1.map { String($0).replacing(/\\(.)/) { $0.output.1 } }
        words.append(quoted ?? String(part.output.0))
      }
    }
    return words
  }
}
