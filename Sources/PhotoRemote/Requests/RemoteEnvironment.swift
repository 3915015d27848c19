import PhotoFiles
import SystemPackage

/// Where settings of servers come from.
package struct RemoteEnvironment: Sendable {
  let variable: @Sendable (String) -> String?
  package let home: FilePath?

  package init(home: FilePath?, variable: @escaping @Sendable (String) -> String?) {
    self.home = home
    self.variable = variable
  }

  package static var current: RemoteEnvironment {
    RemoteEnvironment(home: try? UserFolders.current.home) { name in getenv(name).map { String(cString: $0) }
    }
  }

  /// The value of a variable; `nil` if it is empty.
  package subscript(name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns a path in a variable, in which `~/` is the home folder.
  func expanding(_ path: String) -> FilePath {
    guard path.hasPrefix("~/"), let home else { return FilePath(path) }
    return home.appending(String(path.dropFirst(2)))
  }
}
