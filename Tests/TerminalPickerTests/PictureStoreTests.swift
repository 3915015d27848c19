import Terminal
import TestSupport
import Testing

@testable import Terminal
@testable import TerminalPicker

struct PictureStoreTests {
  @Test func `the least recently used pictures are evicted, and no more than necessary`() {
    let requests = (0..<8).map { PictureRequest(Photos.asset("\($0).jpg"), columns: 4, rows: 2) }
    func picture(_ number: Int) -> PhotoPicture {
      .ready(
        TerminalPicture(TerminalDrawing(lines: ["abcd", "abcd"], columns: 4), identifier: UInt64(number)))
    }
    let one = 256 + 64 + 2 * 36
    var store = PictureStore(byteLimit: 4 * one)
    for number in 0..<4 {
      store.use([requests[number]])
      #expect(store.insert(picture(number), for: requests[number]).isEmpty)
    }
    #expect(
      requests.map { store.picture($0) != nil } == [true, true, true, true, false, false, false, false])
    store.use([requests[0], requests[4]])
    // Eviction leaves three quarters of the limit, and all pictures in use.
    #expect(store.insert(picture(4), for: requests[4]).map(\.identifier) == [1, 2])
    #expect(
      requests.map { store.picture($0) != nil } == [true, false, false, true, true, false, false, false])
    #expect(store.insert(picture(4), for: requests[4]).isEmpty, "one in the place of itself")
    #expect(store.removeAll().count == 3 && store.picture(requests[0]) == nil)
  }
}
