import PhotoFiles
import SystemPackage

/// A command of the user's own for photos, with its key and name.
public struct UserAction: Sendable, Hashable {
  /// The key that runs it: one printable character.
  public let key: Character
  public let name: String
  /// True if the command needs the terminal, so that a picker leaves it meanwhile.
  public let usesTerminal: Bool
  /// The program and its arguments; at least one word.
  let words: [CommandWord]

  /// An action by the fields of its line.
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
    // A command that has no place for the paths gets them at its end.
    self.words = words.contains(.paths) ? words : words + [.paths]
  }
}

/// The lines of arguments with which an action runs on paths.
struct ActionRuns {
  private let words: [CommandWord]
  private var waiting: [ArraySlice<[UInt8]>]
  private let room: Int

  /// - Parameters:
  ///   - paths: absolute paths, so that none can be taken for an option.
  ///   - room: how many bytes the arguments of a run may take, each with its NUL and a pointer.
  init(_ action: UserAction, on paths: [[UInt8]], room: Int = Program.argumentRoom) {
    words = action.words
    self.room = room
    waiting = paths.isEmpty ? [] : [paths[...]]
  }

  /// The program and the arguments of the next run, and how many paths are in it; `nil` after the last one.
  mutating func next() -> (words: [[UInt8]], paths: ArraySlice<[UInt8]>)? {
    guard let paths = waiting.popLast() else { return nil }
    let count = fitting(paths)
    let (now, later) = (paths.prefix(count), paths.dropFirst(count))
    if !later.isEmpty { waiting.append(later) }
    return (arguments(now), now)
  }

  /// Divides a run that the system found too long.
  ///
  /// - Returns: false if it has one path alone.
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

  /// How many of the paths fit into a run: one at least.
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
