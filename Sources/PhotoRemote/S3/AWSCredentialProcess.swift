import PhotoFiles
import SystemPackage

/// The program of `credential_process`, which prints credentials ("Process credential provider").
struct AWSCredentialProcess {
  private static let outputLimit = 64 * 1024

  private let command: String

  init(_ command: String) { self.command = command }

  func run() throws(RemoteError) -> AWSCredentials {
    let words = Self.words(command)
    guard let first = words.first, let path = Self.path(first) else {
      throw RemoteError(.permissionDenied, "the program of credential_process does not exist")
    }
    let output: (bytes: [UInt8], end: ProgramEnd)
    do throws(Errno) {
      let program = Program(path, arguments: words.dropFirst().map { Array($0.utf8) })
      output = try program.output(limit: Self.outputLimit)
    } catch {
      throw RemoteError(.permissionDenied, "credential_process failed: \(error)")
    }
    guard output.end == .exited(0) else {
      throw RemoteError(.permissionDenied, "credential_process failed: \(output.end)")
    }
    return try AWSCredentialDocument.credentials(output.bytes, from: "credential_process")
  }

  private static func path(_ word: String) -> FilePath? {
    if word.contains("/") { return FilePath(word).isAbsolute ? FilePath(word) : nil }
    return FileName(bytes: Array(word.utf8)).flatMap { Program.find($0) }
  }

  /// Splits a command as a shell does: spaces, quotation marks and backslashes, nothing else.
  static func words(_ command: String) -> [String] {
    var (words, word) = ([String](), String?.none)
    var quote: Character?
    var isEscaped = false
    for character in command {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
