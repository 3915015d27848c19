import ArgumentParser
import PhotoLibrary
import PhotoPicker
import Terminal

struct Stats: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count photos by camera, month, keyword or any other field.",
    discussion: """
      Shows a bar for each value, with the number of photos, their share and the size of their files. Two keys \
      result in a table, and --by day in a calendar. Keys are the keys of --group, but hour is the hour of any day.

      Dates and numbers are sorted by value, other groups by number of photos; --sort count, size or name, \
      --ascending and --descending override that. A photo counts once for each of its keywords or people.

      Examples:
        photopick stats ~/Pictures
        photopick stats --by camera
        photopick stats --by focalLength --where 'lens:~"^RF"'
        photopick stats --by keywords --top 20
        photopick stats --by camera,year
        photopick stats --by weekday --by hour
        photopick stats --by day --since 2024
        photopick stats --by country --format '{count:6} {title}'
        photopick stats --by year --json
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions

  @Option(
    help: ArgumentHelp(
      "What photos are counted by: \(ViewKey.groupings), or a field such as lens, iso or keywords. Two keys, given "
        + "twice or with a comma, make a table. Without this option it is year.", valueName: "key"),
    completion: Completions.groupings, transform: ViewKey.counting)
  var by: [[AssetQuery.Grouping]] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show only the n largest groups, and the rest as \"others\".", valueName: "n"),
    transform: NumberArgument.whole)
  var top: Int?

  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Output Options") var output: ListOutputOptions<StatisticsRecord>

  private var groupings: [AssetQuery.Grouping] { by.isEmpty ? [.year] : by.flatMap(\.self) }

  func validate() throws {
    guard groupings.count <= 2 else {
      throw ValidationError("--by takes one key or two: --by camera, or --by camera,year.")
    }
    if let top, top < 1 { throw ValidationError("--top takes a number from 1 on, not \(top).") }
    guard output.format != nil || !output.flags.contains(where: { $0.form == .print0 }) else {
      throw ValidationError("A group of photos has no path; --print0 goes with --format.")
    }
    _ = try order
  }

  private var order: AssetStatistics.Order {
    get throws {
      switch view.sort {
      case nil: return .usual
      case .count: return .count
      case .photos(.size): return .fileSize
      case .photos(.name): return .value
      case .photos(let sorting):
        throw ValidationError(
          "--sort \(sorting.rawValue) orders photos; statistics are ordered by count, size or name.")
      }
    }
  }

  func run() async throws {
    let roots = try await paths.roots(view)
    var query = view.albumQuery
    // Apply --limit and --offset in the order of `browse`.
    query.grouping = view.group ?? .month
    if case .photos(let sorting) = view.sort { query.sorting = sorting }
    (query.direction, query.offset, query.limit) = (view.direction, view.offset ?? 0, view.limit)
    let groupings = groupings
    query.findsDuplicates = groupings.contains(.duplicate)
    if query.stacks == .ignored, groupings.contains(where: \.needsStacks) { query.stacks = .found }
    var loaded = try await LibraryLoading.load(roots, view, query, by: groupings) { query, catalog in
      try await query.statistics(of: catalog, by: groupings)
    } _: {
      try await $0.statistics(of: $1, by: groupings)
    }
    var statistics = loaded.value
    if let top { statistics = statistics.top(top) }
    statistics = statistics.ordered(by: try order, view.direction)
    try output.write(StatisticsRecord.all(of: statistics)) { destination in
      let style = TerminalStyle.standardOutput(isTerminal: destination.isTerminal)
      let text = StatisticsText(statistics, style)
      try destination.writeText(text.lines) { line, text in
        text.append(line)
        text.end()
      }
      if statistics.groups.isEmpty { Diagnostics.error("no photos found") }
    }
    loaded.end()
  }
}
