import Foundation
import PhotoFiles
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

struct ViewStoreTests {
  private let tree: TemporaryTree
  private var folder: FilePath { tree.at("state/views") }
  private let view = RememberedView(NumberedView([AssetGroup(key: "a", title: "A", assets: [])]))

  init() throws { tree = try TemporaryTree() }

  private let person = ProcessIdentity(identifier: "person")
  private let script = ProcessIdentity(identifier: "script")
  private let command = ProcessIdentity(identifier: "command")

  // A process with an impossible ID counts as alive.
  private func store(of owner: ProcessIdentity, _ nearestFirst: ProcessIdentity...) -> ViewStore {
    ViewStore(folder: folder, lineage: ProcessLineage(owner: owner, nearestFirst: nearestFirst))
  }

  private func view(_ title: String) -> RememberedView {
    RememberedView(NumberedView([AssetGroup(key: title, title: title, assets: [])]))
  }

  @Test func `a script has a view of its own, and sees the person's if it has none`() throws {
    let typed = store(of: person, command, person)
    let scripted = store(of: script, command, script, person)
    #expect(typed.load() == .none)
    try typed.save(view("person"))
    #expect(scripted.load() == .view(view("person")))
    try scripted.save(view("script"))
    #expect(scripted.load() == .view(view("script")))
    #expect(typed.load() == .view(view("person")))
    #expect(store(of: ProcessIdentity(identifier: "other"), command).load() == .none)
  }

  @Test func `a shell that replaced itself by its last command goes on with its own view`() throws {
    try store(of: person, command, person).save(view("person"))
    try store(of: script, command, script, person).save(view("script"))
    let last = store(of: person, script, person)
    #expect(last.load() == .view(view("script")))
    try last.save(view("last"))
    #expect(last.load() == .view(view("last")))
    #expect(store(of: person, command, person).load() == .view(view("person")))
  }

  @Test func `a view that was not shown is taken back, and the one before it is whole again`() throws {
    let store = store(of: person, command, person)
    let first = try store.save(view("first"))
    try first.undo()
    #expect(store.load() == .none)
    try store.save(view("former"))
    let saved = try store.save(view("not shown"))
    try store.save(view("of another browse"))
    try saved.undo()
    #expect(store.load() == .view(view("former")))
    #expect(tree.names("state/views") == ["person.view"])
  }

  @Test func `a nearer view that is damaged is lost, and none further away stands in for it`() throws {
    try store(of: person, command, person).save(view("person"))
    try tree.file("state/views/script.view", [])
    #expect(store(of: script, command, script, person).load() == .lost(folder.appending("script.view")))
  }

  @Test func `saving clears away the views of processes that have ended`() throws {
    let mine = ViewStore(folder: folder)
    let parts = ProcessLineage.current.owner.identifier.split(separator: "-", maxSplits: 2)
    let ended = ProcessIdentity(identifier: "999999999-1-\(parts[2])")
    try store(of: ended, ended).save(view)
    #expect(store(of: ended, ended).load() == .view(view))
    try mine.save(view)
    #expect(store(of: ended, ended).load() == .none)
    #expect(mine.load() == .view(view))
    // A process that reuses an ID is a different process if start times are readable.
    guard ProcessTable().isReadable else { return }
    let reused = ProcessIdentity(identifier: "\(parts[0])-1-\(parts[2])")
    try store(of: reused, reused).save(view)
    try mine.save(view)
    #expect(store(of: reused, reused).load() == .none)
    #expect(tree.names("state/views").count == 1)
  }

  @Test func `views of another machine with the same home stay until they are old`() throws {
    let parts = ProcessLineage.current.owner.identifier.split(separator: "-", maxSplits: 2)
    let name = "\(parts[0])-\(parts[1])-another"
    let other = store(of: ProcessIdentity(identifier: name), ProcessIdentity(identifier: name))
    let mine = ViewStore(folder: folder)
    try other.save(view)
    try mine.save(view)
    #expect(other.load() == .view(view))
    #expect(mine.load() == .view(view))
    // One day longer than views are retained.
    let now = Int(Date.now.timeIntervalSince1970)
    let age = Int(ViewStore.keptForUnknownProcesses) + 86_400
    let bytes = try #require(tree.bytes(FilePath("state/views/\(name).view")))
    try tree.file(FilePath("state/views/\(name).view"), bytes, modified: now - age)
    try mine.save(view)
    #expect(other.load() == .none)
    #expect(mine.load() == .view(view))
  }

  @Test func `where a view cannot be kept its numbers are lost, and that is said`() throws {
    try tree.file("state", Array("no folder".utf8))
    #expect(throws: ScanProblem.self) { try ViewStore(folder: folder).save(view) }
    #expect(
      ViewStore(folder: folder).load()
        == .lost(folder.appending("\(ProcessLineage.current.owner.identifier).view")))
  }

  private let written = 1_000_000_000

  private func removeEnded(after age: Int64) {
    store(of: person).removeEndedProcesses(
      except: FileName("1-5-mine.view"),
      now: FileStatus.Time(seconds: Int64(written) + age, nanoseconds: 0))
  }

  @Test func `a view whose process cannot be asked for stays for 30 days and not a second more`() throws {
    try tree.file("state/views/1-5-another.view", [], modified: written)
    removeEnded(after: 30 * 86_400)
    #expect(tree.names("state/views") == ["1-5-another.view"])
    removeEnded(after: 30 * 86_400 + 1)
    #expect(tree.names("state/views").isEmpty)
  }

  @Test func `of old files only views go, but for the one that was just saved`() throws {
    let kept = [".1-5-another.view", "1-5-another", "1-5-mine.view", "notes.txt"]
    for name in kept + ["1-5-another.view"] {
      try tree.file(FilePath("state/views/\(name)"), [], modified: written)
    }
    removeEnded(after: 40 * 86_400)
    #expect(tree.names("state/views") == kept)
  }

  @Test func `a view is kept where its folder is missing, however deep`() throws {
    let store = ViewStore(
      folder: tree.at("a/b/c/views"), lineage: ProcessLineage(owner: person, nearestFirst: [person]))
    #expect(store.load() == .none)
    try store.save(view)
    #expect(store.load() == .view(view))
    #expect(tree.names("a/b/c/views") == ["person.view"])
  }
}
