import PhotoFiles
import PhotoLibrary
import PhotoMarks

extension PickerModel {
  /// Collapses bursts to one photo each, or expands them.
  package mutating func toggleBursts() -> [PickerEffect] {
    if openedBurst != nil { return closeBurst() }
    query.stacks = query.stacks == .bursts ? .shots : .bursts
    message = query.stacks == .bursts ? "Each burst is one photo." : "All shots of bursts are shown."
    return [.makeContents]
  }

  /// The collapsed burst at the cursor.
  package var currentBurst: AssetStack? {
    guard query.unit == .burst, let stack = current?.stack, stack.shotCount > 1 else { return nil }
    return stack
  }

  /// The files that an action on the targets touches.
  package var targetFiles: [Asset] { files(of: targets) }

  func files(of photos: [Asset]) -> [Asset] {
    photos.flatMap(query.unit.files).uniqued(by: PhotoKey.init)
  }

  /// Displays the shots of the burst at the cursor that match the filter.
  package mutating func openBurst() -> [PickerEffect] {
    guard let stack = currentBurst else { return [] }
    openedBurst = (stack, query)
    let members = Set(stack.members.map { PhotoKey($0.asset) })
    query.stacks = .shots
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
    guard let asset = current, let stack = asset.stack, let covers = options.covers else {
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

  /// Rejects the other shots of the burst that are in the view. No file of the shot at the cursor is rejected; a rejected shot
  /// becomes unrated.
  package mutating func rejectRest() -> [PickerEffect] {
    guard canJudge(), let asset = current else { return [] }
    guard let stack = asset.stack, stack.unfiltered.shotCount > 1 else {
      message = "This photo is in no burst."
      return []
    }
    let others = stack.members.filter { $0.shot != asset.shotIndex && $0.role != .video }
    var rest = others.map(\.asset)
    if query.unit == .file {
      let shown = Set(contents.groups.lazy.flatMap(\.assets).map(PhotoKey.init))
      rest.removeAll { !shown.contains(PhotoKey($0)) }
    }
    guard !rest.isEmpty else {
      message = "The view contains no other shot of this burst."
      return []
    }
    let count = Set(others.map(\.shot)).count
    let subject = count == 1 ? SafeText.escaping(rest[0].name.text) : "\(count) photos"
    let restored: [PickerEffect] =
      asset.isRejected
      ? [
        .work(
          .mark(
            ViewUnit.shot.markedFiles(of: asset), MarkChange(rating: Rating.none), "Unrated",
            of: SafeText.escaping(asset.name.text)))
      ] : []
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
