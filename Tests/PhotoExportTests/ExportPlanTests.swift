import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

/// Plans, options and the start of exports.
struct ExportPlanTests {
  private let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  @Test func `a plan counts the bytes of existing files`() async throws {
    let photo = try fixture.photo("a.jpg", jpeg(padding: 7))
    let gone = fixture.photos.appending("gone.jpg")
    let plan = try await ExportPlan([photo, gone, photo].map { ExportItem(source: $0) })
    #expect(plan.fileCount == 2 && plan.byteCount == Int64(jpeg(padding: 7).count))
    #expect(try await ExportPlan([ExportItem(source: gone)]).byteCount == 0)
  }

  @Test func `a cancelled export plans nothing and starts no journal`() async throws {
    let plan = try await ExportPlan([ExportItem(source: fixture.photo("a.jpg", jpeg()))])
    let (exporter, photo) = (fixture.exporter(), fixture.photos.appending("a.jpg"))
    for work: @Sendable () async throws -> Void in [
      { _ = try await ExportPlan([ExportItem(source: photo)]) }, { _ = try await exporter.run(plan) },
    ] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await work()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(!isThere(fixture.journals) && !isThere(fixture.target))
  }

  @Test(arguments: [ExportAction.move, .link, .hardlink])
  func `only copies go to a server`(action: ExportAction) async throws {
    let exporter = Exporter(
      to: "/s3:/bucket", journals: fixture.journals, options: ExportOptions(action: action))
    let plan = try await ExportPlan([ExportItem(source: fixture.photo("a.jpg", jpeg()))])
    await #expect(throws: ExportError.onServer("/s3:/bucket")) { try await exporter.run(plan) }
    #expect(!isThere(fixture.journals))
  }

  @Test(arguments: [ExportAction.move, .link, .hardlink])
  func `photos on a server can only be copied`(action: ExportAction) async throws {
    let server = MemoryServer()
    server.put("a.jpg", jpeg())
    let photo = server.root.appending("a.jpg")
    let items = [try ExportItem(source: fixture.photo("b.jpg", jpeg())), ExportItem(source: photo)]
    let plan = try await ExportPlan(items)
    for isDryRun in [true, false] {
      let exporter = fixture.exporter(action, isDryRun: isDryRun)
      await #expect(throws: ExportError.onServer(photo)) { try await exporter.run(plan) }
    }
    #expect(!isThere(fixture.journals) && !isThere(fixture.target))
  }

  @Test func `concurrency is clamped`() {
    var options = ExportOptions(concurrency: .max)
    #expect(options.concurrency == 64)
    options.concurrency = -1
    #expect(options.concurrency == 1)
  }

  @Test func `a root is not a photo`() async throws {
    #expect(FilePath("/").fileName.text == ".")
    let result = try await fixture.exporter().run(ExportPlan([ExportItem(source: "/")]))
    #expect(result.problems == [.notAFile("/")])
  }

  @Test func `nothing of a photo is exported if its folder cannot be listed`() async throws {
    let gone = fixture.photos.appending("gone")
    let photo = gone.appending("a.jpg")
    let plan = try await ExportPlan([ExportItem(source: photo, companions: .sidecars)])
    #expect(plan.fileCount == 0)
    let problems = try await fixture.exporter(.move).run(plan).problems
    #expect(problems == [.unlisted(photo, folder: gone, errno: .noSuchFileOrDirectory)])
  }

  @Test(.enabled(if: getuid() != 0, "Nothing is closed to root."))
  func `a photo whose sidecars are unreadable is not moved`() async throws {
    let photo = try fixture.photo("closed/a.jpg", jpeg())
    try fixture.photo("closed/a.jpg.xmp", [1])
    let folder = photo.removingLastComponent()
    #expect(chmod(folder.string, 0o300) == 0)
    defer { chmod(folder.string, 0o700) }
    let plan = try await ExportPlan([ExportItem(source: photo, companions: .sidecars)])
    let result = try await fixture.exporter(.move).run(plan)
    #expect(result.problems == [.unlisted(photo, folder: folder, errno: .permissionDenied)])
    #expect(isThere(photo))
    #expect(fixture.exported == [])
  }
}
