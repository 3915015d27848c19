import PhotoFiles
import SystemPackage

/// Questions on the terminal that are answered with yes or no.
enum Confirmation {
  private static let answerLimit = 1024

  /// Fails unless a terminal displays the question and can answer it.
  ///
  /// - Parameter option: The option that asks.
  /// - Throws: `CommandFailure`.
  static func check(for option: String) throws(CommandFailure) {
    guard isatty(STDERR_FILENO) == 1, (try? terminal()) != nil else {
      throw CommandFailure(.usage, "\(option) asks on the terminal, and there is none; --yes doesn't ask")
    }
  }

  /// Asks on stderr and reads a line from the terminal, since stdin may be a list. Any answer but yes is no.
  ///
  /// - Throws: `CommandFailure` without a terminal.
  static func ask(_ question: String) throws(CommandFailure) -> Bool {
    Diagnostics.write("\(question) [y/N] ")
    do throws(Errno) {
      let file = try terminal()
      var answer: [UInt8] = []
      try withErrno {
        while answer.count < answerLimit, answer.last != UInt8(ascii: "\n") {
          var byte: UInt8 = 0
          guard try withUnsafeMutableBytes(of: &byte, { try file.descriptor.read(into: $0) }) == 1 else {
            break
          }
          answer.append(byte)
        }
      }
      let word = String(decoding: answer.dropLast(), as: UTF8.self).lowercased()
      return word == "y" || word == "yes"
    } catch {
      throw CommandFailure(.problems, "the terminal cannot be read: \(error)")
    }
  }

  private static func terminal() throws(Errno) -> OpenFile { try OpenFile("/dev/tty", waits: true) }
}
