import PhotoFiles
import SystemPackage

/// The file with passwords for hosts (`.netrc`, GNU inetutils manual, "The .netrc file").
struct NetrcFile {
  private struct Entry {
    /// In lowercase; `nil` for the default entry.
    var host: String?
    var user: String?
    var password: String?
  }

  private var entries: [Entry] = []

  init(_ bytes: [UInt8]) {
    var words = Self.words(bytes)[...]
    while let word = words.popFirst() {
      switch word {
      case "machine": entries.append(Entry(host: words.popFirst()?.lowercased() ?? ""))
      case "default": entries.append(Entry())
      case "login", "password", "account":
        let value = words.popFirst()
        guard let last = entries.indices.last else { continue }
        if word == "login" { entries[last].user = value }
        if word == "password" { entries[last].password = value }
      default: break
      }
    }
  }

  /// Returns the password of the first complete entry for a host.
  func password(for host: String) -> TransferPassword? { password { $0 == host } }

  /// The password for hosts without an entry.
  var defaultPassword: TransferPassword? { password { $0 == nil } }

  private func password(_ isMatch: (String?) -> Bool) -> TransferPassword? {
    for entry in entries where isMatch(entry.host) {
      if let user = entry.user, let password = entry.password {
        return TransferPassword(user: user, password: password)
      }
    }
    return nil
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
