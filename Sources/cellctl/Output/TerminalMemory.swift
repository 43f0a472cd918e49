import CellClient
import Glibc

/// The answer of the terminal of this process, for the next commands: a file for each device in
/// `$XDG_RUNTIME_DIR/celld`. It counts as long as the session that it was written in.
struct TerminalMemory {
  /// The device of the terminal.
  let device: UInt64
  private let path: String?
  /// The first words of the file: its format, and the start of the session leader.
  private let head: String

  /// Returns nil if the process has no terminal.
  init?() {
    guard let own = Self.fields(of: "self"), let device = UInt64(own[4]), device > 0,
      let leader = Self.fields(of: own[3])
    else { return nil }
    self.device = device
    head = "1 \(leader[19])"
    path = environmentVariable("XDG_RUNTIME_DIR").map { "\($0)/celld/terminal-\(device)" }
  }

  /// The fields of /proc/ID/stat after the name of the program.
  private static func fields(of id: String) -> [String]? {
    guard let text = content(of: "/proc/\(id)/stat"), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[name...].split(separator: " ").dropFirst().map(String.init)
    return fields.count > 19 ? fields : nil
  }

  private static func content(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// The kept answer; the inner nil is a terminal without an answer.
  var answer: TerminalWidths?? {
    guard let text = path.flatMap(Self.content), text.hasPrefix("\(head) "), text.hasSuffix("\n") else {
      return nil
    }
    let words = text.dropFirst(head.count).split { $0 == " " || $0 == "\n" }
    if words == ["none"] { return .some(nil) }
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, numbers.count == TerminalWidths.Sample.allCases.count + 1 else {
      return nil
    }
    return TerminalWidths(columns: Array(numbers.dropFirst()), countsClusters: numbers[0] == 1)
  }

  /// Keeps an answer. Without a folder for it, the next command asks again.
  func keep(_ answer: TerminalWidths?) {
    guard let path else { return }
    let words = answer.map { [$0.countsClusters ? 1 : 0] + $0.columns }?.map { "\($0)" } ?? ["none"]
    mkdir(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)), 0o700)
    let draft = "\(path).\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    DescriptorWriter.write("\(head) \(words.joined(separator: " "))\n", to: descriptor)
    close(descriptor)
    if rename(draft, path) != 0 { unlink(draft) }
  }
}
