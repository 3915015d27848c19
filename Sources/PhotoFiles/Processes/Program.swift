import CFileSystem
import SystemPackage

package struct Program: Sendable {
  package let path: FilePath
  package let arguments: [[UInt8]]
  /// The environment, as in `NAME=value`; `nil` inherits the environment of this process.
  package let environment: [[UInt8]]?

  package init(_ path: FilePath, arguments: [[UInt8]], environment: [[UInt8]]? = nil) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// Returns the file of a program in `PATH`, or `nil`. Skips relative folders, so that no program is run from a folder
  /// of photos.
  package static func find(_ name: FileName, searchPath: [UInt8]? = nil) -> FilePath? {
    let folders = searchPath ?? ownSearchPath ?? Array("/usr/bin:/bin".utf8)
    for folder in folders.split(separator: UInt8(ascii: ":")) where folder.first == UInt8(ascii: "/") {
      let path = FilePath(fileSystemBytes: folder).appending(name)
      if isProgram(path) { return path }
    }
    return nil
  }

  package static var own: FilePath? {
    process_executable().map { FilePath(platformString: $0) }
  }

  /// Returns the file of a program in the folder of this program, or of the library with this code, or `nil`.
  package static func findNearby(_ name: FileName) -> FilePath? {
    let image = process_image().map { FilePath(platformString: $0) }
    for case let file? in [image, try? own?.resolved()] where file.isAbsolute {
      let path = file.removingLastComponent().appending(name)
      if isProgram(path) { return path }
    }
    return nil
  }

  private static func isProgram(_ path: FilePath) -> Bool {
    path.withPlatformString { access($0, X_OK) } == 0 && (try? FileStatus(path))?.kind == .regular
  }

  private static var ownSearchPath: [UInt8]? { variable("PATH") }

  /// Returns the bytes of an environment variable.
  package static func variable(_ name: String) -> [UInt8]? {
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// The variables of this process that its loader needs to find the same libraries in another process.
  package static var loaderEnvironment: [[UInt8]] {
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].compactMap { name in
      variable(name).map { Array("\(name)=".utf8) + $0 }
    }
  }

  /// Starts the program in a new session, out of reach of the terminal and its keys. The standard streams are the
  /// given files, else `/dev/null`.
  package func start(
    input: FileDescriptor? = nil, output: FileDescriptor? = nil, error: FileDescriptor? = nil
  ) throws(Errno) -> RunningProgram {
    var process: pid_t = 0
    let result = withRequest { request in
      request.input = input?.rawValue ?? -1
      request.output = output?.rawValue ?? -1
      request.error = error?.rawValue ?? -1
      request.has_own_session = true
      return process_start(&request, &process)
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    return RunningProgram(process)
  }

  /// Runs the program in the foreground of a terminal and waits for it to exit. Meanwhile only the program gets Ctrl-C,
  /// and Ctrl-Z stops both.
  package func run(on terminal: FileDescriptor) throws(Errno) -> ProgramEnd {
    var end = process_end()
    let result = withRequest { request in
      (request.input, request.output, request.error) = (
        terminal.rawValue, terminal.rawValue, terminal.rawValue
      )
      return process_run_in_foreground(&request, &end)
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    return ProgramEnd(end)
  }

  /// The maximum size of the arguments in bytes, including NULs and pointers.
  package static var argumentRoom: Int { Int(process_argument_room()) }

  private func withRequest(_ body: (inout process_start_request) -> Int32) -> Int32 {
    Self.withPointers(to: [path.fileSystemBytes] + arguments) { arguments in
      guard let path = arguments[0] else { return EINVAL }
      return Self.withPointers(to: environment ?? []) { variables in
        var request = process_start_request()
        request.path = UnsafePointer(path)
        request.arguments = UnsafePointer(arguments)
        request.environment = environment == nil ? nil : UnsafePointer(variables)
        (request.input, request.output, request.error) = (-1, -1, -1)
        return body(&request)
      }
    }
  }

  /// Passes pointers to strings that end with NUL, followed by a null pointer.
  private static func withPointers(
    to texts: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var bytes = [CChar]()
    var offsets = [Int]()
    for text in texts {
      offsets.append(bytes.count)
      bytes += text.map { CChar(bitPattern: $0) } + [0]
    }
    return bytes.withUnsafeMutableBufferPointer { bytes in
      var pointers = offsets.map { offset in bytes.baseAddress.map { $0 + offset } } + [nil]
      return pointers.withUnsafeMutableBufferPointer { pointers in
        pointers.baseAddress.map(body) ?? EINVAL
      }
    }
  }
}

public enum ProgramEnd: Sendable, Hashable {
  case exited(Int32)
  case signaled(Int32)
  /// The exit status is unavailable.
  case unknown(Errno)

  init(_ end: process_end) { self = end.is_signal ? .signaled(end.number) : .exited(end.number) }
}

extension ProgramEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exited(let status): "it ended with status \(status)"
    case .signaled(let number): "signal \(number) ended it"
    case .unknown(let error): "how it ended is not known: \(error)"
    }
  }
}
