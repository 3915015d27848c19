import PhotoFiles
import SystemPackage
import Testing

@testable import Terminal

/// Queries and modes of terminals. A process can change the mode of a single terminal at a time.
@Suite(.serialized) struct TerminalDeviceTests {
  private static let xterm = ["TERM": "xterm-256color"]

  private func probe(
    _ terminal: ScriptedTerminal, _ environment: [String: String] = xterm, timeout: Duration = .seconds(5)
  ) -> TerminalInquiry.Findings {
    TerminalInquiry.ask(
      TerminalDevice(input: terminal.device, output: terminal.device),
      environment: TerminalEnvironment(environment), timeout: timeout
    ).findings
  }

  @Test(arguments: [
    // kitty, with the reply to the graphics query.
    (
      "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c",
      TerminalGraphics.Mode.kitty, TerminalColors.trueColor, (10, 20) as (Int, Int)?
    ),
    // iTerm2 also supports sixels; the inline images have more colors.
    ("\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[6;34;16t\u{1B}[?62;4c", .iterm2, .trueColor, (16, 34)),
    // xterm as a VT340, which knows the size of the window.
    ("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[4;650;600t\u{1B}[?63;1;2;4;6c", .sixel, .trueColor, (6, 13)),
    // A terminal that only replies to device attributes.
    ("\u{1B}[?1;2c", .symbols, .indexed256, nil),
    // The first parameter is the terminal's class; VT132 isn't sixel support.
    ("\u{1B}[?4;6c", .symbols, .indexed256, nil),
    // kitty's protocol is refused.
    ("\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[?62c", .symbols, .indexed256, nil),
  ])
  func `a terminal shows what it says it can`(
    answer: String, mode: TerminalGraphics.Mode, colors: TerminalColors, cell: (Int, Int)?
  ) throws {
    let terminal = try ScriptedTerminal(answer: answer)
    defer { terminal.close() }
    let modes = terminal.modes
    let findings = probe(terminal)
    #expect(findings.graphics.mode == mode)
    #expect(findings.graphics.colors == colors)
    #expect(findings.graphics.cellSize == cell.flatMap { CellSize(width: $0.0, height: $0.1) })
    #expect(!findings.mayAnswerLate)
    #expect(terminal.modes == modes)
    #expect(terminal.unreadInput() == [])
  }

  @Test(arguments: [
    // xterm: limited by its window and its resource maxGraphicSize.
    ("\u{1B}[?2;0;640;312S\u{1B}[?2;0;1000;1000S", SixelLimit(width: 1000, height: 1000)),
    ("\u{1B}[?2;0;10000;9000S", SixelLimit(width: 10_000, height: 9000)),
    // tmux: unknown.
    ("\u{1B}[?2;3;0S", nil), ("\u{1B}[?1;0;256S", nil), ("\u{1B}[?2;0;0;0S", nil),
    ("\u{1B}[?2;0;1;1S", nil), ("\u{1B}[2;0;640;312S", nil), ("", nil),
  ])
  func `a terminal tells the size of its largest sixel picture`(answer: String, limit: SixelLimit?) throws {
    let terminal = try ScriptedTerminal(answer: answer + "\u{1B}[?63;4c")
    defer { terminal.close() }
    #expect(probe(terminal).graphics.sixelLimit == limit)
    #expect(terminal.output.contains("\u{1B}[?2;1;0S"))
  }

  @Test func `a terminal that answers nothing gets symbols after the time limit`() throws {
    let terminal = try ScriptedTerminal(answer: "")
    defer { terminal.close() }
    let modes = terminal.modes
    let start = ContinuousClock.now
    let findings = probe(terminal, timeout: .milliseconds(100))
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    #expect(findings.graphics == TerminalGraphics(mode: .symbols, colors: .indexed256))
    #expect(findings.mayAnswerLate)
    #expect(terminal.modes == modes)
  }

  @Test func `answers that come late are neither shown nor left for the next program`() throws {
    let terminal = try ScriptedTerminal(answer: "\u{1B}[?63;1;2;4c", after: .milliseconds(300))
    defer { terminal.close() }
    let modes = terminal.modes
    let device = TerminalDevice(input: terminal.device, output: terminal.device)
    var inquiry = TerminalInquiry.ask(
      device, environment: TerminalEnvironment(Self.xterm), timeout: .milliseconds(20))
    #expect(inquiry.findings.graphics.mode == .symbols)
    #expect(inquiry.findings.mayAnswerLate)
    inquiry.finish()
    #expect(!terminal.isReadable(within: 500))
    #expect(terminal.modes == modes)
    #expect(inquiry.findings.graphics.mode == .sixel)
    #expect(!terminal.output.contains("63;1;2;4c"))
    #expect(terminal.unreadInput() == [])
  }

  @Test func `a reader that ends before the answers leaves none for the next program`() throws {
    let answer = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c"
    let terminal = try ScriptedTerminal(answer: answer, after: .milliseconds(100))
    defer { terminal.close() }
    let device = TerminalDevice(input: terminal.device, output: terminal.device)
    try device.enter(.quiet)
    defer { device.leave() }
    let inquiry = TerminalInquiry(TerminalEnvironment(Self.xterm), of: device)
    device.write(inquiry.questions)
    let reader = try TerminalReader(device, inquiry: inquiry) { _ in }
    reader.finish()
    #expect(!terminal.isReadable(within: 500))
  }

  @Test func `garbage before the answers changes nothing`() throws {
    let garbage = "abc\u{1B}[999999999999999999999;0t\u{1B}[6;0;0t\u{1B}[4;-1;5t\u{1B}Pnever ended\u{1B}[?x"
    let terminal = try ScriptedTerminal(answer: garbage + "\u{1B}[6;99999;99999t\u{1B}[?63;4c")
    defer { terminal.close() }
    let graphics = probe(terminal).graphics
    #expect(graphics == TerminalGraphics(mode: .sixel, colors: .indexed256))
  }

  @Test func `what is typed after the answers is left for the program`() throws {
    let terminal = try ScriptedTerminal(answer: "\u{1B}[?62cls")
    defer { terminal.close() }
    _ = probe(terminal)
    #expect(terminal.unreadInput() == Array("ls".utf8))
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "linux"], ["TERM": "screen", "STY": "1.pts"], [:]])
  func `terminals that would show the questions are not asked`(environment: [String: String]) throws {
    let terminal = try ScriptedTerminal(answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c")
    defer { terminal.close() }
    let findings = probe(terminal, environment)
    #expect(findings.graphics == TerminalGraphics(TerminalEnvironment(environment)))
    #expect(terminal.output == "")
  }

  @Test func `a name in the environment counts only if the terminal does not tell its own`() throws {
    let environment = ["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"]
    let silent = try ScriptedTerminal(answer: "\u{1B}[?62;4c")
    defer { silent.close() }
    #expect(probe(silent, environment).graphics.mode == .iterm2)
    // xterm, started from a shell in iTerm2.
    let named = try ScriptedTerminal(answer: "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?62;4c")
    defer { named.close() }
    #expect(probe(named, environment).graphics.mode == .sixel)
  }

  @Test func `tmux answers for itself`() throws {
    let environment = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux", "LC_TERMINAL": "iTerm2"]
    let plain = try ScriptedTerminal(answer: "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
    defer { plain.close() }
    #expect(probe(plain, environment).graphics.mode == .symbols)
    let withSixels = try ScriptedTerminal(answer: "\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[?1;2;4c")
    defer { withSixels.close() }
    #expect(probe(withSixels, environment).graphics.mode == .sixel)
  }

  @Test(arguments: [
    (["TERM": "xterm"], TerminalColors.indexed16),
    (["TERM": "xterm-256color"], .indexed256),
    (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
    (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .monochrome),
    (["TERM": "xterm", "NO_COLOR": ""], .indexed16),
    (["TERM": "xterm-direct"], .trueColor),
  ])
  func `the environment tells the colours`(environment: [String: String], colors: TerminalColors) {
    let graphics = TerminalGraphics(TerminalEnvironment(environment))
    #expect(graphics.colors == colors)
    #expect(graphics.mode == .symbols)
  }

  // MARK: Modes

  @Test(arguments: [TerminalDevice.Mode.quiet, .fullScreen])
  func `a terminal that was left is what it was`(mode: TerminalDevice.Mode) throws {
    let terminal = try ScriptedTerminal(answer: "")
    defer { terminal.close() }
    let modes = terminal.modes
    let device = TerminalDevice(input: terminal.device, output: terminal.device)
    try device.enter(mode)
    #expect(terminal.modes != modes)
    device.leave()
    #expect(terminal.modes == modes)
    // The mode can be entered again, as after Ctrl-Z and fg.
    try device.enter(mode)
    device.leave(discardingInput: true)
    #expect(terminal.modes == modes)
  }

  @Test func `a terminal whose user forgot to leave it is left when the device goes`() throws {
    let terminal = try ScriptedTerminal(answer: "")
    defer { terminal.close() }
    let modes = terminal.modes
    try TerminalDevice(input: terminal.device, output: terminal.device).enter(.quiet)
    #expect(terminal.modes == modes)
  }

  @Test func `every signal that would end the process puts the terminal back first, and nothing else does`()
    throws
  {
    let terminal = try ScriptedTerminal(answer: "")
    defer { terminal.close() }
    let ending = [
      SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT, SIGFPE, SIGUSR1, SIGSEGV, SIGBUS, SIGALRM, SIGTERM, SIGXCPU,
      SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS, SIGTRAP,
    ]
    let others = [SIGCHLD, SIGURG, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGWINCH]
    // Ignored signals don't terminate us.
    let former = signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, former) }
    let before = (1..<32).map(action)
    do {
      let device = TerminalDevice(input: terminal.device, output: terminal.device)
      try device.enter(.quiet)
      for number in ending { #expect(action(number) != action(SIGTTIN), "signal \(number)") }
      for number in others + [SIGUSR2] {
        #expect(action(number) == before[Int(number) - 1], "signal \(number)")
      }
    }
    #expect((1..<32).map(action) == before)
  }

  /// The address of a signal's handler, 0 for the default.
  private func action(_ number: Int32) -> Int {
    var current = sigaction()
    sigaction(number, nil, &current)
    #if canImport(Darwin)
      return unsafeBitCast(current.__sigaction_u.__sa_handler, to: Int.self)
    #else
      return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }

  @Test func `a second terminal is refused, and can be used afterwards`() throws {
    let (first, second) = (try ScriptedTerminal(answer: ""), try ScriptedTerminal(answer: "\u{1B}[?62;4c"))
    defer {
      first.close()
      second.close()
    }
    do {
      let device = TerminalDevice(input: first.device, output: first.device)
      try device.enter(.quiet)
      let modes = first.modes
      let other = TerminalDevice(input: second.device, output: second.device)
      #expect(throws: Errno.resourceBusy) { try other.enter(.quiet) }
      other.leave()
      #expect(first.modes == modes)
      #expect(probe(second).graphics.mode == .symbols)
    }
    #expect(probe(second).graphics.mode == .sixel)
  }

  @Test func `a terminal tells its size`() throws {
    let terminal = try ScriptedTerminal(answer: "", columns: 37, rows: 11)
    defer { terminal.close() }
    let device = TerminalDevice(input: terminal.device, output: terminal.device)
    #expect(device.size == TerminalSize(columns: 37, rows: 11))
    #expect(device.cellSize == nil)
  }

  @Test(arguments: [(0, 11), (37, 0), (0, 0)] as [(UInt16, UInt16)])
  func `a terminal that doesn't know its size has the usual one`(columns: UInt16, rows: UInt16) throws {
    let terminal = try ScriptedTerminal(answer: "", columns: columns, rows: rows)
    defer { terminal.close() }
    #expect(TerminalDevice(input: terminal.device, output: terminal.device).size == .usual)
    #expect(TerminalWindow(of: terminal.device)?.columns == (columns > 0 ? 37 : nil))
  }

  @Test func `input arrives in parts of the limit, then silence, then the end`() throws {
    let (reader, writer) = try FileDescriptor.pipe()
    let device = TerminalDevice(input: reader, output: writer, isInputOwned: true)
    #expect(!device.isInBackground && !device.canAnswer)
    func arrival(within milliseconds: Int? = nil, wake: FileDescriptor? = nil) -> String {
      switch device.next(within: milliseconds, limit: 2, wake: wake) {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .signal(let number): "signal \(number)"
      case .silence: "silence"
      case .hangup: "hangup"
      }
    }
    try writer.writeAll(Array("abc".utf8))
    #expect(arrival() == "ab" && arrival() == "c" && arrival(within: 1) == "silence")
    let waker = try FileDescriptor.pipe()
    try waker.writeEnd.writeAll([1])
    #expect(arrival(wake: waker.readEnd) == "silence")
    try waker.readEnd.close()
    try waker.writeEnd.close()
    try writer.close()
    #expect(arrival() == "hangup")
  }

  @Test(arguments: [
    ("10.0.0.2 5000 192.168.1.5 22", "", "192.168.1.5"),
    ("10.0.0.2 5000 192.168.1.5 22", "me", "me@192.168.1.5"),
    ("10.0.0.2 5000 fe80::1 2222", "me", "-p 2222 me@fe80::1"), ("10.0.0.2 5000 22", "me", nil),
    ("10.0.0.2 5000 192.168.1.5 22 1", "me", nil), ("", "me", nil),
  ])
  func `a remote machine tells how it is reached`(connection: String, user: String, login: String?) {
    let environment = TerminalEnvironment(["SSH_CONNECTION": connection, "USER": user])
    #expect(environment.remoteLogin == login && environment.isRemote == !connection.isEmpty)
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], TerminalGraphics.Mode.kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
    (["TERM": "foot"], .sixel), (["TERM": "xterm"], nil), (["TERM": "xterm-kitty", "TMUX": "/t"], nil),
    (["TERM": "xterm-kitty", "STY": "1.pts"], nil), (["TERM": "xterm-kitty", "FZF_PREVIEW_LINES": "9"], nil),
    (["TERM": "xterm-kitty", "FZF_PREVIEW_LINES": "9", "FZF_PREVIEW_TOP": "0"], .kitty),
  ])
  func `variables name a terminal unless another program is in between`(
    variables: [String: String], mode: TerminalGraphics.Mode?
  ) {
    #expect(TerminalEnvironment(variables).pictureMode == mode)
  }

  @Test func `output that is no terminal has no style`() {
    let style = TerminalStyle.standardOutput(isTerminal: false)
    #expect(style.width == nil && style.heading("a") == "a" && style.secondary("a") == "a")
  }
}
