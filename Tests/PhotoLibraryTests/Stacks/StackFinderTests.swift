import PhotoFiles
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLibrary

struct StackFinderTests {
  /// An asset with a header date in seconds since 1970 and its fraction.
  private func shot(
    _ name: String, at seconds: Double? = nil, digits: UInt8 = 3, type: PhotoFileType = .jpeg,
    in folder: FilePath = "/photos", camera: String? = "EOS R5", identifier: String? = nil,
    burst: String? = nil,
    duration: Double? = nil, offset: Int16? = nil, source: DateSource = .exifDateTimeOriginal
  ) -> Asset {
    Asset.sample(name, in: folder, type: type) { metadata in
      metadata.captureDate = seconds.map { seconds in
        let whole = seconds.rounded(.down)
        return CaptureDate(
          time: CivilTime(seconds: Int64(whole)),
          nanoseconds: digits == 0 ? 0 : UInt32(((seconds - whole) * 1000).rounded()) * 1_000_000,
          fractionDigits: digits, offsetMinutes: offset, source: source)
      }
      metadata.camera = camera.flatMap { Camera(make: nil, model: $0) }
      if let identifier { metadata.values[.contentIdentifier] = .text(identifier) }
      if let burst { metadata.values[.burst] = .text(burst) }
      if let duration { metadata.values[.duration] = .number(duration) }
    }
  }

  /// The names of the members of each stack, the cover first.
  private func stacks(_ assets: [Asset], preferring name: String? = nil) -> [[String]] {
    let finder = StackFinder { $0.name.text == name }
    return finder.stacked(assets).compactMap(\.stack).uniqued { ObjectIdentifier($0) }.map { stack in
      let others = stack.members.map(\.asset).filter { $0.name != stack.cover.name }
      return ([stack.cover] + others).names
    }.sorted { $0[0] < $1[0] }
  }

  @Test func `RAW and JPEG of one stem are one shot`() throws {
    let found = StackFinder().stacked([
      shot("IMG_1.CR2", at: 100, type: .canonRAW), shot("IMG_1.JPG", at: 100), shot("IMG_2.JPG", at: 101),
    ])
    let stack = try #require(found[0].stack)
    #expect(found[1].stack === stack && found[2].stack == nil)
    #expect(stack.cover == found[1] && stack.kind == .rawAndPhoto && stack.badge == "RAW+JPEG")
    #expect(stack.members.map(\.role) == [.photo, .raw])
    #expect(ViewUnit.shot.markedFiles(of: found[0]).names == ["IMG_1.JPG", "IMG_1.CR2"])
    #expect(stack.identifier.count == 16)
  }

  @Test func `composed and decomposed names are one shot`() {
    let found = stacks([
      shot("e\u{301}.CR2", at: 100, type: .canonRAW), shot("\u{E9}.JPG", at: 100),
      shot("\u{E9}-modifie\u{301}.JPG", at: 100),
    ])
    #expect(found.map(\.count) == [3])
  }

  @Test func `a film and its thumbnail are no live photo`() {
    let film = shot("GX010001.MP4", type: .mpeg4, duration: 3)
    #expect(stacks([shot("GX010001.JPG"), film]).map(\.count) == [2])
    #expect(stacks([shot("GX010001.THM"), film]).isEmpty)
    #expect(stacks([shot("GX010001.THM"), shot("GX010001.JPG"), film]).map(\.count) == [2])
  }

  @Test func `names alone never join folders, other dates or other formats`() {
    #expect(
      stacks([
        shot("IMG_1.CR2", at: 100, type: .canonRAW, in: "/a"), shot("IMG_1.JPG", at: 100, in: "/b"),
        shot("IMG_2.CR2", at: 100, type: .canonRAW), shot("IMG_2.JPG", at: 102),
        shot("IMG_3.HEIC", at: 100, type: .heic), shot("IMG_3.JPG", at: 100),
        shot("IMG_4.JPG", at: 100), shot("IMG_4.MOV", at: 100, type: .quickTimeMovie, duration: 30),
      ]) == [])
    #expect(
      stacks([
        shot("IMG_1.CR2", at: 100, type: .canonRAW), shot("img_1.jpg", at: 101),
        shot("IMG_1.HEIC", type: .heic),
        shot("IMG_2.CR2", type: .canonRAW), shot("IMG_2.JPG", at: 100, source: .file),
      ]) == [["IMG_1.HEIC", "img_1.jpg", "IMG_1.CR2"], ["IMG_2.JPG", "IMG_2.CR2"]])
  }

  @Test func `edited copies precede their originals`() {
    let edited = [
      ["IMG_1-edited.jpg", "IMG_1.jpg"], ["IMG_E2.JPG", "IMG_2.JPG"], ["a-bearbeitet(1).jpg", "a(1).jpg"],
      ["b-Edit.tif", "b.jpg"],
    ]
    for names in edited { #expect(stacks(names.map { shot($0, at: 100) }) == [names]) }
    #expect(stacks([shot("a-small.jpg", at: 100), shot("a.jpg", at: 100)]) == [])
    #expect(stacks([shot("IMG_E1.JPG", at: 100), shot("IMG_1.JPG", at: 900)]) == [])
    #expect(stacks([shot("IMG_E1.JPG"), shot("IMG_E1.HEIC", type: .heic)]) == [])
    let all = StackFinder().stacked(["IMG_1.JPG", "IMG_E1.JPG"].map { shot($0, at: 5) })
    #expect(ViewUnit.shot.markedFiles(of: all[0]).count == 2 && all[0].stack?.badge == "edited")
  }

  @Test func `a Live Photo is found by its identifier, or by stem, length and time`() throws {
    let movie = PhotoFileType.quickTimeMovie
    #expect(
      stacks([
        shot("IMG_1.HEIC", at: 100, type: .heic, identifier: "A"),
        shot("video.mov", at: 100, type: movie, identifier: "A", duration: 3),
        shot("IMG_2.JPG", at: 7200),
        shot("IMG_2.MOV", at: 2, type: movie, duration: 2, source: .quickTimeCreateDate),
        shot("IMG_3.JPG", at: 100, identifier: "B"),
        shot("IMG_3.MOV", type: movie, identifier: "C", duration: 2),
        shot("IMG_4.JPG", at: 100), shot("IMG_4.MOV", at: 9_000_000, type: movie, duration: 2),
        shot("IMG_5.JPG", at: 100, offset: 0),
        shot("IMG_5.MOV", at: 3700, type: movie, duration: 2, offset: 60),
        shot("IMG_6.JPG", at: 100, offset: 0),
        shot("IMG_6.MOV", at: 3700, type: movie, duration: 2, offset: 0),
      ]) == [["IMG_1.HEIC", "video.mov"], ["IMG_2.JPG", "IMG_2.MOV"], ["IMG_5.JPG", "IMG_5.MOV"]])
    let live = StackFinder().stacked([
      shot("a.jpg", identifier: "A"), shot("a.mov", type: movie, identifier: "A", duration: 2),
    ])
    let stack = try #require(live[0].stack)
    #expect(stack.badge == "live" && ViewUnit.shot.markedFiles(of: live[0]).names == ["a.jpg"])
    #expect(ViewUnit.shot.markedFiles(of: live[1]).names == ["a.jpg"])
  }

  @Test func `a burst has fractions of seconds, one camera and at least three shots`() throws {
    let burst = [0.0, 0.1, 0.45, 0.9].enumerated().map { shot("DSC_\($0).JPG", at: 100.05 + $1) }
    let found = try #require(StackFinder().stacked(burst)[0].stack)
    #expect(found.badge == "burst 4" && found.shotCount == 4 && found.cover == burst[0])
    #expect(stacks(Array(burst.prefix(2))) == [])
    #expect(stacks((0..<5).map { shot("DSC_\($0).JPG", at: 100 + Double($0), digits: 0) }) == [])
    #expect(stacks((0..<5).map { shot("DSC_\($0).JPG", at: 100, digits: 2) }) == [])
    #expect(stacks((0..<4).map { shot("DSC_\($0).JPG", at: 100 + Double($0) * 0.6) }) == [])
    #expect(
      stacks((0..<4).map { shot("DSC_\($0).JPG", at: 100 + Double($0) / 10, camera: $0 < 2 ? "A" : "B") })
        == [])
    #expect(stacks((0..<4).map { shot("DSC_\($0).JPG", at: 100 + Double($0) / 10, camera: nil) }) == [])
    #expect(
      stacks((0..<3).map { shot("\($0).HEIC", type: .heic, burst: "X") }) == [["0.HEIC", "1.HEIC", "2.HEIC"]])
  }

  @Test func `the shots of a burst may have several files, and copies are no shots`() throws {
    var files = (0..<3).flatMap { number in
      [
        shot("IMG_\(number).CR3", at: 100 + Double(number) / 10, type: .canonCR3),
        shot("IMG_\(number).JPG", at: 100 + Double(number) / 10),
      ]
    }
    files.append(shot("copy.JPG", at: 100.1))
    let found = StackFinder().stacked(files)
    let stack = try #require(found[0].stack)
    #expect(stack.badge == "burst 3" && stack.members.count == 6)
    #expect(stack.members.map(\.shot) == [0, 0, 1, 1, 2, 2])
    #expect(ViewUnit.shot.markedFiles(of: found[3]).names == ["IMG_1.JPG", "IMG_1.CR3"])
    #expect(StackFinder().stacked(files)[6].stack == nil)
  }

  @Test(arguments: [(0.0, false), (0.1, true), (6, true), (6.01, false)])
  func `the video of a Live Photo has a duration of at most 6 s`(duration: Double, isLive: Bool) {
    let files = [
      shot("a.jpg", at: 100), shot("a.mov", at: 100, type: .quickTimeMovie, duration: duration),
    ]
    #expect(stacks(files) == (isLive ? [["a.jpg", "a.mov"]] : []))
  }

  @Test(arguments: [
    (10.0, true), (11, false), (-10, true), (-11, false), (889, false), (890, true), (910, true),
    (911, false),
    (93_610, true), (93_611, false), (94_500, false),
  ])
  func `a video of unknown offset begins within 10 s of its photo, or an offset of up to 26 h away`(
    seconds: Double, isLive: Bool
  ) {
    let video = shot("a.mov", at: 200_000 + seconds, type: .quickTimeMovie, duration: 2)
    #expect(stacks([shot("a.jpg", at: 200_000), video]) == (isLive ? [["a.jpg", "a.mov"]] : []))
  }

  @Test(arguments: [(10.0, true), (11, false), (900, false)])
  func `a video of known offset begins within 10 s of its photo`(seconds: Double, isLive: Bool) {
    let video = shot("a.mov", at: 3700 + seconds, type: .quickTimeMovie, duration: 2, offset: 60)
    #expect(stacks([shot("a.jpg", at: 100, offset: 0), video]) == (isLive ? [["a.jpg", "a.mov"]] : []))
  }

  @Test func `the date of a file does not separate a video from its photo`() {
    let video = shot("a.mov", at: 9_000_011, type: .quickTimeMovie, duration: 2, source: .file)
    #expect(stacks([shot("a.jpg", at: 100), video]) == [["a.jpg", "a.mov"]])
  }

  @Test(arguments: [(1.0, true), (2, false), (-1, true), (-2, false)])
  func `RAW and JPEG of known offsets are within one second`(seconds: Double, isOneShot: Bool) {
    let files = [
      shot("a.cr2", at: 100, type: .canonRAW, offset: 0), shot("a.jpg", at: 3700 + seconds, offset: 60),
    ]
    #expect(stacks(files) == (isOneShot ? [["a.jpg", "a.cr2"]] : []))
  }

  @Test func `a video and its edited copy of the same time are one shot, a photo is no copy of a video`() {
    func video(_ name: String, at seconds: Double) -> Asset {
      shot(name, at: seconds, type: .quickTimeMovie, duration: 30)
    }
    let found = StackFinder().stacked([video("IMG_1.MOV", at: 100), video("IMG_E1.MOV", at: 101)])
    #expect(found[0].stack?.badge == "edited" && found[0].stack === found[1].stack)
    #expect(stacks([video("IMG_1.MOV", at: 100), video("IMG_E1.MOV", at: 102)]) == [])
    #expect(stacks([video("IMG_1.MOV", at: 100), shot("IMG_E1.JPG", at: 100)]) == [])
  }

  @Test func `a video joins the RAW and JPEG of its identifier, unless they have a video`() {
    func video(_ name: String) -> Asset {
      shot(name, at: 100, type: .quickTimeMovie, identifier: "A", duration: 2)
    }
    let photos = [
      shot("a.cr2", at: 100, type: .canonRAW, identifier: "A"), shot("a.jpg", at: 100, identifier: "A"),
    ]
    #expect(stacks(photos + [video("b.mov")]) == [["a.jpg", "a.cr2", "b.mov"]])
    #expect(stacks(photos + [video("a.mov"), video("b.mov")]) == [["a.jpg", "a.cr2", "a.mov"]])
  }

  @Test func `neighbours of a burst are at most 500 ms apart`() {
    func shots(every interval: Double) -> [Asset] {
      (0..<3).map { shot("\($0).jpg", at: 100 + Double($0) * interval) }
    }
    #expect(stacks(shots(every: 0.5)) == [["0.jpg", "1.jpg", "2.jpg"]])
    #expect(stacks(shots(every: 0.501)) == [])
  }

  @Test func `a shot without a fraction of its second is in no burst`() {
    let first = shot("0.jpg", at: 100, digits: 0)
    #expect(stacks([first, shot("1.jpg", at: 100.25), shot("2.jpg", at: 100.5)]) == [])
  }

  @Test func `two shots of several files are no burst, though they have an identifier`() {
    let files = (0..<2).flatMap { number in
      [
        shot("\(number).cr2", at: 100, type: .canonRAW, burst: "X"),
        shot("\(number).jpg", at: 100, burst: "X"),
      ]
    }
    #expect(stacks(files) == [["0.jpg", "0.cr2"], ["1.jpg", "1.cr2"]])
  }

  @Test func `the original of a shot tells its time, not an edited copy before it`() {
    let files = (1...3).flatMap { number in
      [
        shot("IMG_E\(number).JPG", at: 100, digits: 0),
        shot("IMG_\(number).JPG", at: 100 + Double(number) / 10),
      ]
    }
    #expect(StackFinder().stacked(files).allSatisfy { $0.stack?.badge == "burst 3" })
  }

  @Test func `shots of a burst without dates follow one another by number`() {
    let files = [11, 10, 9, 8].map { shot("IMG_\($0).HEIC", type: .heic, burst: "X") }
    #expect(stacks(files) == [["IMG_8.HEIC", "IMG_9.HEIC", "IMG_10.HEIC", "IMG_11.HEIC"]])
  }

  @Test func `names of a burst are confirmed by camera and time`() {
    func burst(_ step: Double, cameras: [String] = ["A"]) -> [Asset] {
      (0..<4).map {
        shot(
          "20231207_101605_00\($0).jpg", at: 100 + step * Double($0), digits: 0,
          camera: cameras[$0 % cameras.count])
      }
    }
    #expect(stacks(burst(0)).map(\.count) == [4])
    #expect(stacks(burst(2)).map(\.count) == [4])
    #expect(stacks(burst(3)).isEmpty && stacks(burst(0, cameras: ["A", "B"])).isEmpty)
    let undated = (0..<3).map { shot("IMG_1_BURST00\($0).jpg") }
    #expect(stacks(undated).isEmpty)
  }

  @Test func `the camera names the cover of a burst, unless the user prefers another shot`() {
    let files = [("001", 100.0), ("002_COVER", 101), ("003", 102)].map {
      shot("IMG_1_BURST\($0.0).jpg", at: $0.1, digits: 0)
    }
    #expect(stacks(files).first?.first == "IMG_1_BURST002_COVER.jpg")
    #expect(stacks(files, preferring: "IMG_1_BURST003.jpg").first?.first == "IMG_1_BURST003.jpg")
  }

  @Test func `files of one stem and of two cameras are two shots`() {
    let files = [
      shot("IMG_1.CR2", at: 100, type: .canonRAW), shot("IMG_1.JPG", at: 100, camera: "NIKON Z 8"),
    ]
    #expect(stacks(files).isEmpty)
  }

  @Test func `a preferred member is the cover`() {
    let files = [shot("IMG_1.CR2", at: 100, type: .canonRAW), shot("IMG_1.JPG", at: 100)]
    #expect(stacks(files, preferring: "IMG_1.CR2") == [["IMG_1.CR2", "IMG_1.JPG"]])
  }

  @Test func `a query shows one file of each shot, or the file that matches`() async throws {
    let library = LibrarySnapshot(inAnyOrder: [
      shot("IMG_1.CR2", at: 100, type: .canonRAW), shot("IMG_1.JPG", at: 100), shot("IMG_2.JPG", at: 900),
    ])
    var query = AssetQuery()
    func names() async throws -> [String] { try await query.groups(of: library).flatMap(\.assets.names) }
    #expect(try await names() == ["IMG_2.JPG", "IMG_1.JPG", "IMG_1.CR2"])
    query.stacks = .shots
    #expect(try await names() == ["IMG_2.JPG", "IMG_1.JPG"])
    #expect(try await query.albums(of: library).map(\.count) == [2, 2])
    query.kinds = KindFilter(including: [.format(.raw)])
    #expect(try await names() == ["IMG_1.CR2"])
    query.kinds = KindFilter()
    query.stacks = .ignored
    query.condition = .trait(.stacked)
    #expect(try await names() == ["IMG_1.JPG", "IMG_1.CR2"])
    query.condition = nil
    query.grouping = .field(.stack)
    #expect(try await query.groups(of: library).map(\.assets.count) == [2, 1])
    #expect(try await query.groups(of: library).last?.key == "none")
  }

  /// Ten thousand files of known stacks, with files that only look as if they belonged together.
  @Test func `known stacks are found, and no others`() {
    var generator = SeededGenerator(seed: 29)
    var (assets, truth) = ([Asset](), [Int]())
    var time = 1_400_000_000.0
    func add(_ asset: Asset, to stack: Int) {
      assets.append(asset)
      truth.append(stack)
    }
    var number = 0
    while assets.count < 10_000 {
      number += 1
      time += Double.random(in: 1.2...600, using: &generator).rounded() + 0.25
      let (folder, camera) = (FilePath("/photos/\(number % 40)"), "Camera \(number % 3)")
      let stem = "IMG_\(number)"
      // Some files have no date in the header.
      let date = Int.random(in: 0..<8, using: &generator) == 0 ? nil : time
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        add(shot("\(stem).CR2", at: date, type: .canonRAW, in: folder, camera: camera), to: number)
        add(shot("\(stem).JPG", at: date, in: folder, camera: camera), to: number)
      case 1:
        add(
          shot("\(stem).HEIC", at: date, type: .heic, in: folder, camera: camera, identifier: stem),
          to: number)
        add(
          shot(
            "\(stem).MOV", at: date, type: .quickTimeMovie, in: folder, camera: camera, identifier: stem,
            duration: 2.5),
          to: number)
      case 2:
        let count = Int.random(in: 3...12, using: &generator)
        for index in 0..<count {
          add(shot("\(stem)_\(index).JPG", at: time, in: folder, camera: camera), to: number)
          time += Double.random(in: 0.04...0.45, using: &generator)
        }
      case 3:
        add(shot("\(stem).JPG", at: date, in: folder, camera: camera), to: number)
        add(shot("IMG_E\(number).JPG", at: date, in: folder, camera: camera), to: number)
      // Traps: another folder, time or camera, whole seconds, a clip next to a photo, a conversion.
      case 4:
        add(shot("\(stem).CR2", at: time, type: .canonRAW, in: folder), to: number)
        add(shot("\(stem).JPG", at: time, in: "/other"), to: -number)
      case 5:
        add(shot("\(stem).CR2", at: time, type: .canonRAW, in: folder), to: number)
        add(shot("\(stem).JPG", at: time + 86_400, in: folder), to: -number)
      case 6:
        for index in 0..<4 {
          add(
            shot(
              "\(stem)_\(index).JPG", at: time + Double(index) / 10, in: folder,
              camera: "Camera \(index % 2)x"),
            to: number * 100_000 + index)
        }
      case 7:
        for index in 0..<4 {
          add(
            shot("\(stem)_\(index).JPG", at: time, digits: 0, in: folder, camera: camera),
            to: number * 100_000 + index)
        }
      case 8:
        add(shot("\(stem).JPG", at: date, in: folder, camera: camera), to: number)
        add(shot("\(stem).MOV", at: time, type: .quickTimeMovie, in: folder, duration: 40), to: -number)
      default: add(shot("\(stem).JPG", at: date, in: folder, camera: camera), to: number)
      }
    }
    let found = StackFinder().stacked(assets)
    /// The pairs of neighbours in one stack; members are adjacent in the list.
    var (right, wrong, missed) = (0, 0, 0)
    for index in 1..<found.count {
      let isTogether = found[index].stack.map { $0 === found[index - 1].stack } ?? false
      switch (isTogether, truth[index] == truth[index - 1]) {
      case (true, true): right += 1
      case (true, false): wrong += 1
      case (false, true): missed += 1
      case (false, false): break
      }
    }
    let stacks = found.indices.reduce(into: [ObjectIdentifier: Set<Int>]()) { stacks, index in
      if let stack = found[index].stack { stacks[ObjectIdentifier(stack), default: []].insert(truth[index]) }
    }
    let pure = stacks.values.count { $0.count == 1 }
    #expect(Double(pure) >= 0.99 * Double(stacks.count), "\(stacks.count - pure) mixed of \(stacks.count)")
    #expect(Double(right) >= 0.99 * Double(right + wrong), "\(right) right, \(wrong) wrong")
    #expect(Double(right) >= 0.95 * Double(right + missed), "\(right) right, \(missed) missed")
  }
}
