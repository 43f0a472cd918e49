import CellWire
import Glibc
import NIOCore

/// Who has access, and which connections are open. One thread owns it.
///
/// A printed address has a code. A window that offers it gets a token of its own, and confirms it.
/// The first token that is confirmed counts until the program ends, and uses the code up.
final class Server {
  let gate: RequestGate
  let sockets: [SocketPath]
  /// Another origin whose pages are let in.
  let origin: String?
  /// Is called when a code is used up.
  var codeEnded: () -> Void = {}
  private let (maxStrangers, maxWindows): (Int, Int)
  private var strangers: [Visit] = []
  private var windows: [Window] = []
  /// Windows that have not confirmed their token.
  private var candidates: [Window] = []
  /// The code of the last address, until it is used up or ends.
  private var code: String?
  private var codeEnd: NIODeadline?
  private var endedCodes: Set<String> = []
  private var tokens: [String] = []
  private var lastWarning: NIODeadline?

  init(sessions: [String], sockets: [SocketPath], origin: String?) {
    gate = RequestGate(sessions: sessions)
    self.sockets = sockets
    self.origin = origin
    // A window has two descriptors: one more leads to the daemon. Some are for the program itself.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 152))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let rest = Int(min(limit.rlim_cur, 152)) - 24
    (maxStrangers, maxWindows) = (max(4, rest / 2), max(1, rest / 4))
  }

  /// Returns the code for a new address. Earlier codes end.
  func makeCode() -> String {
    endCode()
    let new = Self.makeSecret()
    code = new
    return new
  }

  private func endCode() {
    if let code { endedCodes.insert(code) }
    (code, codeEnd) = (nil, nil)
    for window in candidates { window.close(Window.used) }
    codeEnded()
  }

  /// Keeps a connection that has no access. If there are too many, the oldest of the lowest rank ends.
  /// The newest could not be read yet.
  func add(_ visit: Visit) {
    strangers.append(visit)
    guard strangers.count > maxStrangers else { return }
    let old = strangers.dropLast(maxStrangers / 4)
    old.min { $0.rank < $1.rank }?.channel.close(promise: nil)
  }

  func remove(_ visit: Visit) {
    visit.deadline = nil
    strangers.removeAll { $0 === visit }
  }

  /// Lets a new window in, offers it a token, or closes it with the reason.
  func judge(_ window: Window, tokens offered: [String], codes: [String]) {
    if offered.contains(where: { token in tokens.contains { Self.isEqual($0, token) } }) {
      return admit(window)
    }
    if let codeEnd, codeEnd <= .now() { endCode() }
    if let code, codes.contains(where: { Self.isEqual($0, code) }) {
      guard windows.count < maxWindows else { return window.close(Window.full) }
      let end = codeEnd ?? .now() + .seconds(60)
      codeEnd = end
      candidates.append(window)
      return window.offer(Self.makeSecret(), until: end)
    }
    guard !endedCodes.isDisjoint(with: codes) else { return window.close(Window.unknown) }
    // Whoever hears of it can read the line. There is at most one a second.
    defer { window.close(Window.used) }
    if let lastWarning, .now() - lastWarning < .seconds(1) { return }
    lastWarning = .now()
    let line =
      "a used address was opened again, without access; if that was not you, another program has read it"
    Terminal.print("cellweb: " + line, to: STDERR_FILENO)
  }

  /// Lets a window in that has confirmed its token. The other ones with the same code end.
  func confirm(_ window: Window, token: String) {
    guard windows.count < maxWindows else { return window.close(Window.full) }
    candidates.removeAll { $0 === window }
    tokens.append(token)
    endCode()
    admit(window)
  }

  private func admit(_ window: Window) {
    guard windows.count < maxWindows else { return window.close(Window.full) }
    windows.append(window)
    window.open()
  }

  func remove(_ window: Window) {
    windows.removeAll { $0 === window }
    candidates.removeAll { $0 === window }
  }

  /// Closes all windows, because the program ends.
  func end() { for window in windows + candidates { window.close((.goingAway, "cellweb ends.")) } }

  /// Whether two secrets are equal. The time does not depend on where they differ.
  static func isEqual(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 132 random bits in the alphabet of base64url, which subprotocols can have.
  private static func makeSecret() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return String((0..<22).map { _ in letters[Int.random(in: 0..<64)] })
  }
}
