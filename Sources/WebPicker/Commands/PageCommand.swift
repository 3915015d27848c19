import PhotoFormats
import PhotoLibrary
import PhotoPicker

enum PageCommand: Sendable {
  /// A photo by number, with the expected position if the page knows it.
  struct Reference: Sendable, Hashable {
    var number: Int
    var position: Int?
  }

  case toggle(Reference)
  case range(Reference, Reference)
  case beginDrag(Reference)
  case moveDrag(Reference)
  case endDrag
  /// All photos of the section with a key.
  case section(String)
  case all
  /// A photo; `nil` means all picks.
  case judge(Reference?, Judgement)
  /// Sets the crop of a photo, in pixels with orientation applied.
  case crop(Reference, x: Int, y: Int, width: Int, height: Int)
  case undo
  case toggleBursts, closeBurst
  case openBurst(Reference), makeCover(Reference)
  /// Keeps a photo, or the best of its duplicates: rejects the rest of its burst, or asks whether to move its duplicates to the
  /// trash.
  case keep(Reference, best: Bool)
  /// Asks whether to move a photo to the trash; `nil` means all picks.
  case trash(Reference?)
  /// Confirms the last question, or declines it.
  case answer(Bool)
  case group(AssetQuery.Grouping)
  case sort(PickerModel.Order)
  case filter(FilterState)
  case search(String)
  /// An album by displayed folder (`nil` for all photos) and index. Two folders may have the same displayed
  /// path, and the list may have changed.
  case album(folder: String?, index: Int)
  case original(Bool)
  case done(Reference?)
  case cancel, stop, rescan
  /// A filter of the app that has made the request, by index.
  case appFilter(Int)
  /// A value for a choice of the app.
  case appChoice(String, String)
  /// A folder for files, by index, and the name of a file.
  case save(folder: Int, name: String?, replaces: Bool)
}

enum PageCommandError: Error, Sendable, Hashable {
  case malformed
  case gone

  var text: String {
    switch self {
    case .malformed: "photopick does not understand this request."
    case .gone: "This is not shown any longer."
    }
  }
}

extension PageCommand {
  func apply(
    to model: inout PickerModel, numbers: PhotoNumbers
  ) throws(PageCommandError) -> [PickerEffect] {
    let question = model.question
    model.begin()
    switch self {
    case .toggle(let photo):
      model.moveCursor(to: try photo.position(in: model, numbers))
      return model.toggle(model.cursor)
    case .range(let first, let last):
      let (start, end) = (try first.position(in: model, numbers), try last.position(in: model, numbers))
      return model.togglePositions(min(start, end)..<max(start, end) + 1, isBackwards: start > end)
    case .beginDrag(let photo): return model.beginDrag(at: try photo.position(in: model, numbers))
    case .moveDrag(let photo):
      model.continueDrag(to: try photo.position(in: model, numbers))
      return []
    case .endDrag:
      model.endDrag()
      return []
    case .section(let key):
      guard let index = model.contents.groups.firstIndex(where: { $0.key == key }) else { throw .gone }
      return model.togglePositions(model.contents.positions(of: index))
    case .all: return model.togglePositions(0..<model.contents.count)
    case .judge(let photo, let judgement):
      try aim(&model, at: photo, numbers)
      return model.judge(judgement)
    case .trash(let photo):
      try aim(&model, at: photo, numbers)
      return model.askToTrash()
    case .answer(let isConfirmed):
      model.aimAtCursor()
      guard isConfirmed else { return [] }
      guard let question else { throw .gone }
      return model.confirm(question)
    case .crop(let photo, let x, let y, let width, let height):
      guard let asset = model.contents[try photo.position(in: model, numbers)] else { throw .gone }
      model.changeCrop(of: asset) { $0.become(x: x, y: y, width: width, height: height) }
      return []
    case .done(let photo):
      if let photo { model.moveCursor(to: try photo.position(in: model, numbers)) }
      guard photo != nil || model.picks.count > 0 else {
        model.message = "Nothing is picked."
        return []
      }
      return model.finish()
    case .cancel: return [.cancel]
    case .stop: return model.stopInspection()
    case .rescan: return [.rescan]
    case .undo: return model.undo()
    case .toggleBursts: return model.toggleBursts()
    case .closeBurst: return model.closeBurst()
    case .openBurst(let photo):
      model.moveCursor(to: try photo.position(in: model, numbers))
      return model.openBurst()
    case .makeCover(let photo):
      model.moveCursor(to: try photo.position(in: model, numbers))
      return model.makeCover()
    case .keep(let photo, let best):
      model.moveCursor(to: try photo.position(in: model, numbers))
      return best ? model.askToKeep(best: true) : model.keepOne()
    case .group(let grouping): return model.group(by: grouping)
    case .sort(let order): return model.sort(by: order)
    case .filter(let state): return model.show(state, at: nil)
    case .search(let text):
      let effects = model.narrow(to: text)
      // Omit the search's note about the photos found; the page explains an empty view itself.
      if !effects.isEmpty { model.message = nil }
      return effects
    case .appFilter(let index): return model.choose(filter: index)
    case .appChoice(let identifier, let value):
      model.choose(value, for: identifier)
      return []
    case .save(let index, let name, let replaces):
      guard let dialog = model.options.dialog, dialog.folders.indices.contains(index) else { throw .gone }
      return model.save(into: dialog.folders[index], as: name, replaces: replaces)
    case .album(let folder, let index):
      let same = model.albums.indices.filter {
        model.albums[$0].folder.map { PhotoFacts.path($0.bytes) } == folder
      }
      guard let found = same.contains(index) ? index : same.first else { throw .gone }
      return model.open(model.albums[found].kind)
    case .original(let isOn):
      model.usesOriginal = isOn
      return []
    }
  }

  /// Makes a photo, or all picks, the target of the next action.
  private func aim(
    _ model: inout PickerModel, at photo: Reference?, _ numbers: PhotoNumbers
  ) throws(PageCommandError) {
    model.leaveRun()
    model.aimAtCursor()
    if let photo {
      model.moveCursor(to: try photo.position(in: model, numbers))
    } else {
      guard model.picks.count > 0 else { throw .gone }
      model.aimAtPicks()
    }
  }
}

extension PageCommand.Reference {
  /// Returns the current position of the photo.
  fileprivate func position(
    in model: PickerModel, _ numbers: PhotoNumbers
  ) throws(PageCommandError) -> Int {
    guard let asset = numbers[number] else { throw .gone }
    if let position, let shown = model.contents[position], PhotoKey(shown) == PhotoKey(asset) {
      return position
    }
    guard let position = model.contents.position(of: asset) else { throw .gone }
    return position
  }
}

/// A rating filter of the page: unrated, rejected, or a minimum number of stars.
struct PageJudgement: Sendable {
  let name: String
  let title: String
  let kind: JudgedKind

  static let all: [PageJudgement] = {
    let stars: [JudgedKind] = [.oneStar, .twoStars, .threeStars, .fourStars, .fiveStars]
    return [
      PageJudgement(name: "unrated", title: "Unrated", kind: .unrated),
      PageJudgement(name: "rejected", title: "Rejected", kind: .rejected),
    ]
      + stars.indices.map { index in
        let text = String(repeating: "★", count: index + 1)
        return PageJudgement(
          name: "\(index + 1)", title: index + 1 < stars.count ? "\(text) or more" : text,
          kind: stars[index])
      }
  }()
}
