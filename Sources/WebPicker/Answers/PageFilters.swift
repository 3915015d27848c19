import PhotoFiles
import PhotoLibrary
import PhotoPicker

/// The checklist of filters with the number of photos for each.
struct PageFilters: Encodable {
  struct Choice: Encodable {
    let name: String
    let title: String
    let count: Int
    let state: Int
  }

  let kinds: [Choice]
  let judged: [Choice]
  let labels: [Choice]

  /// Counts the photos of the unfiltered view, in tens of milliseconds for 100,000 photos. Omits choices that have no
  /// photos unless they are selected.
  init(_ notice: PageBoard.Notice) async throws {
    let model = notice.model
    let maker = notice.library.map { PickerViewMaker($0, options: model.options) }
    let counts = try await maker?.counts(model.unfilteredQuery, album: model.album) ?? FilterCounts()
    let filter = model.query.kinds
    let chosen = Set(Self.chosenJudgements(of: model).map(\.name))
    let names = Set(counts.labels.keys).union(model.labels)
      .sorted { (counts.labels[$1] ?? 0, $0) < (counts.labels[$0] ?? 0, $1) }
    kinds = Self.offered(
      AssetKind.allCases.map { kind in
        Choice(
          name: kind.rawValue, title: Self.title(kind.words), count: counts.kinds[kind] ?? 0,
          state: filter.included.contains(kind) ? 1 : filter.excluded.contains(kind) ? -1 : 0)
      })
    judged = Self.offered(
      PageJudgement.all.map { judgement in
        Choice(
          name: judgement.name, title: judgement.title,
          // Each star rating includes the higher ones.
          count: judgement.kinds.compactMap { counts.judged[$0] }.max() ?? 0,
          state: chosen.contains(judgement.name) ? 1 : 0)
      })
    labels = Self.offered(
      names.map { label in
        Choice(
          name: label, title: SafeText.escaping(label), count: counts.labels[label] ?? 0,
          state: model.labels.contains(label) ? 1 : 0)
      })
  }

  private static func offered(_ choices: [Choice]) -> [Choice] {
    choices.filter { $0.count > 0 || $0.state != 0 }
  }

  /// The selected ratings; of several star ratings, the lowest.
  private static func chosenJudgements(of model: PickerModel) -> [PageJudgement] {
    var left = model.judged
    return PageJudgement.all.filter { judgement in
      guard judgement.kinds.isSubset(of: left) else { return false }
      left.subtract(judgement.kinds)
      return true
    }
  }

  /// Returns a description of the selected filters, such as "JPEG, not videos, ★★★ or more, Red".
  static func text(of model: PickerModel) -> String {
    let kinds = model.query.kinds
    let included = AssetKind.allCases.filter(kinds.included.contains).map(\.words)
    let excluded = AssetKind.allCases.filter(kinds.excluded.contains).map { "not \($0.words)" }
    let labels = model.labels.sorted().map(SafeText.escaping)
    return (included + excluded + chosenJudgements(of: model).map(\.title) + labels).joined(separator: ", ")
  }

  static func title(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}
