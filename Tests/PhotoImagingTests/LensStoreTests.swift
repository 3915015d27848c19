import PhotoFormats
import SystemPackage
import Testing

@testable import PhotoImaging

/// Photos that remain open while the user zooms.
final class LensStoreTests {
  private let tree: TemporaryTree
  private let part: PixelRectangle
  private let size: PixelSize

  init() throws {
    tree = try TemporaryTree()
    size = try #require(PixelSize(width: 8, height: 8))
    part = PixelRectangle(x: 4, y: 4, size: size)
    for number in 0..<6 {
      let photo = try RegionFiles.slopes(width: 40 + number, height: 30)
      try FileSystem.write(try photo.jpeg(quality: 0.9), to: path(number))
    }
  }

  private func path(_ number: Int) -> FilePath { tree.path.appending("\(number).jpg") }

  /// Whether a photo can be rendered from its file or its decoded pixels.
  private func shows(_ number: Int, _ store: LensStore<Int>) -> Bool {
    do throws(ImagingError) {
      return try store.region(of: number, at: path(number), part, fitting: size).size == size
    } catch {
      return false
    }
  }

  @Test func `the four most recent photos remain open after their files are removed`() {
    let store = LensStore<Int>()
    #expect([0, 1, 2, 3, 0, 4].allSatisfy { shows($0, store) })
    for number in 0..<5 { FileSystem.remove(path(number)) }
    #expect([0, 2, 3, 4].allSatisfy { shows($0, store) })
    #expect(!shows(1, store))
    store.removeAll()
    #expect(!shows(0, store))
  }

  @Test func `an edited photo is reopened`() throws {
    let store = LensStore<String>()
    let whole = try #require(PixelSize(width: 100, height: 100))
    let all = PixelRectangle(x: 0, y: 0, size: whole)
    func width(_ photo: String) throws -> UInt32 {
      try store.region(of: photo, at: path(0), all, fitting: whole).size.width
    }
    #expect(try width("before") == 40)
    FileSystem.remove(path(0))
    try FileSystem.write(try RegionFiles.slopes(width: 20, height: 30).jpeg(quality: 0.9), to: path(0))
    #expect(try width("before") == 40)
    #expect(try width("after") == 20)
  }

  @Test func `the two most recently prepared slow photos are retained`() throws {
    let store = LensStore<Int>(patience: .zero)
    for number in 0..<3 {
      #expect(shows(number, store))
      store.prepare(number)
    }
    // The files remain open, but are empty.
    for number in 0..<3 { try FileSystem.truncate(path(number)) }
    #expect((0..<3).map { shows($0, store) } == [false, true, true])
  }

  @Test func `a fast photo is not decoded entirely`() throws {
    let store = LensStore<Int>(patience: .seconds(3600))
    #expect(shows(0, store))
    store.prepare(0)
    store.prepare(1)
    try FileSystem.truncate(path(0))
    #expect(!shows(0, store))
  }

  @Test func `concurrent requests share one open file`() async throws {
    let stores = (0..<50).map { _ in LensStore<Int>() }
    let (path, part, size) = (path(0), part, size)
    for store in stores {
      #expect([1, 2, 3].allSatisfy { shows($0, store) })
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask { (try? store.region(of: 0, at: path, part, fitting: size)) != nil }
        }
        for await isShown in group { #expect(isShown) }
      }
    }
    // A duplicate lens would have closed another photo.
    for number in 1...3 { FileSystem.remove(self.path(number)) }
    #expect(stores.allSatisfy { store in [1, 2, 3].allSatisfy { shows($0, store) } })
  }
}
