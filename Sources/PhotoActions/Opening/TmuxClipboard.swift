import PhotoFiles
import SystemPackage

/// Puts text into a buffer of the tmux in which this process runs, and into the clipboard of the terminal outside.
///
/// tmux lets programs write the clipboard themselves only if its user has set that; what it copies for its own command
/// always goes through (tmux(1), set-buffer -w, since version 3.2).
public enum TmuxClipboard {
  /// The most bytes that are copied: what tmux takes with a command.
  public static let byteLimit = 12_000

  /// Copies bytes.
  ///
  /// - Returns: false if this process runs outside of tmux, there are too many bytes, or tmux does not know how
  ///   or takes longer than a second.
  public static func copy(_ bytes: [UInt8]) async -> Bool {
    guard getenv("TMUX") != nil else { return false }
    return await copy(bytes, searchPath: nil)
  }

  static func copy(_ bytes: [UInt8], searchPath: [UInt8]?, patience: Duration = .seconds(1)) async -> Bool {
    guard bytes.count <= byteLimit, !bytes.contains(0),
      let path = Program.find(FileName(unchecked: Array("tmux".utf8)), searchPath: searchPath)
    else { return false }
    let arguments = ["set-buffer", "-w", "--"].map { Array($0.utf8) } + [bytes]
    guard let running = try? Program(path, arguments: arguments).start() else { return false }
    guard let end = await running.end(within: patience) else {
      running.signal(SIGKILL)
      return false
    }
    return end == .exited(0)
  }
}
