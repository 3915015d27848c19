import PhotoFiles

/// Finds the duplicates among the assets of a query. `PhotoDuplicates` provides one:
///
///     var query = AssetQuery()
///     query.grouping = .duplicate
///     query.duplicateSearch = DuplicateIndex(cache: .ofUser).search
///     let groups = try await query.groups(of: library)
public struct DuplicateSearch: Sendable {
  public typealias Find =
    @Sendable (
      _ assets: [Asset], _ onProgress: @escaping @Sendable (_ progress: String) -> Void
    ) async throws -> [DuplicateGroup]

  private let find: Find
  /// Called on any thread with a line about the progress, such as `Comparing pictures… 100 of 2000`.
  public var onProgress: @Sendable (String) -> Void = { _ in }

  public init(_ find: @escaping Find) { self.find = find }

  /// - Throws: `CancellationError` if the task is cancelled.
  func groups(among assets: [Asset]) async throws -> [DuplicateGroup] { try await find(assets, onProgress) }
}

extension AssetQuery {
  /// Whether the query depends on duplicates.
  package var needsDuplicates: Bool {
    findsDuplicates || grouping == .duplicate || condition?.needsDuplicates == true
  }

  /// Returns the assets, each with its group of duplicates. If only the groups of the view depend on duplicates, they are
  /// found among the matching assets, so that the view shows complete groups. A condition such as
  /// `is:duplicate name:copy` tests for duplicates among all assets.
  func withDuplicates(_ assets: [Asset]) async throws -> [Asset] {
    let isCondition = findsDuplicates || condition?.needsDuplicates == true
    let searched = isCondition ? assets : filter.map { filter in assets.filter(filter.includes) } ?? assets
    var groups: [Asset: DuplicateGroup] = [:]
    for group in try await duplicateSearch?.groups(among: searched) ?? [] {
      // A photo with copies, versions and edits is a member of its copies, which refer to the others.
      for asset in group.assets where groups[asset] == nil { groups[asset] = group }
    }
    return assets.map { $0.in(duplicates: groups[$0]) }
  }
}

extension AssetCondition {
  /// Whether the condition tests whether photos are duplicates.
  package var needsDuplicates: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.needsDuplicates)
    case .not(let condition): condition.needsDuplicates
    case .trait(let trait): trait == .duplicate
    case .test, .words, .near: false
    }
  }
}
