/// The files of the page, embedded in the executable.
enum PageFiles {
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
  }

  /// Returns the HTML, which preloads the first photos of a view.
  ///
  /// - Parameter view: the number of the current view; `nil` if it has no photos.
  static func index(view: Int?) -> [UInt8] {
    let links = view.map { view in
      ["photos?view=\(view)&amp;from=0&amp;count=100", "shapes?view=\(view)"]
        .map { "<link rel=\"preload\" href=\"./\($0)\" as=\"fetch\" crossorigin>\n" }.joined()
    }
    return Array(indexParts.joined(separator: (links ?? "").utf8))
  }

  private static let indexParts = String(decoding: PackageResources.index_html, as: UTF8.self)
    .split(separator: "{first photos}").map { Array($0.utf8) }

  /// The other files by name. **List each file in `Page` here.**
  static let others: [String: File] = {
    let files: [(name: String, bytes: [UInt8])] = [
      ("albums.js", PackageResources.albums_js),
      ("bar.js", PackageResources.bar_js),
      ("commands.js", PackageResources.commands_js),
      ("controls.js", PackageResources.controls_js),
      ("crop.js", PackageResources.crop_js),
      ("dialogs.js", PackageResources.dialogs_js),
      ("filterbar.js", PackageResources.filterbar_js),
      ("filters.js", PackageResources.filters_js),
      ("gestures.js", PackageResources.gestures_js),
      ("help.js", PackageResources.help_js),
      ("icon.svg", PackageResources.icon_svg),
      ("judging.js", PackageResources.judging_js),
      ("layout.js", PackageResources.layout_js),
      ("main.js", PackageResources.main_js),
      ("menus.js", PackageResources.menus_js),
      ("page.css", PackageResources.page_css),
      ("photos.js", PackageResources.photos_js),
      ("picks.js", PackageResources.picks_js),
      ("pointer.js", PackageResources.pointer_js),
      ("query.js", PackageResources.query_js),
      ("request.js", PackageResources.request_js),
      ("scroller.js", PackageResources.scroller_js),
      ("scrubber.js", PackageResources.scrubber_js),
      ("server.js", PackageResources.server_js),
      ("session.js", PackageResources.session_js),
      ("stage.js", PackageResources.stage_js),
      ("start.js", PackageResources.start_js),
      ("text.js", PackageResources.text_js),
      ("thumbnails.js", PackageResources.thumbnails_js),
      ("tiles.js", PackageResources.tiles_js),
      ("timeline.js", PackageResources.timeline_js),
      ("ui.js", PackageResources.ui_js),
      ("viewer.js", PackageResources.viewer_js),
      ("zoom.js", PackageResources.zoom_js),
    ]
    return Dictionary(
      files.map { ($0.name, File(bytes: $0.bytes, type: type(of: $0.name))) }, uniquingKeysWith: { $1 })
  }()

  private static func type(of name: String) -> String {
    if name.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    return name.hasSuffix(".css") ? "text/css; charset=utf-8" : "image/svg+xml"
  }
}
