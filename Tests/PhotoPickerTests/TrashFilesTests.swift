import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage
import TestSupport
import Testing

@testable import PhotoActions
@testable import PhotoPicker

final class TrashFilesTests {
  /// The names in folders, as seen from outside.
  private var names: [FilePath: Set<String>] = [:]
  private var listings: [FilePath] = []
  private var gone: [[String]] = []
  /// The error of the next move.
  private var failure: TrashError?

  private func files() -> TrashFiles {
    TrashFiles { folder in
      self.listings.append(folder.path)
      return (self.names[folder.path] ?? []).map { FileName(unchecked: Array($0.utf8)) }
    }
  }

  /// Moves a photo, and returns the error.
  private func move(_ name: String, in folder: FilePath = "/p", _ files: inout TrashFiles) -> TrashError? {
    do throws(TrashError) {
      _ = try files.move(Photos.asset(name, in: folder)) { paths throws(TrashError) in
        if let failure = self.failure {
          self.failure = nil
          throw failure
        }
        let moved = paths.compactMap { $0.lastComponent?.string }
        for (path, name) in zip(paths, moved) where self.names[folder]?.contains(name) != true {
          throw .missing(path)
        }
        self.names[folder]?.subtract(moved)
        self.gone.append(moved)
        return []
      }
      return nil
    } catch {
      return error
    }
  }

  @Test func `a folder is listed once for all its photos`() {
    let photos = (0..<50).map { "\($0).jpg" }
    names = ["/p": Set(photos + photos.map { $0 + ".xmp" }), "/q": ["a.jpg", "a.xmp"]]
    var files = files()
    for photo in photos { #expect(move(photo, &files) == nil) }
    #expect(move("a.jpg", in: "/q", &files) == nil)
    #expect(listings == ["/p", "/q"])
    #expect(gone == photos.map { [$0, $0 + ".xmp"] } + [["a.jpg", "a.xmp"]])
  }

  @Test func `a sidecar of two photos goes with the one that goes last, and not if one stays`() {
    names = ["/p": ["a.jpg", "a.CR2", "a.xmp", "b.jpg", "b.CR2", "b.xmp"]]
    var files = files()
    #expect(move("a.jpg", &files) == nil && move("a.CR2", &files) == nil)
    failure = .folder("/p", .permissionDenied)
    #expect(move("b.jpg", &files) == .folder("/p", .permissionDenied))
    #expect(move("b.CR2", &files) == nil)
    #expect(gone == [["a.jpg"], ["a.CR2", "a.xmp"], ["b.CR2"]])
    #expect(move("b.jpg", &files) == nil)
    #expect(gone.last == ["b.jpg", "b.xmp"] && listings.count == 1)
  }

  @Test func `a sidecar that another program took away keeps no photo from going`() {
    names = ["/p": ["a.jpg", "a.xmp", "b.jpg", "b.xmp"]]
    var files = files()
    #expect(move("a.jpg", &files) == nil)
    names["/p"]?.remove("b.xmp")
    #expect(move("b.jpg", &files) == nil)
    #expect(gone == [["a.jpg", "a.xmp"], ["b.jpg"]] && listings.count == 2)
  }

  @Test func `photos that are gone are not looked for again and again`() {
    names = ["/p": ["a.jpg"]]
    var files = files()
    #expect(move("x.jpg", &files) == .missing("/p/x.jpg") && move("y.jpg", &files) == .missing("/p/y.jpg"))
    #expect(move("a.jpg", &files) == nil && listings.count == 1)
  }

  @Test func `after files went apart the folder is listed again`() {
    names = ["/p": ["a.jpg", "a.xmp", "b.jpg"]]
    var files = files()
    failure = .partlyMoved(["/p/a.xmp"], because: "")
    #expect(move("a.jpg", &files) == .partlyMoved(["/p/a.xmp"], because: ""))
    names["/p"]?.remove("a.xmp")
    #expect(move("a.jpg", &files) == nil)
    #expect(gone == [["a.jpg"]] && listings.count == 2)
  }
}
