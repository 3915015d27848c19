import CFileSystem
import SystemPackage

package struct Program: Sendable {
  package let path: FilePath
  package let arguments: [[UInt8]]

  package init(_ path: FilePath, arguments: [[UInt8]]) {
    self.path = path
    self.arguments = arguments
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

  private static var ownSearchPath: [UInt8]? {
    getenv("PATH").map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
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
    let texts = [path.fileSystemBytes] + arguments
    var bytes = [CChar]()
    var offsets = [Int]()
    for text in texts {
      offsets.append(bytes.count)
      bytes += text.map { CChar(bitPattern: $0) } + [0]
    }
    return bytes.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return EINVAL }
      var pointers = offsets.map { UnsafeMutablePointer<CChar>?.some(start + $0) } + [nil]
      return pointers.withUnsafeMutableBufferPointer { pointers in
        var request = process_start_request()
        request.path = UnsafePointer(start)
        request.arguments = UnsafePointer(pointers.baseAddress)
        (request.input, request.output, request.error) = (-1, -1, -1)
        return body(&request)
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
