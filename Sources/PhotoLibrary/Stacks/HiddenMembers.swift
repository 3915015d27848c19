/// Excludes all members of a stack but one: the first that passes a filter, preferably the cover.
struct HiddenMembers: AssetFilter {
  private let shown: [ObjectIdentifier: Asset]

  init(of assets: [Asset], _ filter: (any AssetFilter)?) {
    var shown: [ObjectIdentifier: (rank: Int, asset: Asset)] = [:]
    for asset in assets {
      guard let stack = asset.stack, filter?.includes(asset) ?? true else { continue }
      let rank = stack.rank(of: asset)
      if let known = shown[ObjectIdentifier(stack)], known.rank <= rank { continue }
      shown[ObjectIdentifier(stack)] = (rank, asset)
    }
    self.shown = shown.mapValues(\.asset)
  }

  func includes(_ asset: Asset) -> Bool {
    guard let stack = asset.stack else { return true }
    return shown[ObjectIdentifier(stack)] == asset
  }
}

extension AssetStack {
  /// The place of a member among those that views may show: the cover has the lowest, 0.
  fileprivate func rank(of asset: Asset) -> Int {
    guard let index = members.firstIndex(where: { $0.asset.name == asset.name }) else { return members.count }
    return index == coverIndex ? 0 : index + 1
  }
}
