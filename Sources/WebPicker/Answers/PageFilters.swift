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

  /// A chip.
  struct Chip: Encodable {
    /// The property of the answer that lists the choice.
    let part: String
    let name: String
    let title: String
  }

  let kinds: [Choice]
  let judged: [Choice]
  let labels: [Choice]
  let bar: [Chip]

  /// Lists the choices that occur or are selected.
  init(_ notice: PageBoard.Notice) async throws {
    let model = notice.model
    var counts = model.counts
    if !counts.isKnown, let library = notice.library {
      // The first count may not be ready.
      counts = try await PickerViewMaker(library, options: model.options).counts(
        model.unfilteredQuery, album: model.album)
      counts.count(with: model.filterState)
    }
    func choice(_ item: FilterItem, _ name: String, _ title: String) -> Choice? {
      let (state, count) = (model.filterState, item.count(in: counts) ?? 0)
      guard item.occurs(in: counts) || item.mark(in: state) != " " else { return nil }
      return Choice(
        name: name, title: title, count: count,
        state: item.isIncluded(in: state) ? 1 : item.isExcluded(in: state) ? -1 : 0)
    }
    kinds = AssetKind.allCases.compactMap { choice(.kind($0), $0.rawValue, Self.title($0.words)) }
    judged = PageJudgement.all.compactMap { choice(.judged($0.kind), $0.name, $0.title) }
    labels = Set(counts.labels.keys).union(model.labels)
      .sorted { (counts.labels[$1] ?? 0, $0) < (counts.labels[$0] ?? 0, $1) }
      .compactMap { choice(.label($0), $0, SafeText.escaping($0)) }
    bar = model.barItems.map(Chip.init)
  }

  /// Returns a description of the selected filters, such as "JPEG, not videos, ★★★ or more, Red".
  static func text(of model: PickerModel) -> String {
    let kinds = model.query.kinds
    let included = AssetKind.allCases.filter(kinds.included.contains).map(\.words)
    let excluded = AssetKind.allCases.filter(kinds.excluded.contains).map { "not \($0.words)" }
    let judged = PageJudgement.all.filter { model.judged.contains($0.kind) }.map(\.title)
    let labels = model.labels.sorted().map(SafeText.escaping)
    return (included + excluded + judged + labels).joined(separator: ", ")
  }

  static func title(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}

extension PageFilters.Chip {
  fileprivate init(_ item: FilterItem) {
    switch item {
    case .kind(let kind): self.init(part: "kinds", name: kind.rawValue, title: PageFilters.title(kind.words))
    case .label(let label): self.init(part: "labels", name: label, title: SafeText.escaping(label))
    case .judged(let kind):
      let judgement = PageJudgement.all.first { $0.kind == kind }
      let title = judgement?.title.replacing(" or more", with: "+") ?? ""
      self.init(part: "judged", name: judgement?.name ?? "", title: title)
    }
  }
}
