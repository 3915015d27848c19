import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks

package enum Judgement: Sendable, Hashable {
  case rating(Rating)
  /// A color label, removed if all photos already have it.
  case label(String)
  case keywords(added: [String], removed: [String])
}

package enum JudgedKind: String, Sendable, Hashable, CaseIterable {
  case unrated, rejected
  case oneStar = "★ or more", twoStars = "★★ or more", threeStars = "★★★ or more", fourStars = "★★★★ or more"
  case fiveStars = "★★★★★"

  private var leastStars: Int? {
    switch self {
    case .unrated, .rejected: nil
    case .oneStar: 1
    case .twoStars: 2
    case .threeStars: 3
    case .fourStars: 4
    case .fiveStars: 5
    }
  }

  package var isMinimum: Bool { leastStars != nil }

  package func matches(_ asset: Asset) -> Bool { matches(stars: asset.stars) }

  /// Matches a rating in stars; `nil` represents a rejected photo.
  func matches(stars: Int?) -> Bool {
    guard let leastStars else { return self == .rejected ? stars == nil : stars == 0 }
    return stars.map { $0 >= leastStars } ?? false
  }
}

extension PickerModel {
  /// The photos for the next action: all picks after `aimAtPicks`, otherwise the run, otherwise the photo at the
  /// cursor.
  package var targets: [Asset] {
    if aimsAtPicks { return picks.assets }
    guard let run else { return current.map { [$0] } ?? [] }
    // Runs may contain a photo in several groups.
    return run.compactMap { contents[$0] }.uniqued(by: PhotoKey.init)
  }

  /// A description of the targets, such as `3 picked photos`; `nil` for the photo at the cursor.
  package var targetName: String? {
    if aimsAtPicks { return picks.count == 1 ? "1 picked photo" : "\(picks.count) picked photos" }
    return run.map { $0.count == 1 ? "the run of 1 photo" : "the run of \($0.count) photos" }
  }

  /// Makes the cursor the target of the next action again.
  package mutating func aimAtCursor() { aimsAtPicks = false }

  /// Toggles between all picks and the cursor as the target of the next action.
  package mutating func aimAtPicks() {
    guard picks.count > 0 else {
      message = "Nothing is picked: Space picks."
      return
    }
    aimsAtPicks.toggle()
  }

  /// Returns the targets, and ends the run or the aim at the picks.
  package mutating func takeTargets() -> [Asset] {
    let targets = targets
    if targets.isEmpty { message = "There is no photo here." }
    runStart = nil
    aimsAtPicks = false
    return targets
  }

  /// Returns `false` with an explanation if photos can't be judged.
  package mutating func canJudge() -> Bool {
    if options.marks == nil {
      message = "Photos cannot be marked here."
    } else if targets.isEmpty {
      message = "There is no photo here."
    } else {
      return true
    }
    return false
  }

  /// Judges the targets, and advances the cursor after a single photo if `advances` is set. Asks first if a target is a
  /// collapsed burst.
  package mutating func judge(_ judgement: Judgement) -> [PickerEffect] {
    guard canJudge() else { return [] }
    let isSingle = targetName == nil
    let files = targets.flatMap { unit(of: $0, isPick: aimsAtPicks).markedFiles(of: $0) }
      .uniqued(by: PhotoKey.init)
    let (change, name) = judgement.change(of: files)
    let subject = self.subject(of: targets, arePicks: aimsAtPicks)
    let effects: [PickerEffect] = [.work(.mark(files, change, name, of: subject))]
    if let count = collapsedShotCount {
      question = PickerQuestion(
        text: judgement.question(about: count, change), verb: judgement.verb(change), effects: effects,
        advances: isSingle && advances)
      return []
    }
    _ = takeTargets()
    if isSingle, advances { moveCursor(to: cursor + 1) }
    return effects
  }

  package mutating func undo() -> [PickerEffect] { [.work(.undo)] }

  /// Filters by judgement; an empty set shows all photos.
  package mutating func show(_ judged: Set<JudgedKind>) -> [PickerEffect] {
    self.judged = judged
    countChoices()
    return [.makeContents]
  }

  /// Filters by label; an empty set shows all photos.
  package mutating func show(labels: Set<String>) -> [PickerEffect] {
    self.labels = labels
    countChoices()
    return [.makeContents]
  }

  /// Applies a job's result immediately; groups and order follow with the next view.
  mutating func take(_ change: PickerChange) -> [PickerEffect] {
    message = change.message
    let changed = change.assetsByKey
    contents = contents.replacing(changed)
    picks.refresh(changed.mapValues { .some($0) })
    picks.remove(change.goneKeys)
    let isRemade = change.changesPhotos || dependsOnMarks && !changed.isEmpty
    if let place = change.place { returnCursor(to: place, isRemade: isRemade) }
    return isRemade ? [.makeContents] : []
  }

  /// Moves the cursor to a photo in this view or the next.
  private mutating func returnCursor(to place: Asset, isRemade: Bool) {
    if isRemade { returnPlace = place }
    // The cursor may be on the same photo in another group.
    guard current.map(PhotoKey.init) != PhotoKey(place), let position = contents.position(of: place) else {
      return
    }
    leaveRun()
    moveCursor(to: position)
  }
}

extension Judgement {
  fileprivate func verb(_ change: MarkChange) -> String {
    switch self {
    case .rating(.rejected): "Reject"
    case .rating(.none): "Unrate"
    case .rating: "Rate"
    case .label: change.label == .removed ? "Remove" : "Label"
    case .keywords: "Change"
    }
  }

  /// Returns the question whether to judge several shots, such as `Reject 5 shots?`
  fileprivate func question(about count: Int, _ change: MarkChange) -> String {
    switch self {
    case .rating(.rejected): "Reject \(count) shots?"
    case .rating(.none): "Unrate \(count) shots?"
    case .rating(let rating): "Rate \(count) shots \(String(repeating: "★", count: rating.rawValue))?"
    case .label(let label) where change.label == .removed: "Remove the label \(label) from \(count) shots?"
    case .label(let label): "Label \(count) shots \(label)?"
    case .keywords: "Change the keywords of \(count) shots?"
    }
  }

  /// Returns the change to write and the name for messages.
  func change(of assets: [Asset]) -> (MarkChange, name: String) {
    switch self {
    case .rating(let rating):
      let name =
        rating == .rejected
        ? "Rejected" : rating == .none ? "Unrated" : String(repeating: "★", count: rating.rawValue)
      return (MarkChange(rating: rating), name)
    case .label(let label):
      let isOff = assets.allSatisfy { $0.label == label }
      return (MarkChange(label: isOff ? .removed : .set(label)), isOff ? "No label" : label)
    case .keywords(let added, let removed):
      let names = added + removed.map { "-\($0)" }
      return (
        MarkChange(addedKeywords: added, removedKeywords: removed),
        SafeText.escaping(names.joined(separator: ", "))
      )
    }
  }
}
