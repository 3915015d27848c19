import Testing
import TestSupport

@Suite(.blocking) struct StoreTests {
  private let photopick: Photopick
  private let root: String

  init() throws {
    photopick = try Journey.photopick()
    root = photopick.user.at("keep").string
  }

  private func store(_ arguments: String..., input: [UInt8] = []) throws -> Photopick.Outcome {
    guard let command = arguments.first else { return try photopick.run("store") }
    return try photopick.runAll(
      ["store", command, "--root", root] + arguments.dropFirst(), input: input)
  }

  #if os(Linux)
    @Test func `a full disk behind the output is told as that, a reader that leaves early is not`() throws {
      _ = try store("put", "IMG_9.JPG", "--name", "beach.jpg")
      let full = try photopick.runAll(["store", "get", "--root", root, "beach.jpg"], to: .path("/dev/full"))
      #expect(full.status == 1)
      #expect(full.errors == "photopick: standard output: cannot be written: No space left on device\n")
      let closed = try photopick.shell(
        "{ sleep 0.2; \"$PHOTOPICK\" store get --root '\(root)' beach.jpg; echo \"status $?\" >&2; } | :")
      #expect(closed.errors == "status 0\n")
    }

    @Test func `names that cannot be printed are told like pictures that cannot`() throws {
      _ = try store("put", "IMG_9.JPG", "--name", "beach.jpg")
      let full = try photopick.runAll(["store", "list", "--root", root], to: .path("/dev/full"))
      #expect(full.status == 1)
      #expect(full.errors == "photopick: standard output: cannot be written: No space left on device\n")
    }
  #endif

  @Test func `a reader that goes away keeps no picture from being kept`() throws {
    // The reader has closed the pipe before it is written.
    let closed = try photopick.shell(
      "mkfifo pipe; : < pipe & exec 4> pipe; wait; "
        + "\"$PHOTOPICK\" store put IMG_9.JPG Trip/IMG_12.JPG --root '\(root)' >&4; echo \"status $?\" >&2")
    #expect(closed.errors == "status 0\n")
    #expect(try store("list").lines.count == 2)
  }

  @Test func `a picture is written through a link and into a pipe, which stay`() throws {
    _ = try store("put", "IMG_9.JPG", "--name", "beach.jpg")
    let bytes = try #require(photopick.photos.bytes("IMG_9.JPG"))
    try photopick.photos.file("old.jpg", [1])
    try photopick.photos.symbolicLink("link.jpg", to: "old.jpg")
    #expect(try store("get", "beach.jpg", "-o", "link.jpg").status == 0)
    #expect(photopick.photos.bytes("old.jpg") == bytes)
    let piped = try photopick.shell(
      "mkfifo pipe; exec 3<> pipe; \"$PHOTOPICK\" store get beach.jpg --root '\(root)' -o pipe; "
        + "test -p pipe && head -c \(bytes.count) <&3")
    #expect(piped.status == 0)
    #expect(piped.bytes == bytes)
    let refused = try store("get", "beach.jpg", "-o", "none/copy.jpg")
    #expect(refused.status == 1)
    #expect(refused.errors == "photopick: none/copy.jpg: cannot be written: No such file or directory\n")
  }

  @Test func `nothing is deleted if one of the names cannot be one`() throws {
    _ = try store("put", "IMG_9.JPG", "--name", "beach.jpg")
    #expect(try store("delete", "beach.jpg", "../x").status == 64)
    #expect(try store("list").lines == ["beach.jpg"])
  }

  @Test func `a picture is kept under its name, found, renamed and deleted`() throws {
    let put = try store("put", "IMG_9.JPG", "--name", "beach.jpg")
    #expect(put.text == "beach.jpg\n")
    #expect(put.status == 0)
    #expect(photopick.user.bytes("keep/beach.jpg") == photopick.photos.bytes("IMG_9.JPG"))
    #expect(try store("get", "beach.jpg").bytes == photopick.photos.bytes("IMG_9.JPG"))
    #expect(try store("path", "beach.jpg").lines == [root + "/beach.jpg"])
    #expect(try store("exists", "beach.jpg").status == 0)
    #expect(try store("rename", "beach.jpg", "sea.jpg").status == 0)
    #expect(try store("list").lines == ["sea.jpg"])
    #expect(try store("exists", "beach.jpg").status == 1)
    #expect(try store("delete", "sea.jpg").status == 0)
    #expect(try store("list").text == "")
  }

  @Test func `with --thumbnails a name means the thumbnail`() throws {
    try photopick.photos.file("scene.jpg", Scene.jpeg(width: 400, height: 300))
    _ = try store("put", "scene.jpg", "--name", "a/b.jpg", "--thumbnails")
    _ = try store("put", "scene.jpg", "--name", "none.jpg")
    let thumbnail = try #require(photopick.user.bytes("keep/thumbnail/a/b.jpg"))
    #expect(pixelSize(thumbnail)?.width == 133)
    #expect(try store("get", "a/b.jpg", "--thumbnails").bytes == thumbnail)
    #expect(try store("get", "a/b.jpg").bytes == photopick.photos.bytes("scene.jpg"))
    #expect(try store("path", "a/b.jpg", "--thumbnails").lines == [root + "/thumbnail/a/b.jpg"])
    #expect(try store("list", "--thumbnails").lines == ["a/b.jpg"])
    #expect(try store("list").lines == ["a/b.jpg", "none.jpg"])
    #expect(try store("exists", "a/b.jpg", "--thumbnails").status == 0)
    #expect(try store("exists", "none.jpg", "--thumbnails").status == 1)
    for command in ["get", "path"] {
      let missing = try store(command, "none.jpg", "--thumbnails")
      #expect(missing.status == 1)
      #expect(missing.errors.contains("none.jpg in \(root) has no thumbnail"))
      #expect(missing.text == "")
    }
  }

  @Test func `what is kept is no more readable than its source`() throws {
    try photopick.photos.file("scene.jpg", Scene.jpeg())
    let modes = try photopick.shell(
      """
      umask 022; for mode in 600 640 666; do chmod $mode scene.jpg
      "$PHOTOPICK" store put scene.jpg --name $mode.jpg --thumbnails --fit 20x20 --root '\(root)' > list; done
      chmod 600 scene.jpg; "$PHOTOPICK" store put - --name in.jpg --root '\(root)' < scene.jpg > list
      "$PHOTOPICK" store get 600.jpg --root '\(root)' -o new.jpg; touch old.jpg; chmod 644 old.jpg
      "$PHOTOPICK" store get 600.jpg --root '\(root)' -o old.jpg; stat -c '%n %a' new.jpg old.jpg
      cd '\(root)'; stat -c '%n %a' *.jpg thumbnail/*
      """)
    #expect(
      modes.lines == [
        "new.jpg 600", "old.jpg 600", "600.jpg 600", "640.jpg 640", "666.jpg 644", "in.jpg 600",
        "thumbnail/600.jpg 600",
        "thumbnail/640.jpg 640", "thumbnail/666.jpg 644",
      ])
  }

  @Test func `a picture is kept under a path of one's own, renamed and deleted with its folders`() throws {
    #expect(try store("put", "IMG_9.JPG", "--name", "Trips/2014/beach.jpg").text == "Trips/2014/beach.jpg\n")
    #expect(photopick.user.bytes("keep/Trips/2014/beach.jpg") == photopick.photos.bytes("IMG_9.JPG"))
    #expect(try store("path", "Trips/2014/beach.jpg").lines == [root + "/Trips/2014/beach.jpg"])
    #expect(try store("rename", "Trips/2014/beach.jpg", "Best/sea.jpg").status == 0)
    #expect(photopick.user.names("keep") == [".photopick", "Best"])
    let taken = try store("put", "IMG_9.JPG", "--name", "Best/sea.jpg/x.jpg")
    #expect(taken.status == 1)
    #expect(taken.errors.contains("a file has the name of one of its folders"))
    #expect(try store("put", "IMG_9.JPG", "--name", "Best").errors.contains("is no plain file"))
    #expect(try store("list").lines == ["Best/sea.jpg"])
    #expect(try store("delete", "Best/sea.jpg").status == 0)
    #expect(photopick.user.names("keep") == [".photopick"])
    // Folder names can't leave the store.
    try photopick.user.folder("outside")
    try photopick.user.symbolicLink("keep/out", to: photopick.user.at("outside"))
    #expect(try store("put", "IMG_9.JPG", "--name", "out/a.jpg").status == 1)
    #expect(photopick.user.names("outside") == [])
  }

  @Test(arguments: [["--fit", "20x20"], ["--quality", "0.5"]])
  func `a picture that becomes a JPEG is not kept under another ending`(options: [String]) throws {
    try photopick.photos.file("scene.jpg", Scene.jpeg(width: 40, height: 40))
    let put = ["store", "put", "scene.jpg", "--root", root] + options
    let refused = try photopick.runAll(put + ["--name", "beach.png"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("let its name end in .jpg"))
    #expect(try photopick.runAll(put + ["--name", "beach.JPG"]).text == "beach.JPG\n")
    #expect(try store("list").lines == ["beach.JPG"])
  }

  @Test func `a name made from the time is printed and never given twice`() throws {
    let names = try store("put", "IMG_9.JPG", "IMG_9.JPG").lines
    #expect(Set(names).count == 2)
    #expect(
      names.allSatisfy {
        $0.wholeMatch(of: #/\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d-\d{6}\.jpg/#.ignoresCase()) != nil
      })
    #expect(try store("list").lines.sorted() == names.sorted())
  }

  @Test func `the store is in the data folder unless told otherwise`() throws {
    _ = try photopick.run("store", "put", "IMG_9.JPG", "--name", "a.jpg")
    #expect(photopick.user.bytes("home/.local/share/photopick/store/a.jpg") != nil)
    _ = try photopick.run("store", "put", "IMG_9.JPG", "--name", "a.jpg", "--cache")
    #expect(photopick.user.bytes("home/.cache/photopick/store/a.jpg") != nil)
  }

  @Test func `a picture may come from standard input`() throws {
    let picture = PictureBuilder.jpeg("2014:05:13 12:00:00")
    #expect(try store("put", "-", "--name", "in.jpg", input: picture).text == "in.jpg\n")
    #expect(photopick.user.bytes("keep/in.jpg") == picture)
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(5))) func `what never ends and is no picture is not copied`() throws {
      for source in ["/dev/zero", "Trip"] {
        let outcome = try store("put", source)
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
      }
      let endless = try photopick.shell("yes | \"$PHOTOPICK\" store put --root '\(root)' -")
      #expect(endless.status == 1)
      #expect(
        endless.errors
          == "photopick: standard input is no photo or video of a known format; it was not kept\n")
      #expect(photopick.user.names("keep/.photopick/staging") == [])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a picture comes out of a named pipe, and a signal leaves no half one`() throws {
      let piped = try photopick.shell(
        "mkfifo pipe; cat IMG_9.JPG > pipe & \"$PHOTOPICK\" store put --root '\(root)' --name a.jpg pipe; wait"
      )
      #expect(piped.lines == ["a.jpg"])
      #expect(photopick.user.bytes("keep/a.jpg") == photopick.photos.bytes("IMG_9.JPG"))
      let ended = try photopick.shell(
        """
        { cat IMG_9.JPG; while :; do echo more; sleep 0.01; done; } | "$PHOTOPICK" store put --root '\(root)' - &
        until [ -n "$(ls -A '\(root)/.photopick/staging')" ]; do sleep 0.01; done
        kill -TERM $!; wait $!; echo $?
        """)
      #expect(ended.lines == ["130"])
      #expect(photopick.user.names("keep/.photopick/staging") == [])
    }
  #endif

  @Test func `a name that is taken is one line unless it is to be replaced`() throws {
    _ = try store("put", "IMG_9.JPG", "--name", "a.jpg")
    let taken = try store("put", "Trip/IMG_12.JPG", "--name", "a.jpg")
    #expect(taken.status == 1)
    #expect(taken.text == "")
    #expect(taken.errorLines.count == 1)
    #expect(taken.errors.contains("already has a file named a.jpg"))
    #expect(try store("put", "Trip/IMG_12.JPG", "--name", "a.jpg", "--replace").status == 0)
    #expect(photopick.user.bytes("keep/a.jpg") == photopick.photos.bytes("Trip/IMG_12.JPG"))
  }

  @Test(arguments: [
    "../out.jpg", "/tmp/out.jpg", ".hidden", "thumbnail", "a\nb", "a/../../b.jpg", "a//b", "a/",
    "thumbnail/a.jpg",
    ".photopick/lock", "a/.b",
  ])
  func `a name that leads elsewhere is wrong usage`(name: String) throws {
    let outcome = try store("put", "IMG_9.JPG", "--name", name)
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errorLines.count == 1)
    #expect(photopick.user.names("keep") == [])
  }

  @Test func `what is no picture is kept on request only`() throws {
    let refused = try store("put", "notes.txt", "IMG_9.JPG")
    #expect(refused.status == 1)
    #expect(refused.lines.count == 1)
    #expect(refused.errors.contains("notes.txt is no photo or video"))
    #expect(try store("put", "notes.txt", "--any", "--name", "notes.txt").status == 0)
  }

  @Test(arguments: [
    ["get", "gone.jpg"], ["path", "gone.jpg"], ["delete", "gone.jpg"], ["rename", "gone.jpg", "b.jpg"],
  ])
  func `a name that is not there is one line`(arguments: [String]) throws {
    let outcome = try photopick.runAll(["store", arguments[0], "--root", root] + arguments.dropFirst())
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(outcome.errors == "photopick: \(root) has no file named gone.jpg\n")
  }
}
