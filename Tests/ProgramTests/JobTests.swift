import Foundation
import TestSupport
import Testing

/// Background jobs of a shell that reads the terminal itself.
@Suite(.blocking, .serialized) struct JobTests {
  private let photopick: Photopick
  private let shell: PickerTerminal
  /// A command line that picks into a file, with no single quotes, so that it can be quoted.
  private let pick: String

  init() throws {
    photopick = try PickTests.library()
    shell = try PickerTerminal(shellFor: photopick)
    pick = "\"$PHOTOPICK\" pick --format {name} \(photopick.photos.path.string) >out 2>err"
  }

  private func enter(_ line: String) throws { try shell.type(line + "\n") }

  /// Starts a picker in the background, where it stops.
  private func pickInBackground() throws {
    try enter(pick + " &")
    try shell.wait(for: "Stopped", times: 1)
    #expect(!shell.screen.modes.contains(1049))
  }

  private func pickFirst() throws {
    try shell.type(" ")
    try shell.wait(for: "1 picked")
  }

  /// Continues the stopped picker in the background, where it stops again and leaves the terminal to the shell.
  private func goOnInBackground() throws {
    try enter("bg")
    try waitForShell(toSay: "Stopped", times: 2)
    #expect(!shell.screen.modes.contains(1049))
  }

  /// Waits until the shell has reported the state of a job n times. On a busy system, bash may not notice the change
  /// of a job until another child exits, so start some.
  private func waitForShell(toSay state: String, times: Int) throws {
    for _ in 0..<300 where shell.writtenText.ranges(of: state).count < times {
      try enter("/bin/sleep 0.1")
      _ = try lastStatus()
    }
    try #require(shell.writtenText.ranges(of: state).count >= times)
  }

  /// Brings the picker to the foreground, where it shows photos.
  private func bringForward() throws {
    try enter("fg")
    try shell.wait("the picker") { $0.modes.contains(1049) && $0.text.contains("IMG_9.jpg") }
  }

  /// Ends the picker with a key and returns the exit status that the shell prints afterwards.
  private func status(afterKey key: String) throws -> String {
    try shell.type(key)
    try shell.wait("the shell") { !$0.modes.contains(1049) }
    return try status()
  }

  /// Makes the shell print the last status and exit.
  private func status() throws -> String {
    let status = try lastStatus()
    try enter("exit")
    _ = try shell.end()
    return status
  }

  /// Makes the shell print the last status.
  private func lastStatus() throws -> String {
    // The echoed input contains no number at this position.
    let line = /ended (\d+) here/
    let before = shell.writtenText.matches(of: line).count
    try enter("echo 'ended '$?' here'")
    try shell.wait("the status") { [shell] _ in shell.writtenText.matches(of: line).count > before }
    return shell.writtenText.matches(of: line).last.map { String($0.1) } ?? ""
  }

  @Test func `a picker that begins in the background stops until the shell brings it forward`() throws {
    try pickInBackground()
    try goOnInBackground()
    try bringForward()
    try pickFirst()
    #expect(try status(afterKey: "d") == "0")
    #expect(shell.output == "IMG_9.jpg\n")
    #expect(shell.isRestored)
  }

  @Test func `a picker that was stopped and goes on in the background stops again and keeps what is picked`()
    throws
  {
    try enter(pick)
    try shell.wait(for: "IMG_9.jpg")
    try pickFirst()
    try shell.type("\u{1A}")
    try shell.wait(for: "Stopped", times: 1)
    try goOnInBackground()
    // The shell still reads input.
    try enter("echo li''stens")
    try shell.wait(for: "listens", times: 1)
    try bringForward()
    try shell.type("l ")
    try shell.wait(for: "2 picked")
    #expect(try status(afterKey: "d") == "0")
    #expect(shell.output == "IMG_9.jpg\nIMG_8.jpg\n")
    #expect(shell.isRestored)
  }

  @Test
  func `a picker that was stopped unasked gives the shell its screen when it goes on in the background`()
    throws
  {
    try enter("sh -c 'echo $$ >pid; exec \(pick)'")
    try shell.wait(for: "IMG_9.jpg")
    // Press keys after the replies of the terminal, which the shell would read as input.
    try pickFirst()
    let process = try #require(pid_t(shell.text("pid").dropLast()))
    kill(process, SIGSTOP)
    try shell.wait(for: "Stopped", times: 1)
    #expect(shell.screen.modes.contains(1049))
    try goOnInBackground()
    try bringForward()
    #expect(try status(afterKey: "d") == "0")
    #expect(shell.output == "IMG_9.jpg\n")
    #expect(shell.isRestored)
  }

  @Test func `a picker that waits in the background ends when it is told to`() throws {
    try pickInBackground()
    try enter("kill %1")
    try waitForShell(toSay: "Terminated", times: 1)
    #expect(try status() == "0")
    #expect(shell.output.isEmpty)
    #expect(shell.isRestored)
  }

  @Test func `a picker that no shell can bring forward says so and ends`() throws {
    // The subshell exits before the gate opens, and leaves an orphaned process group.
    try enter("mkfifo gate; (sh -c 'read line <gate; \(pick); echo $? >status' &)")
    try enter("echo >gate; until [ -s status ]; do sleep 0.05; done; [ $(cat status) = 64 ]")
    #expect(try status() == "0")
    #expect(shell.errors.contains("pick needs a terminal: it runs in the background"))
    #expect(shell.output.isEmpty)
    #expect(!shell.writtenText.contains("[?1049h"))
  }

  @Test func `a list with pictures in the background asks the terminal nothing`() throws {
    try enter("\"$PHOTOPICK\" browse --grid '\(photopick.photos.path.string)' & wait $!")
    try shell.wait(for: "IMG_9.jpg")
    #expect(try status() == "0")
    #expect(shell.screen.questionCount == 0)
    #expect(shell.isRestored)
  }

  @Test func `progress in the background does not write over what people type`() throws {
    let fetch = "\"$PHOTOPICK\" fetch http://127.0.0.1:1/x.jpg --tries 1 --to got"
    try enter(fetch + " & wait $!")
    #expect(try lastStatus() == "1")
    #expect(shell.writtenText.contains("gave up after"))
    #expect(!shell.writtenText.contains("of 1 file"))
    try enter(fetch)
    #expect(try status() == "1")
    #expect(shell.writtenText.contains("of 1 file"))
  }
}
