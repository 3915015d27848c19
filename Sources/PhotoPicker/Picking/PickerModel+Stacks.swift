import PhotoFiles
import PhotoLibrary
import PhotoMarks

extension PickerModel {
  /// What the view contains while bursts are expanded.
  private var expanded: AssetQuery.Stacks { options.query.stacks == .bursts ? .shots : options.query.stacks }

  /// Collapses bursts to one photo each, or expands them.
  package mutating func toggleBursts() -> [PickerEffect] {
    if openedBurst != nil { return closeBurst() }
    query.stacks = query.stacks == .bursts ? expanded : .bursts
    message = query.stacks == .bursts ? "Bursts are collapsed." : "Bursts are expanded."
    return [.makeContents]
  }

  /// The collapsed burst at the cursor.
  package var currentBurst: AssetStack? {
    guard contents.unit == .burst, let stack = current?.stack, stack.shotCount > 1 else { return nil }
    return stack
  }

  /// The unit that a photo represented when it was picked. A pick of a draft is a shot.
  func unit(ofPick asset: Asset) -> ViewUnit {
    picks.unit(of: asset) ?? (contents.unit == .file ? .file : .shot)
  }

  /// The unit that a photo represents, by the view on display, not the one that was requested last.
  func unit(of photo: Asset, isPick: Bool) -> ViewUnit { isPick ? unit(ofPick: photo) : contents.unit }

  /// The files that an action on the targets touches.
  package var targetFiles: [Asset] { files(of: targets, arePicks: aimsAtPicks) }

  func files(of photos: [Asset], arePicks: Bool) -> [Asset] {
    photos.flatMap { unit(of: $0, isPick: arePicks).files(of: $0) }.uniqued(by: PhotoKey.init)
  }

  /// Opens the burst at the cursor. The new view contains the shots that match the filter.
  package mutating func openBurst() -> [PickerEffect] {
    guard let stack = currentBurst else { return [] }
    openedBurst = (stack, query)
    let members = Set(stack.members.map { PhotoKey($0.asset) })
    query.stacks = expanded
    query.grouping = .all
    (query.sorting, query.direction) = (.date, .ascending)
    query.kinds = KindFilter()
    (query.condition, query.predicate) = (nil, PredicateFilter { members.contains(PhotoKey($0)) })
    runStart = nil
    return [.makeContents]
  }

  /// Returns to the view that contains the opened burst.
  package mutating func closeBurst() -> [PickerEffect] {
    guard let (stack, outer) = openedBurst else { return [] }
    query = outer
    openedBurst = nil
    runStart = nil
    returnPlace = current?.stack?.cover ?? stack.cover
    return [.makeContents]
  }

  /// Makes the photo at the cursor the cover of its burst.
  package mutating func makeCover() -> [PickerEffect] {
    guard let asset = current, let stack = asset.stack, stack.unfiltered.shotCount > 1,
      let covers = options.covers
    else {
      message = "This photo is in no burst."
      return []
    }
    do {
      try covers.choose(asset, in: stack)
      message = "\(SafeText.escaping(asset.name.text)) is the cover."
    } catch {
      message = "The cover could not be saved: \(SafeText.escaping("\(error)"))"
    }
    query.stackFinder = covers.finder
    openedBurst?.outer.stackFinder = covers.finder
    return [.makeContents]
  }

  /// Rejects the rest of the burst, as far as it is in the view, but no file of the photo at the cursor, which becomes
  /// unrated if it was rejected.
  mutating func rejectRest() -> [PickerEffect] {
    guard canJudge(), let asset = current else { return [] }
    guard let stack = asset.stack, stack.unfiltered.shotCount > 1 else {
      message = "This photo is in no burst."
      return []
    }
    let unit = contents.unit
    let shown =
      currentBurst != nil
      ? unit.markedFiles(of: asset)
      : contents.groups.flatMap(\.assets).filter { $0.stack === stack }.flatMap(unit.markedFiles)
    let rest = shown.filter { $0.shotIndex != asset.shotIndex && $0.role != .video }
      .uniqued(by: PhotoKey.init)
    guard !rest.isEmpty else {
      message = "The view contains no other shot of this burst."
      return []
    }
    let count = Set(rest.map(\.shotIndex)).count
    let subject = count == 1 ? SafeText.escaping(rest[0].name.text) : "\(count) photos"
    let kept = unit == .file ? [asset] : ViewUnit.shot.markedFiles(of: asset)
    let name = SafeText.escaping(asset.name.text)
    let restored: [PickerEffect] =
      asset.isRejected ? [.work(.mark(kept, MarkChange(rating: Rating.none), "Unrated", of: name))] : []
    let effects =
      restored + [
        .work(.mark(rest, MarkChange(rating: .rejected), "Rejected the rest of the burst", of: subject))
      ]
    guard currentBurst != nil else { return effects }
    question = PickerQuestion(
      text: count == 1 ? "Reject 1 shot?" : "Reject \(count) shots?", verb: "Reject", effects: effects)
    return []
  }
}
