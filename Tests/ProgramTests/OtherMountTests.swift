import Foundation
import SystemPackage
import TestSupport
import Testing

/// Moves to the photos' own folder through another mount: with a user-space file system the files have other inode
/// numbers, so that only their names identify them.
@Suite(.blocking) struct OtherMountTests {
  private let photopick: Photopick

  init() throws {
    photopick = try Photopick()
    for number in 1...3 {
      try photopick.photos.file(
        FilePath("real/IMG_\(number).jpg"), PictureBuilder.jpeg("201\(number):05:13 12:00:00"))
    }
    try photopick.photos.folder("view")
  }

  /// A way to mount `real` as `view`.
  enum Mount: String, CaseIterable {
    case bindfs = "bindfs real view"
    case cached =
      "bindfs -o attr_timeout=600,entry_timeout=600,negative_timeout=600,ac_attr_timeout=600 real view"
    case mergerfs = "mergerfs real view"
    case mergedAndCached = "mergerfs -o cache.entry=600,cache.attr=600,cache.negative_entry=600 real view"

    var isInstalled: Bool {
      geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0
        && SidecarToolTests.isThere(self == .bindfs || self == .cached ? "bindfs" : "mergerfs")
    }
  }

  private static let mounts: [Mount] = {
    let mounts = Mount.allCases.filter(\.isInstalled)
    // Scripts/test prints notices of passing tests.
    if mounts.count < Mount.allCases.count {
      print("notice: not every move over another mount is tested; install bindfs, mergerfs; run as root")
    }
    return mounts
  }()

  /// Runs shell commands while `real` is mounted as `view`.
  private func run(_ mount: Mount, _ lines: String) throws -> Photopick.Outcome {
    try photopick.shell(
      """
      \(mount.rawValue) || exit 99
      trap 'umount view || umount -l view' EXIT
      ls view >/dev/null
      for name in real view; do cat $name/IMG_1.jpg $name/IMG_2.jpg $name/IMG_3.jpg | cksum >/dev/null; done
      \(lines)
      """)
  }

  private func photos() -> [[UInt8]?] {
    (1...3).map { photopick.photos.bytes(FilePath("real/IMG_\($0).jpg")) }
  }

  @Test(
    .enabled(if: !mounts.isEmpty, "bindfs and mergerfs are not installed, or this user cannot mount"),
    arguments: mounts, [("real", "view"), ("view", "real")])
  func `photos that are moved to their own folder stay`(mount: Mount, places: (String, String)) throws {
    let before = photos()
    let outcome = try run(
      mount, "$PHOTOPICK export all \(places.0) --to \(places.1) --move --jsonl && ls real")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.components(separatedBy: "skipped").count == 4, "\(outcome.text)")
    #expect(photos() == before)
    #expect(photopick.photos.names("real") == ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"])
    let undo = try run(mount, "$PHOTOPICK export --undo")
    #expect(undo.errors == "photopick: there is no export to undo\n")
    #expect(photos() == before)
  }

  @Test(
    .enabled(if: !mounts.isEmpty, "bindfs and mergerfs are not installed, or this user cannot mount"),
    arguments: mounts, [("real", "view"), ("view", "real")])
  func `photos that get other names in their own folder are moved, and come back`(
    mount: Mount, places: (String, String)
  ) throws {
    let before = photos()
    let moved = try run(
      mount, "$PHOTOPICK export all \(places.0) --to \(places.1) --move --name 'x-{name}'")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(photopick.photos.names("real") == ["x-IMG_1.jpg", "x-IMG_2.jpg", "x-IMG_3.jpg"])
    let undo = try run(mount, "$PHOTOPICK export --undo")
    #expect(undo.status == 0, "\(undo.errors)")
    #expect(photos() == before)
    #expect(photopick.photos.names("real") == ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"])
  }

  @Test(
    .enabled(if: !mounts.isEmpty, "bindfs and mergerfs are not installed, or this user cannot mount"),
    arguments: mounts)
  func `photos that are moved within one mount come back`(mount: Mount) throws {
    let before = photos()
    let undo = try run(
      mount, "$PHOTOPICK export all view --to view/x --move >/dev/null && $PHOTOPICK export --undo")
    #expect(undo.status == 0, "\(undo.errors)")
    #expect(photos() == before)
  }

  // mergerfs gives a renamed file another number, so that all copies stay.
  @Test(
    .enabled(if: mounts.contains(.bindfs), "bindfs is not installed, or this user cannot mount"),
    arguments: [Mount.bindfs, .cached])
  func `all copies but one are moved to the trash`(mount: Mount) throws {
    let moved = try run(
      mount,
      """
      cp view/IMG_1.jpg view/IMG_4.jpg
      cp view/IMG_1.jpg view/IMG_5.jpg
      "$PHOTOPICK" duplicates view --exact --trash --yes >/dev/null
      """)
    #expect(moved.status == 0 && moved.errors.hasPrefix("2 of 2 moved"), "\(moved.errors)")
    #expect(photopick.photos.names("real").count { $0.hasSuffix(".jpg") } == 3)
  }

  @Test(
    .enabled(if: hasRclone, "rclone is not installed, or this user cannot mount"))
  func `photos stay where a mount shows names and bytes that it has cached`() throws {
    let before = photos()
    let outcome = try photopick.shell(
      """
      rclone mount "$PWD/real" "$PWD/view" --vfs-cache-mode full --vfs-fast-fingerprint \
        --cache-dir "$PWD/../rclone" --config /dev/null >/dev/null 2>&1 &
      trap 'umount view || umount -l view; wait' EXIT
      for try in 1 2 3 4 5 6 7 8 9 10; do mountpoint -q view && break; sleep 0.5; done
      mountpoint -q view || exit 99
      cat view/* >/dev/null; sleep 1
      $PHOTOPICK export all real --to view --move --no-catalog
      """)
    #expect(outcome.status != 99)
    #expect(photos() == before, "\(outcome.errors)")
    #expect(photopick.photos.names("real") == ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"])
  }

  private static let hasRclone =
    geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 && SidecarToolTests.isThere("rclone")
}
