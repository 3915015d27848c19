import ArgumentParser
import PhotoStore
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size of `--fit`: `800x600`, `800x0` for a width alone, `0` for a picture as it is.
struct FitSize: ExpressibleByArgument, Equatable {
  let width: Int
  let height: Int

  static let asIs = FitSize(width: 0, height: 0)

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    if argument == "0" {
      self = .asIs
      return
    }
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 0, height >= 0 else {
      return nil
    }
    self.init(width: width, height: height)
  }
}

/// Failures of single files: each is told in a line, the rest goes on, and the exit status is 1.
struct FailureCount {
  private var count = 0

  mutating func report(_ failure: some CustomStringConvertible) {
    count += 1
    Diagnostics.error("\(failure)")
  }

  func exit() throws {
    if count > 0 { throw CommandFailure(.problems) }
  }
}

/// The environment variables of the XDG folders and of the user's home.
func environmentVariables() -> [String: String] {
  ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"].reduce(into: [:]) { variables, name in
    variables[name] = getenv(name).map { String(cString: $0) }
  }
}

/// A path as it is seen from the root folder, whether or not it is there.
func absolute(_ text: String) throws -> FilePath {
  let path = RawArguments.path(text)
  if path.isAbsolute { return path }
  guard let current = getcwd(nil, 0) else { throw Errno(rawValue: errno) }
  defer { free(current) }
  return FilePath(platformString: current).appending(path.components).lexicallyNormalized()
}
