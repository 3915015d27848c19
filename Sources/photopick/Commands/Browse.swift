import ArgumentParser
import PhotoFiles
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal

struct Browse: AsyncParsableCommand, PictureMaking {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Show photos in groups, numbered from 1.",
    discussion: """
      The numbers remain valid until the next browse in the same shell: `photopick select 9` picks the photo with \
      the number 9. A script that browses has separate numbers; a script that doesn't uses yours.

      --grid shows thumbnails, at least four per row in a terminal of 40 columns: as pixels if the terminal supports \
      them (kitty, iTerm2, sixel), otherwise as colored blocks. They come from the shared thumbnail cache.

      --where filters photos by metadata. field:value tests a field; a single word matches names, titles, keywords, \
      people, places, camera and lens. All conditions apply; `or` between two requires only one, and - or `not` \
      negates one. Use brackets and "quotes" for grouping:
        camera:canon,nikon   contains a string; a comma is "or"
        title:=Kyoto         equals the string
        lens:~'^RF'          matches a regular expression
        name:IMG_*           the star matches any string
        iso:>=1600           also :>  :<  :<=  and ranges: 100..800, 100.., ..800
        date:2014-05..2015   also today, yesterday, 7d (days, w, m, y; h for hours)
        people:none          has no value; any: has one
        keywordTree:Travel   Travel, and all keywords below it
        near:48.86,2.29,5km  was taken near a place
        is:raw               is of a kind

      is: takes any kind of --filter, and \(AssetTrait.furtherList). Numbers take units: 1/250, 85mm, f/2.8, \
      5MB, 1m30s. Fields are \(AssetField.askedList).

      Examples:
        photopick browse --group month --filter jpeg,png
        photopick browse --where 'camera:canon iso:>=1600 -people:none'
        photopick browse --where 'rating:>=3 or label:red' --group lens --sort rating
        photopick browse --grid --group day --limit 40
        photopick browse ~/Pictures --since 2014-05 --until 2014-06 --sort name
        photopick browse --filter 'photo,!screenshot' --format '{date} {name}'
        fd -e jpg | photopick browse -
      """)

  @OptionGroup var paths: PathArguments
  @OptionGroup(title: "Servers") var requests: RequestOptions
  @OptionGroup(title: "View Options") var view: ViewOptions
  @OptionGroup(title: "Earlier Picks") var lists: ListOptions
  @OptionGroup(title: "Output Options") var output: OutputOptions
  @OptionGroup(title: "Memory") var memory: MemoryOptions

  @Flag(help: "Draw thumbnails with number, time and name; requires a terminal.")
  var grid = false

  func validate() throws {
    guard grid else { return }
    let form = try output.form()
    guard case .text = form, output.destination.file == nil else {
      throw ValidationError("--grid draws on the terminal; it excludes --output and other forms of output.")
    }
  }

  func run() async throws {
    let roots = try await paths.roots(view)
    let query = try view.query()
    let form = try output.form()
    if grid { try PictureTerminal.check(for: "--grid") }
    let earlier = try await lists.earlierPicks(
      paths, LibraryScanner(options: view.scanOptions), readsInput: view.readsInput)
    var loaded = try await LibraryLoading.loadView(roots, view, query, earlier)
    let shown = loaded.value
    var numbers: ViewStore.Saved?
    do {
      try await show(shown, as: form, roots, query) {
        // An empty view, for example after a typo in a path, doesn't replace the numbers.
        guard shown.count > 0 else { return }
        let scope = ViewScope(roots: roots, view, lists)
        numbers = remember(
          RememberedView(
            shown, roots: scope.roots, options: scope.options, showsStacks: query.unit != .file))
      }
    } catch {
      // If the reader only closed the pipe, the numbers remain valid.
      if (error as? CommandFailure)?.status != .success { try? numbers?.undo() }
      throw error
    }
    loaded.end()
  }

  /// Prints the photos. `prepare` is called once, before the first output.
  private func show(
    _ shown: NumberedView, as form: ResultForm, _ roots: [FilePath], _ query: AssetQuery,
    before prepare: () -> Void
  ) async throws {
    let destination = output.destination
    if grid {
      prepare()
      try await PictureTerminal.using { terminal in
        var grid = PhotoGrid(shown, on: terminal)
        try await grid.print()
      }
      if shown.count == 0 { reportNothing(query) }
    } else if case .text = form {
      prepare()
      let style = TerminalStyle.standardOutput(isTerminal: destination.isTerminal)
      try PhotoTable(shown, base: RootPath.base(of: roots), style: style).write(to: destination)
      if shown.count == 0 { reportNothing(query) }
    } else {
      try await PickedOutput(form: form, keys: output.keys ?? .plain, destination: destination)
        .write(shown.all, before: prepare)
    }
  }

  private func reportNothing(_ query: AssetQuery) {
    Diagnostics.error(query.offset > 0 ? "no photos from --offset \(query.offset) on" : "no photos found")
  }

  /// Saves the numbers for `select`. If saving fails, prints an error and continues.
  private func remember(_ view: RememberedView) -> ViewStore.Saved? {
    do {
      return try ViewStore.ofUser.save(view)
    } catch {
      Diagnostics.error(error)
      return nil
    }
  }
}
