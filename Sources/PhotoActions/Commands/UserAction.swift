import PhotoFiles
import SystemPackage

public struct UserAction: Sendable, Hashable {
  /// The key binding: one printable character.
  public let key: Character
  public let name: String
  /// A Boolean value indicating whether the command uses the terminal, which suspends a picker.
  public let usesTerminal: Bool
  /// The program and arguments; at least one word.
  let words: [CommandWord]

  init(key: Character, name: String, command: [UInt8], home: [UInt8]?) throws(LineMistake) {
    (self.key, self.name) = (key, name)
    let mark = UInt8(ascii: "!")
    usesTerminal = command.first == mark
    var splitter = CommandSplitter(usesTerminal ? Array(command.dropFirst()) : command, home: home)
    let words = try splitter.words()
    guard let program = words.first, program != .text([]) else {
      throw LineMistake(reason: "the command is missing: write KEY NAME COMMAND")
    }
    guard program != .paths else {
      throw LineMistake(reason: "the command has to begin with a program, not with {}")
    }
    // Append the paths if the command has no placeholder.
    self.words = words.contains(.paths) ? words : words + [.paths]
  }
}

struct ActionRuns {
  private let words: [CommandWord]
  private var waiting: [ArraySlice<[UInt8]>]
  private let room: Int

  /// - Parameters:
  ///   - paths: Absolute paths, which can't be mistaken for options.
  ///   - room: The maximum size of the arguments, including a NUL and a pointer for each.
  init(_ action: UserAction, on paths: [[UInt8]], room: Int = Program.argumentRoom) {
    words = action.words
    self.room = room
    waiting = paths.isEmpty ? [] : [paths[...]]
  }

  /// Returns the words of the next run and the paths it contains.
  mutating func next() -> (words: [[UInt8]], paths: ArraySlice<[UInt8]>)? {
    guard let paths = waiting.popLast() else { return nil }
    let count = fitting(paths)
    let (now, later) = (paths.prefix(count), paths.dropFirst(count))
    if !later.isEmpty { waiting.append(later) }
    return (arguments(now), now)
  }

  /// Splits a run whose arguments exceed the system's limit.
  ///
  /// - Returns: False for a single path.
  mutating func divide(_ paths: ArraySlice<[UInt8]>) -> Bool {
    guard paths.count > 1 else { return false }
    waiting.append(paths.dropFirst(paths.count / 2))
    waiting.append(paths.prefix(paths.count / 2))
    return true
  }

  private func arguments(_ paths: ArraySlice<[UInt8]>) -> [[UInt8]] {
    words.flatMap { word in
      switch word {
      case .text(let text): [text]
      case .paths: Array(paths)
      }
    }
  }

  /// Returns the number of paths for the next run, at least one.
  private func fitting(_ paths: ArraySlice<[UInt8]>) -> Int {
    func cost(_ count: Int) -> Int { count + 1 + MemoryLayout<UnsafeRawPointer>.size }
    var (places, used, count) = (0, 0, 0)
    for word in words {
      switch word {
      case .text(let text): used += cost(text.count)
      case .paths: places += 1
      }
    }
    for path in paths {
      used += places * cost(path.count)
      guard used <= room || count == 0 else { break }
      count += 1
    }
    return count
  }
}
