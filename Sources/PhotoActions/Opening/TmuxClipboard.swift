import PhotoFiles
import SystemPackage

/// Copies text to a tmux buffer and to the clipboard of the outer terminal.
///
/// By default, tmux ignores clipboard escape sequences of applications, but the set-buffer command always reaches the
/// terminal (tmux(1), set-buffer -w, since version 3.2).
public enum TmuxClipboard {
  /// The maximum number of bytes, limited by tmux's command line.
  public static let byteLimit = 12_000

  /// Copies bytes to the clipboard.
  ///
  /// - Returns: False outside tmux, for too many bytes, if tmux doesn't support the command, or after a timeout of a
  ///   second.
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
