/// Finds commands that would put a path into the text of a script, in which `$(…)` in a file name would run.
enum ScriptCheck {
  private typealias Words = ArraySlice<CommandWord>

  /// The programs that run the text after `-c` and the like, without the digits and dots at their ends.
  private static let shells: Set<String> = [
    "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "busybox", "su", "runuser",
    "eval",
  ]
  private static let languages: Set<String> = ["python", "perl", "ruby", "node", "nodejs", "lua", "php"]
  private static let awks: Set<String> = ["awk", "gawk", "mawk", "nawk"]
  /// The programs that run the program among their arguments.
  private static let wrappers: Set<String> = [
    "env", "sudo", "doas", "nice", "ionice", "nohup", "setsid", "stdbuf", "time", "timeout", "xargs",
    "busybox",
  ]
  /// The long options that a script follows.
  private static let scriptOptions: Set<String> = [
    "--eval", "--print", "--command", "--init-command", "--session-command", "--run",
  ]

  /// True if a path would be put into the text of a script.
  static func runsPaths(_ words: [CommandWord]) -> Bool {
    let isWrapped = words.first.flatMap(name).map(wrappers.contains) ?? false
    return words.indices.contains { index in
      guard let name = name(words[index]) else { return false }
      let rest = words[(index + 1)...]
      if shells.contains(name) || languages.contains(name), hasPathInScript(rest, of: name) { return true }
      // Elsewhere the name may be that of a folder, or of the program by which rsync copies.
      guard index == 0 || isWrapped && text(words[index - 1]) != "-e" else { return false }
      if name == "ssh" { return rest.contains { $0.parts.contains(.path) } }
      return awks.contains(name) && hasPathInAwk(rest)
    }
  }

  private static func hasPathInScript(_ words: Words, of program: String) -> Bool {
    var isScriptNext = false
    for word in words {
      let hasPath = word.parts.contains(.path)
      if isOption(word) {
        if hasPath { return true }
        // More options may stand before the script.
        isScriptNext = isScriptNext || isBeforeScript(text(word) ?? "", of: program)
      } else {
        if isScriptNext, hasPath { return true }
        isScriptNext = false
      }
    }
    return false
  }

  private static func isBeforeScript(_ option: String, of program: String) -> Bool {
    if option.hasPrefix("--") { return scriptOptions.contains(option) }
    guard let last = option.last else { return false }
    switch program {
    case _ where "ceE".contains(last): return true
    case "php": return "rRB".contains(last)
    case "node", "nodejs": return last == "p"
    default: return shells.contains(program) && option.contains("c")
    }
  }

  /// The program of awk is the first word that is no option or its value, unless an option gives it.
  private static func hasPathInAwk(_ words: Words) -> Bool {
    var (needsProgram, isCodeNext, isValueNext) = (true, false, false)
    for word in words {
      let hasPath = word.parts.contains(.path)
      if isCodeNext || isValueNext {
        if isCodeNext, hasPath { return true }
        (isCodeNext, isValueNext) = (false, false)
      } else if isOption(word) {
        if hasPath { return true }
        let option = text(word) ?? ""
        isCodeNext = ["-e", "--source"].contains(option)
        isValueNext = ["-F", "-v", "-f", "-E", "-i", "-l", "--file", "--assign"].contains(option)
        let isProgram = ["-e", "-f", "-E", "--source", "--file"].contains { option.hasPrefix($0) }
        needsProgram = needsProgram && !isProgram
      } else {
        if needsProgram, hasPath { return true }
        needsProgram = false
      }
    }
    return false
  }

  private static func isOption(_ word: CommandWord) -> Bool {
    guard case .text(let text)? = word.parts.first else { return false }
    return text.first == UInt8(ascii: "-")
  }

  /// The text of a word without a path.
  private static func text(_ word: CommandWord) -> String? {
    guard word.parts.count == 1, case .text(let text)? = word.parts.first else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// What a word is called as a program, without its folder and version.
  private static func name(_ word: CommandWord) -> String? {
    let name = text(word)?.split(separator: "/").last
    return name.map { String($0.prefix { !$0.isNumber && $0 != "." && $0 != "-" }) }
  }
}
