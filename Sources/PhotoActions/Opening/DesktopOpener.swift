import Dispatch
import PhotoFiles
import SystemPackage

/// Opens files with the default applications.
///
///     try await DesktopOpener().open("/photos/IMG_1.jpg")
///
/// The application runs in a new session, with output discarded, so it doesn't disturb the terminal.
public struct DesktopOpener: Sendable {
  private let searchPath: [UInt8]?
  private let patience: Duration

  #if canImport(Darwin)
    private static let openers: [(name: String, arguments: [String])] = [("open", [])]
  #else
    private static let openers: [(name: String, arguments: [String])] = [("xdg-open", []), ("gio", ["open"])]
  #endif

  public init() { self.init(searchPath: nil) }

  /// The installed program that opens files, or `nil` without one.
  public static var program: FilePath? {
    openers.lazy.compactMap { Program.find(FileName(unchecked: Array($0.name.utf8))) }.first
  }

  /// - Parameters:
  ///   - searchPath: The folders to search; `nil` for `PATH`.
  ///   - patience: The time to wait for an error.
  init(searchPath: [UInt8]?, patience: Duration = .seconds(1)) {
    (self.searchPath, self.patience) = (searchPath, patience)
  }

  /// Browsers that can show a page in a window without their controls (`--app`).
  private static let windowBrowsers = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "brave-browser", "brave",
    "microsoft-edge",
    "vivaldi",
  ]

  /// Opens a file. Returns when the command succeeds, or after a second while it continues to run.
  ///
  /// - Parameters:
  ///   - path: The file, which may be relative to the current folder.
  ///   - inWindow: Whether to show a page in its own window, if a browser is installed that can do that.
  public func open(_ path: FilePath, inWindow: Bool = false) async throws(OpeningError) {
    let absolute: FilePath
    do throws(Errno) {
      absolute = try path.absolute()
      // For a missing file, some openers ask the user or start a browser.
      _ = try FileStatus(absolute)
    } catch {
      throw .unreadable(path, error)
    }
    if inWindow, await openWindow(absolute) { return }
    var failure = OpeningError.noOpener
    for (opener, arguments) in Self.openers {
      guard let program = Program.find(FileName(unchecked: Array(opener.utf8)), searchPath: searchPath) else {
        continue
      }
      // In a path that contains a newline, xdg-open may take a line such as `mailto:` for a URL of another application.
      let url = FileURL.bytes(absolute.fileSystemBytes)
      let launched = Program(program, arguments: arguments.map { Array($0.utf8) } + [url])
      let running: RunningProgram
      do throws(Errno) {
        running = try launched.start()
      } catch {
        failure = .notStarted(opener: opener, error)
        continue
      }
      guard let end = await running.end(within: patience), end != .exited(0) else { return }
      failure = .failed(path, opener: opener, end)
      // xdg-open exits with 3 if it lacks a tool that the next opener may not need.
      guard end == .exited(3) else { break }
    }
    throw failure
  }
}

extension DesktopOpener {
  /// Returns `false` if no browser has opened a window.
  private func openWindow(_ path: FilePath) async -> Bool {
    for name in Self.windowBrowsers {
      guard let browser = Program.find(FileName(unchecked: Array(name.utf8)), searchPath: searchPath) else {
        continue
      }
      let program = Program(browser, arguments: [Array("--app=\(FileURL.text(path.fileSystemBytes))".utf8)])
      guard let running = try? program.start() else { continue }
      let end = await running.end(within: patience)
      if end == nil || end == .exited(0) { return true }
    }
    return false
  }
}

public enum OpeningError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No supported opener is installed.
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
  /// Returns the result, or `nil` after a timeout. Reaps the child in any case.
  func end(within patience: Duration) async -> ProgramEnd? {
    let (ends, continuation) = AsyncStream.makeStream(of: ProgramEnd?.self)
    // Don't block the cooperative thread pool.
    WorkerThread.start { continuation.yield(self.wait()) }
    let time = DispatchTimeInterval.milliseconds(Int(patience / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + time) { continuation.yield(nil) }
    for await end in ends { return end }
    return nil
  }
}
