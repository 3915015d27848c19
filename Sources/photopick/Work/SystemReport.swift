import PhotoActions
import PhotoCatalog
import PhotoFiles
import PhotoMarks
import PhotoPicker
import PhotoPlaces
import SystemPackage
import Terminal

/// What `doctor` shows: sections with values.
struct SystemReport: Sendable {
  enum Value: Sendable {
    case text(String)
    case count(Int64)
    case flag(Bool)
    /// A problem and its remedy.
    case problem(String)
    case file(FilePath)
  }

  struct Entry: Sendable {
    let key: StaticString
    let value: Value

    init(_ key: StaticString, _ value: Value) { (self.key, self.value) = (key, value) }
    init(_ key: StaticString, _ text: String?) { self.init(key, .text(text ?? "")) }
  }

  struct Section: Sendable {
    let key: StaticString
    var entries: [Entry]
  }

  private let sections: [Section]
  private let libraries: [SystemLibrary]

  /// Examines the system. Asks the terminal, which takes up to 0.2 s.
  init(catalog: CatalogLocation) throws(HomeUnknown) {
    let folders = UserFolders.current
    libraries = SystemLibrary.all()
    sections = [
      Section(key: "photopick", entries: Self.program + Self.settings(try .ofUser())),
      Section(key: "system", entries: Self.system),
      Section(key: "terminal", entries: Self.terminal), Section(key: "locale", entries: Self.locale),
      Section(key: "catalog", entries: Self.entries(of: catalog)),
      Section(key: "thumbnails", entries: Self.entries(ofCache: try folders.thumbnails)),
      Section(key: "places", entries: Self.places), Section(key: "programs", entries: Self.programs),
      Section(key: "files", entries: try Self.files(of: folders)),
    ]
  }

  var hasProblem: Bool {
    libraries.contains { $0.problem != nil }
      || sections.contains { $0.entries.contains { if case .problem = $0.value { true } else { false } } }
  }

  // MARK: - Sections

  private static var program: [Entry] {
    [
      Entry("version", PhotopickVersion.text), Entry("architecture", systemName.machine),
      Entry("executable", Program.own.map { shortened((try? $0.resolved()) ?? $0) }),
    ]
  }

  private static func settings(_ settings: UserSettings) -> [Entry] {
    let entries = [
      Entry("sidecars", (settings.sidecar ?? .full).rawValue),
      // Hosts may be private.
      Entry("plainServers", settings.plainServers.isEmpty ? nil : "\(settings.plainServers.count)"),
    ]
    guard let mistake = settings.mistakes.first else { return entries }
    let line = mistake.line.map { ", line \($0)" } ?? ""
    return entries + [Entry("settings", .problem("\(shortened(mistake.file))\(line): \(mistake.reason)"))]
  }

  private static var system: [Entry] {
    [
      Entry("name", SystemLibrary.distribution ?? systemName.system), Entry("kernel", systemName.release),
      Entry("processors", .count(Int64(WorkerPool.processorCount))),
    ]
  }

  private static var terminal: [Entry] {
    let environment = TerminalEnvironment.ofProcess
    let name = Entry("term", variable("TERM"))
    guard
      let output = [FileDescriptor.standardOutput, .standardError].first(where: { isatty($0.rawValue) == 1 })
    else {
      return [name, Entry("isTerminal", .flag(false))]
    }
    let device = TerminalDevice(behind: output)
    var inquiry = TerminalInquiry.ask(device, environment: environment, timeout: .milliseconds(200))
    inquiry.finish()
    let findings = inquiry.findings
    let graphics = findings.graphics
    return [
      name, Entry("isTerminal", .flag(true)), Entry("program", variable("TERM_PROGRAM")),
      Entry("columns", .count(Int64(device.size.columns))), Entry("rows", .count(Int64(device.size.rows))),
      Entry("cell", graphics.cellSize.map { "\($0.width) × \($0.height) pixels" }),
      Entry("graphics", "\(graphics.mode)"), Entry("colors", "\(graphics.colors)"),
      Entry("answers", .flag(!findings.mayAnswerLate)),
      Entry("isRemote", .flag(environment.isRemote)),
      Entry("multiplexer", environment.multiplexer),
    ]
  }

  private static var locale: [Entry] {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).first { !$0.isEmpty }
    return [Entry("name", name), Entry("timeZone", variable("TZ"))]
  }

  private static func entries(of location: CatalogLocation) -> [Entry] {
    let path = Entry("path", shortened(location.file))
    guard (try? FileStatus(location.file)) != nil else { return [path, Entry("exists", .flag(false))] }
    do throws(CatalogUnavailable) {
      let status = try Catalog(location).status()
      return [
        path, Entry("exists", .flag(true)), Entry("folders", .count(Int64(status.folders))),
        Entry("photos", .count(Int64(status.assets))), Entry("bytes", .count(status.bytes)),
      ]
    } catch {
      return [
        path, Entry("problem", .problem("the catalog can't be read; photopick catalog clear removes it")),
      ]
    }
  }

  private static func entries(ofCache folder: FilePath) -> [Entry] {
    var (count, bytes): (Int64, Int64) = (0, 0)
    for size in (try? OpenFolder(folder).names()) ?? [] {
      guard let pictures = try? OpenFolder(folder.appending(size)) else { continue }
      for name in (try? pictures.names()) ?? [] {
        guard let status = try? pictures.status(of: name), status.kind == .regular else { continue }
        count += 1
        bytes += status.size
      }
    }
    return [
      Entry("path", shortened(folder)), Entry("pictures", .count(count)), Entry("bytes", .count(bytes)),
    ]
  }

  /// The place data, or why places aren't named. Missing data is no problem; corrupt data is one.
  private static var places: [Entry] {
    do throws(PlaceDataUnavailable) {
      let places = try PlaceDatabase.installed()
      return [
        Entry("path", shortened(places.path)), Entry("cities", .count(Int64(places.cityCount))),
        Entry("licenses", PlaceData.licenses),
      ]
    } catch .missing {
      return [Entry("exists", .flag(false)), Entry("remedy", PlaceDataUnavailable.remedy)]
    } catch {
      return [Entry("problem", .problem("\(error)"))]
    }
  }

  private static var programs: [Entry] {
    [
      Entry("opener", DesktopOpener.program.map { shortened($0) }), Entry("browser", variable("BROWSER")),
      Entry("exiftool", exiftoolVersion),
    ]
  }

  /// The version of ExifTool, for comparing metadata.
  private static var exiftoolVersion: String? {
    guard let path = Program.find(FileName(unchecked: Array("exiftool".utf8))) else { return nil }
    var output = CapturedOutput()
    let end = try? Program(path, arguments: [Array("-ver".utf8)]).run(capturing: &output) { _ in }
    return end == .exited(0) ? String(decoding: output.bytes.prefix { $0 > 0x20 }, as: UTF8.self) : nil
  }

  /// The files and folders of settings, state and data, whose contents may name photos.
  private static func files(of folders: UserFolders) throws(HomeUnknown) -> [Entry] {
    let (config, state) = (try folders.config, try folders.state)
    let (data, cache) = (try folders.data, try folders.cache)
    let files: [(key: StaticString, file: FilePath)] = [
      ("settings", config.appending("settings")), ("queries", config.appending("queries")),
      ("actions", config.appending("actions")), ("portal", config.appending("portal.conf")),
      ("views", state.appending("views")), ("covers", state.appending("covers")),
      ("exports", state.appending("exports")), ("marks", state.appending("marks")),
      ("trash", state.appending("trash")), ("downloads", state.appending("downloads")),
      ("uploads", state.appending("uploads")), ("pages", state.appending("pages")),
      ("drafts", data.appending("drafts")), ("store", data.appending("store")),
      ("cachedStore", cache.appending("store")), ("servers", cache.appending("servers")),
      ("renderings", cache.appending("renderings")),
    ]
    return files.map { Entry($0.key, .file($0.file)) }
  }

  // MARK: - The system

  private static var systemName: (system: String, release: String, machine: String) {
    var name = utsname()
    uname(&name)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return (text(name.sysname), text(name.release), text(name.machine))
  }

  private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  /// Returns a path with `~` instead of the home folder.
  private static func shortened(_ path: FilePath) -> String {
    guard let home = try? UserFolders.current.home, !home.isEmpty, path.starts(with: home) else {
      return path.string
    }
    var rest = path
    return rest.removePrefix(home) ? FilePath("~").appending(rest.components).string : path.string
  }

  private static func exists(_ file: FilePath) -> Bool { (try? FileStatus(file)) != nil }

  // MARK: - Output

  private static let libraryKey: StaticString = "libraries"

  func write(to writer: inout JSONWriter) {
    writer.beginDictionary()
    for section in sections {
      writer.key(section.key)
      writer.beginDictionary()
      for entry in section.entries {
        switch entry.value {
        case .text(let text), .problem(let text): writer.entry(entry.key, text.isEmpty ? nil : text)
        case .count(let count): writer.entry(entry.key, count)
        case .flag(let flag):
          writer.key(entry.key)
          writer.bool(flag)
        case .file(let file):
          writer.key(entry.key)
          writer.beginDictionary()
          writer.entry("path", Self.shortened(file))
          writer.entry("exists", .flag(Self.exists(file)))
          writer.endDictionary()
        }
      }
      writer.endDictionary()
    }
    writer.key(Self.libraryKey)
    writer.beginArray()
    for library in libraries {
      writer.beginDictionary()
      writer.entry("name", library.name)
      writer.entry("version", library.version)
      writer.entry("file", library.file)
      writer.entry("problem", library.problem)
      writer.endDictionary()
    }
    writer.endArray()
    writer.endDictionary()
  }

  func write(to text: inout ResultText) {
    for section in sections {
      text.append("\(section.key)\n")
      for entry in section.entries {
        let shown =
          switch entry.value {
          case .text(let text), .problem(let text): text
          case .count(let count): "\(count)"
          case .flag(let flag): flag ? "yes" : "no"
          case .file(let file): Self.shortened(file) + (Self.exists(file) ? "" : " (doesn't exist)")
          }
        guard !shown.isEmpty else { continue }
        Self.write("\(entry.key)", shown, to: &text)
      }
    }
    text.append("\(Self.libraryKey)\n")
    for library in libraries {
      let file = library.file.map { library.version == nil ? $0 : " (\($0))" } ?? ""
      Self.write(library.name, library.problem ?? (library.version ?? "") + file, to: &text)
    }
  }

  private static func write(_ name: String, _ value: String, to text: inout ResultText) {
    let padding = String(repeating: " ", count: max(15 - name.count, 1))
    text.append("  \(name)\(padding)")
    text.append(shown: value.utf8)
    text.end()
  }
}
