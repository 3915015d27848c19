import ArgumentParser
import PhotoImaging

/// The option that restricts the memory of all concurrent pictures.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Memory that pictures under work share, \(MemorySize.text(MemorySize.least)) or more, such as 512M or 2G (default: \
      1/\(MemoryBudget.machineParts) of the machine's, at most \(MemorySize.text(MemoryBudget.machineLimit))).
      """,
      valueName: "size"),
    transform: MemorySize.read)
  var memory: MemorySize?

  func apply() {
    if let memory { MemoryBudget.machine.resize(to: memory.bytes) }
  }
}

protocol PictureMaking {
  var memory: MemoryOptions { get }
}

/// An amount of memory: `512M`, `2G`, or a number of bytes.
struct MemorySize: DescribedOptionValue, Equatable {
  /// The size in bytes, at least 16 MiB.
  let bytes: UInt64

  static let least: UInt64 = 16 << 20
  static let form = "512M or 2G, or a number of bytes, at least \(text(least))"
  private static let units: [String: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]

  /// Parses a whole number of at least 16M with the unit K, M, G or T.
  init?(argument: String) {
    let unit = argument.last.flatMap { Self.units[$0.uppercased()] }
    guard let number = UInt64(unit == nil ? argument[...] : argument.dropLast()) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow, bytes >= Self.least else { return nil }
    self.bytes = bytes
  }

  /// Formats a size in the largest unit that divides it: `16M`.
  static func text(_ bytes: UInt64) -> String {
    let unit = units.filter { bytes >= $0.value && bytes.isMultiple(of: $0.value) }
      .max { $0.value < $1.value }
    return unit.map { "\(bytes / $0.value)\($0.key)" } ?? "\(bytes)"
  }
}
