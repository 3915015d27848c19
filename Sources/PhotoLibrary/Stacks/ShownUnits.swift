/// Includes one asset of each shot, or of each burst, with a matching file: the cover if it matches, otherwise the first
/// matching member.
///
/// The stack of an included asset contains only the shots with a matching file.
struct ShownUnits: AssetFilter {
  /// The assets in the given order, in their narrowed stacks.
  private(set) var assets: [Asset]
  private let filter: (any AssetFilter)?
  /// The index in `best` of the first shot of each stack.
  private var starts: [ObjectIdentifier: Int] = [:]
  /// The index of the included member of each shot, or `none`.
  private var best: [Int32] = []

  private static let none: Int32 = -1

  init(of assets: [Asset], _ unit: ViewUnit, _ filter: (any AssetFilter)?) {
    (self.assets, self.filter) = (assets, filter)
    for asset in assets {
      if let stack = asset.stack, filter?.includes(asset) ?? true { choose(asset, in: stack) }
    }
    narrowBursts()
    if unit == .burst { chooseShots() }
  }

  func includes(_ asset: Asset) -> Bool {
    guard let stack = asset.stack else { return filter?.includes(asset) ?? true }
    return starts[ObjectIdentifier(stack)].map { best[$0 + asset.shotIndex] == asset.memberIndex } ?? false
  }

  private mutating func choose(_ asset: Asset, in stack: AssetStack) {
    let start =
      starts[ObjectIdentifier(stack)] ?? add(stack, Array(repeating: Self.none, count: stack.shotCount))
    let place = start + asset.shotIndex
    if best[place] == Self.none || stack.rank(of: asset.memberIndex) < stack.rank(of: best[place]) {
      best[place] = asset.memberIndex
    }
  }

  private mutating func add(_ stack: AssetStack, _ members: [Int32]) -> Int {
    starts[ObjectIdentifier(stack)] = best.count
    best += members
    return best.count - members.count
  }

  /// A burst with its matching shots, and the new index of each member; `nil` if all shots match.
  private typealias Narrowed = (stack: AssetStack, indices: [Int32?]?)

  /// Removes shots without a matching file from the bursts.
  private mutating func narrowBursts() {
    var narrowed: [ObjectIdentifier: Narrowed] = [:]
    for position in assets.indices {
      guard let stack = assets[position].stack, stack.shotCount > 1,
        let start = starts[ObjectIdentifier(stack)]
      else { continue }
      let part =
        narrowed[ObjectIdentifier(stack)] ?? narrow(stack, best[start..<start + stack.shotCount])
      narrowed[ObjectIdentifier(stack)] = part
      if let index = part.indices?[Int(assets[position].memberIndex)] {
        assets[position] = assets[position].in(part.stack, at: index)
      }
    }
  }

  private mutating func narrow(_ stack: AssetStack, _ members: ArraySlice<Int32>) -> Narrowed {
    guard members.contains(Self.none) else { return (stack, nil) }
    let shots = members.indices.filter { members[$0] != Self.none }
    let part = stack.narrowed(to: shots.map { $0 - members.startIndex })
    _ = add(part.stack, shots.compactMap { part.indices[Int(members[$0])] })
    return part
  }

  /// Includes one shot per burst.
  private mutating func chooseShots() {
    var first: [ObjectIdentifier: Int32] = [:]
    let included = assets.filter { $0.stack.map { $0.shotCount > 1 } ?? false && includes($0) }
    for asset in included {
      guard let stack = asset.stack else { continue }
      let known = first[ObjectIdentifier(stack)]
      if known.map({ stack.rank(of: asset.memberIndex) < stack.rank(of: $0) }) ?? true {
        first[ObjectIdentifier(stack)] = asset.memberIndex
      }
    }
    for asset in included {
      guard let stack = asset.stack, let start = starts[ObjectIdentifier(stack)],
        first[ObjectIdentifier(stack)] != asset.memberIndex
      else { continue }
      best[start + asset.shotIndex] = Self.none
    }
  }
}

extension AssetStack {
  /// Orders the members by how well they represent the stack: the cover precedes the others.
  fileprivate func rank(of index: Int32) -> Int32 { index == coverIndex ? -1 : index }
}
