import PhotoFiles
import PhotoLibrary
import PhotoMarks

extension PickerModel {
  /// Switches between one photo for each stack and all photos.
  package mutating func toggleStacks() -> [PickerEffect] {
    if openedStack != nil { return closeStack() }
    query.stacks = query.stacks == .covers ? .found : .covers
    message = query.stacks == .covers ? "Stacks are shown as one photo." : "All photos of stacks are shown."
    return [.makeContents]
  }

  /// The stack that the photo at the cursor represents.
  package var currentStack: AssetStack? { query.showsCovers ? current?.stack : nil }

  /// The files of the targets: all members of a stack if the view shows one photo of each.
  package var targetFiles: [Asset] { files(of: targets) }

  func files(of assets: [Asset]) -> [Asset] {
    guard query.showsCovers else { return assets }
    return assets.flatMap { $0.stack?.members.map(\.asset) ?? [$0] }.uniqued(by: PhotoKey.init)
  }

  /// Displays the members of the stack at the cursor.
  package mutating func openStack() -> [PickerEffect] {
    guard let stack = currentStack else { return [] }
    openedStack = (stack, query)
    let members = Set(stack.members.map { PhotoKey($0.asset) })
    query.stacks = .found
    query.grouping = .all
    (query.sorting, query.direction) = (.date, .ascending)
    query.kinds = KindFilter()
    (query.condition, query.predicate) = (nil, PredicateFilter { members.contains(PhotoKey($0)) })
    runStart = nil
    return [.makeContents]
  }

  /// Returns to the view that contains the opened stack.
  package mutating func closeStack() -> [PickerEffect] {
    guard let (stack, outer) = openedStack else { return [] }
    query = outer
    openedStack = nil
    runStart = nil
    returnPlace = current?.stack?.cover ?? stack.cover
    return [.makeContents]
  }

  /// Makes the photo at the cursor the cover of its stack.
  package mutating func makeCover() -> [PickerEffect] {
    guard let asset = current, let stack = asset.stack, let covers = options.covers else {
      message = "This photo is in no stack."
      return []
    }
    do {
      try covers.choose(asset, in: stack)
      message = "\(SafeText.escaping(asset.name.text)) is the cover of its stack."
    } catch {
      message = "The cover could not be saved: \(SafeText.escaping("\(error)"))"
    }
    query.stackFinder = covers.finder
    openedStack?.outer.stackFinder = covers.finder
    return [.makeContents]
  }

  /// Rejects the other shots of the stack. The files of the photo at the cursor keep their marks; a rejected one becomes
  /// unrated.
  package mutating func rejectRest() -> [PickerEffect] {
    guard canJudge(), let asset = current else { return [] }
    guard let stack = asset.stack else {
      message = "This photo is in no stack."
      return []
    }
    let kept = Set(stack.samePicture(as: asset).map(PhotoKey.init))
    let rest = stack.members.filter { $0.role != .video && !kept.contains(PhotoKey($0.asset)) }.map(\.asset)
    guard !rest.isEmpty else {
      message = "The stack has no other shots."
      return []
    }
    let name = "Rejected the rest of the stack"
    let restored: [PickerEffect] =
      asset.isRejected ? [.work(.mark([asset.in(stack)], MarkChange(rating: Rating.none), "No stars"))] : []
    return restored + [.work(.mark(rest, MarkChange(rating: .rejected), name))]
  }
}
