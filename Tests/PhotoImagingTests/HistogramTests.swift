import PhotoFormats
import PhotoImaging
import Testing

@Suite struct HistogramTests {
  private func nonzero(_ counts: [Int]) -> [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: counts.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) })
  }

  @Test func `levels are counted for each channel and Rec. 709 luminance`() throws {
    let histogram = try Pictures.buffer([
      [Pictures.red, Pictures.green], [Pictures.blue, Pictures.white], [[10, 20, 30, 255], [0, 0, 0, 255]],
    ]).histogram()
    #expect(nonzero(histogram.red) == [0: 3, 10: 1, 255: 2])
    #expect(nonzero(histogram.green) == [0: 3, 20: 1, 255: 2])
    #expect(nonzero(histogram.blue) == [0: 3, 30: 1, 255: 2])
    #expect(nonzero(histogram.luminance) == [0: 1, 18: 1, 19: 1, 54: 1, 182: 1, 255: 1])
    #expect(histogram.count == 6)
  }

  @Test func `transparent pixels are skipped and translucent ones are unmultiplied`() throws {
    let histogram = try Pictures.buffer([[[0, 0, 0, 0], [100, 50, 0, 128], [0, 0, 0, 0]]]).histogram()
    #expect(nonzero(histogram.red) == [199: 1])
    #expect(nonzero(histogram.green) == [100: 1])
    #expect(nonzero(histogram.blue) == [0: 1])
    #expect(histogram.count == 1)
  }
}
