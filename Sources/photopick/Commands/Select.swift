import ArgumentParser
import PhotoLibrary
import PhotoPicker

struct Select: AsyncParsableCommand, SelectionCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Pick photos by their numbers and print them.",
    discussion: """
      SELECTION, in the order in which the photos are printed:
        1-4,9      numbers and runs; 9-5 runs backwards, 7- to the end, -3 from 1
        2.1-2.3    rows 1 to 3 of group 2
        @2014-05   the groups whose key begins so: @2014, @2014-05-25, @Canon
        all, none  everything, nothing
        !5, !@2014 removes from the selection to the left

      --return-image adds a picture to each dictionary of --json, --jsonl and --plist: the original file, or \
      a rendering for the screen, whose path replaces the photo's. Renderings are JPEG files with orientation \
      applied, at most 2400 pixels per side, with the Exif of a JPEG, PNG, WebP, HEIC or AVIF. They are stored \
      in $XDG_CACHE_HOME/photopick/renderings, or the folder of --image-folder, under a stable name. --crop \
      crops the rendering around its center.

      Without a path and view options, the numbers are from the last `photopick browse` in this shell, or in the \
      nearest parent shell. If there is none, they are the numbers of the current folder, which stderr names.

      With --preselected, the photos of the list are the first group, Selected, which @selected picks. With \
      --draft, the selection changes the draft: 5 adds photo 5, !5 removes it, none changes nothing. The complete \
      draft is saved and printed in the order of its changes, with separate numbers; missing photos are reported \
      and remain in the draft.

      Examples:
        photopick select 1-4,9 --json
        photopick select 'all,!@2014-05' ~/Pictures --group month
        photopick select 1- -0 | xargs -0 -I{} cp {} /backup
        photopick select 9 --return-image screen --crop 1:1 --json
        photopick select 1-4 --return-image screen -0 | xargs -0 -I{} cp {} /web
        photopick select all --verify --skip-damaged -0 > sound-photos
        photopick select 1-4 ~/Pictures --draft album
        photopick select @selected,7 ~/Pictures --preselected earlier.json
      """)

  @Argument(help: "The photos to pick, such as 1-4,9 or @2014-05.", completion: Completions.selection)
  var selection: String
  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup(title: "Checks") var checks: CheckOptions
  @OptionGroup var stacks: StackOptions
  @OptionGroup(title: "Output Options") var output: OutputOptions

  @OptionGroup(title: "Picture Options") var pictures: PictureOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  var selectionText: String? { selection }

  func validate() throws { try pictures.check(against: output) }

  func run() async throws {
    let form = try output.form()
    var picked = try await pick()
    if stacks.stackMembers == .all {
      let scanner = LibraryScanner(options: view.scanOptions)
      picked.value = try await picked.value.stacked(with: scanner, by: StackCovers.ofUser().finder)
        .withStackMembers
    }
    let images = try await PictureWork.images(pictures, of: picked.value)
    var result = PickedOutput(form: form, keys: output.keys ?? .uikit, destination: output.destination)
    if pictures.kind != .none { result.image = { images.value[PhotoKey($0.asset)] } }
    try await result.write(picked.value)
    try picked.status.check()
    try images.status.check()
  }

  /// Picks and checks photos. If a photo fails a check, the draft isn't modified and nothing is printed.
  private func pick() async throws -> LibraryLoading.Loaded<[PickedAsset]> {
    let picking = self.picking(selection, inShownOrder: checks.order == .shown)
    let check = { [checks] (picked: [PickedAsset]) in
      let remaining = checks.damage.remaining(of: picked)
      try checks.checks.check(remaining)
      return remaining
    }
    let verify = { [skips = checks.damage.skipDamaged] (picked: [PickedAsset]) in
      try await PictureWork.verify(picked, skipsDamaged: skips)
    }
    guard let draft = try checks.draftName() else {
      var picked = try await picking.pick()
      picked.value = try check(picked.value)
      if checks.verify { picked.value = try await verify(picked.value) }
      return picked
    }
    return try await picking.pick(into: draft, of: .ofUser, check, verify: checks.verify ? verify : nil)
  }
}
