import Dispatch
import PhotoFiles
import SystemPackage

/// Opens files with the programs that the desktop has for them.
///
///     try await DesktopOpener().open("/photos/IMG_1.jpg")
///
/// The program runs in a session of its own and prints nothing, so that a screen in the terminal stays as it is.
public struct DesktopOpener: Sendable {
  private let searchPath: [UInt8]?
  private let patience: Duration

  /// What opens a file, each with the arguments before the file.
  #if canImport(Darwin)
    private static let openers: [(name: String, arguments: [String])] = [("open", [])]
  #else
    private static let openers: [(name: String, arguments: [String])] = [("xdg-open", []), ("gio", ["open"])]
  #endif

  public init() { self.init(searchPath: nil) }

  /// - Parameters:
  ///   - searchPath: where programs are looked for; `nil` for `PATH`.
  ///   - patience: how long an error of the program is waited for.
  init(searchPath: [UInt8]?, patience: Duration = .seconds(1)) {
    (self.searchPath, self.patience) = (searchPath, patience)
  }

  /// Opens a file. Returns once its program has succeeded, or has run for a second; then it goes on by itself.
  public func open(_ path: FilePath) async throws(OpeningError) {
    let absolute: FilePath
    do throws(Errno) {
      absolute = try path.absolute()
      // Some openers ask the user, or a browser, about a file that is not there.
      _ = try FileStatus(absolute)
    } catch {
      throw .unreadable(path, error)
    }
    var failure = OpeningError.noOpener
    for (opener, arguments) in Self.openers {
      guard let program = Program.find(FileName(unchecked: Array(opener.utf8)), searchPath: searchPath) else {
        continue
      }
      let launched = Program(
        program, arguments: arguments.map { Array($0.utf8) } + [absolute.fileSystemBytes])
      let running: RunningProgram
      do throws(Errno) {
        running = try launched.start()
      } catch {
        failure = .notStarted(opener: opener, error)
        continue
      }
      guard let end = await running.end(within: patience), end != .exited(0) else { return }
      failure = .failed(path, opener: opener, end)
      // xdg-open says 3 if it lacks a tool, which the next opener may not need.
      guard end == .exited(3) else { break }
    }
    throw failure
  }
}

public enum OpeningError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No program is installed that knows the desktop's programs.
  case noOpener
  case notStarted(opener: String, Errno)
  case failed(FilePath, opener: String, ProgramEnd)
  case unreadable(FilePath, Errno)

  public var description: String {
    switch self {
    case .noOpener: "no program to open files with was found: install xdg-utils"
    case .notStarted(let opener, let error): "\(opener) cannot be started: \(error)"
    case .failed(let path, let opener, .exited(3)), .failed(let path, let opener, .exited(4)):
      "\(path): no program of the desktop opens it, says \(opener)"
    case .failed(let path, let opener, let end): "\(path): \(opener) could not open it: \(end)"
    case .unreadable(let path, let error): "\(path): \(error)"
    }
  }
}

extension RunningProgram {
  /// How the program ends; `nil` if it runs for longer than `patience`. It is waited for in any case.
  func end(within patience: Duration) async -> ProgramEnd? {
    let (ends, continuation) = AsyncStream.makeStream(of: ProgramEnd?.self)
    // Swift's own threads must not wait for a program.
    WorkerThread.start { continuation.yield(self.wait()) }
    let time = DispatchTimeInterval.milliseconds(Int(patience / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + time) { continuation.yield(nil) }
    for await end in ends { return end }
    return nil
  }
}
