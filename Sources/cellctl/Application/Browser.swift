import CellClient
import CellEngine
import Glibc

/// A program that opens an address: one of `$BROWSER`, or xdg-open.
struct Browser: Equatable {
  let executable: String
  let arguments: [String]
  /// Whether the program draws on the terminal.
  let needsTerminal: Bool

  /// Programs that show pages in a terminal. Other programs know them by these names, too.
  private static let terminalBrowsers = ["www-browser", "links", "links2", "elinks", "lynx", "w3m"]

  /// Returns the address that a browser gets: that of a page or a mail, without characters that an
  /// address cannot have. Returns nil for other addresses, which could start any program.
  static func target(_ address: String) -> String? {
    Link.target(address.utf8, in: .document).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the programs that are installed, in the order in which they are tried.
  /// - Parameters:
  ///   - target: the address, as ``target(_:)`` returns it. It begins with its scheme, so it is not
  ///     an option of a program.
  ///   - variable: the value of `$BROWSER`: commands with colons between them. In their words, `%s`
  ///     is the address, `%c` a colon, and `%%` a percent sign. A command without `%s` gets the
  ///     address as its last word. No shell is run.
  ///   - find: finds a program in PATH.
  static func all(
    for target: String, variable: String?, find: (String) -> String? = Executable.findInPath
  ) -> [Browser] {
    let commands = (variable ?? "").split(separator: ":").map { try? CommandWords.split(String($0)) }
    return (commands + [["xdg-open"]]).compactMap { command in
      guard var words = command, let program = words.first, !program.contains("%s") else { return nil }
      // Some write a sign of shells for a program that does not end.
      if words.count > 1, words.last == "&" { words.removeLast() }
      if !words.contains(where: { $0.contains("%s") }) { words.append("%s") }
      let name = expanded(program, target)
      guard let executable = name.contains("/") ? (access(name, X_OK) == 0 ? name : nil) : find(name) else {
        return nil
      }
      return Browser(
        executable: executable, arguments: words.dropFirst().map { expanded($0, target) },
        needsTerminal: terminalBrowsers.contains { $0 == name.split(separator: "/").last.map(String.init) })
    }
  }

  private static func expanded(_ word: String, _ target: String) -> String {
    var (text, isSign) = ("", false)
    for character in word {
      switch (isSign, character) {
      case (false, "%"): isSign = true
      case (false, _): text.append(character)
      case (true, "s"): (text, isSign) = (text + target, false)
      case (true, "c"): (text, isSign) = (text + ":", false)
      case (true, "%"): (text, isSign) = (text + "%", false)
      case (true, _): (text, isSign) = (text + "%\(character)", false)
      }
    }
    return isSign ? text + "%" : text
  }
}

/// The attempts to open an address, one program after the other. The programs have no terminal, and
/// outlive this process.
struct Opening {
  let target: String
  private var rest: [Browser]
  private var child: pid_t?
  /// A program that still runs then has opened the address.
  private var deadline = Deadline.never

  /// The state of the attempts.
  enum State: Equatable {
    case waiting, opened, failed
    /// The next program draws on the terminal.
    case inTerminal(Browser)
  }

  init(_ target: String, _ browsers: [Browser]) {
    self.target = target
    rest = browsers
  }

  /// The time after which ``state()`` is asked again: a program that fails does so soon.
  static let milliseconds: Int32 = 50

  /// Starts the next program if the last one failed.
  mutating func state() -> State {
    while true {
      if let child {
        var status: Int32 = 0
        let ended = waitpid(child, &status, WNOHANG)
        if ended == 0 { return deadline.isOver ? .opened : .waiting }
        self.child = nil
        if ended == child, status == 0 { return .opened }
      }
      guard let browser = rest.first else { return .failed }
      rest.removeFirst()
      if browser.needsTerminal { return .inTerminal(browser) }
      var process = ChildProcess(executable: browser.executable, arguments: browser.arguments)
      process.isDetached = true
      child = try? process.start()
      deadline = Deadline(seconds: 10)
    }
  }
}
