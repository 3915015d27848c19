import PhotoActions
import PhotoFiles
import PhotoLibrary

/// Actions on photos: open, copy paths, trash, run commands.
extension PickerModel {
  /// The maximum number of photos to open at once, since each may open a window.
  private static let openLimit = 20

  package mutating func open() -> [PickerEffect] {
    guard targets.count <= Self.openLimit else {
      message = "\(targets.count) photos are too many to open at once: at most \(Self.openLimit)."
      return []
    }
    return act { [.work(.open($0))] }
  }

  package mutating func copyPaths() -> [PickerEffect] { act { [.copyPaths($0)] } }

  static let noTrash = "Servers have no trash, so photos on servers stay."

  /// Asks whether to move the targets to the trash. Omits photos on servers, with a message.
  package mutating func askToTrash() -> [PickerEffect] {
    guard options.actions != nil else {
      message = "That cannot be done here."
      return []
    }
    let movable = targets.filter { !$0.path.isRemote }
    if movable.count < targets.count { message = Self.noTrash }
    guard !movable.isEmpty else {
      if targets.isEmpty { message = "There is no photo here." }
      return []
    }
    let files = files(of: movable, arePicks: aimsAtPicks)
    question = PickerQuestion(
      text: trashQuestion(movable, files), verb: "Move",
      effects: [.work(.trash(files, of: subject(of: movable, arePicks: aimsAtPicks)))])
    return []
  }

  /// Runs a command on the picks or, if there are none, on the photo at the cursor.
  package mutating func run(_ action: UserAction) -> [PickerEffect] {
    let assets = runStart == nil && picks.count > 0 ? picks.assets : takeTargets()
    return act(on: assets) { assets in
      action.usesTerminal ? [.runInTerminal(action, assets)] : [.work(.run(action, assets))]
    }
  }

  private mutating func act(_ effects: ([Asset]) -> [PickerEffect]) -> [PickerEffect] {
    act(on: takeTargets(), effects)
  }

  private mutating func act(on assets: [Asset], _ effects: ([Asset]) -> [PickerEffect]) -> [PickerEffect] {
    guard options.actions != nil else {
      message = "That cannot be done here."
      return []
    }
    return assets.isEmpty ? [] : effects(assets)
  }
}
