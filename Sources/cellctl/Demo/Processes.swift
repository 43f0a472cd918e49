import CellClient
import CellWire

/// The processes of this machine.
enum Processes {
  /// Returns all readable processes as cells. Those with the most memory are first.
  static func read() -> [CellBuilder.Cell] {
    Directory.numbers(in: "/proc").compactMap(entry).sorted { $0.size > $1.size }.map(\.cell)
  }

  /// Returns a process and its resident memory in kibibytes; nil if it has ended meanwhile.
  private static func entry(_ id: Int) -> (size: Int, cell: CellBuilder.Cell)? {
    guard let status = try? InputSource(path: "/proc/\(id)/status").readAll() else { return nil }
    var fields: [Substring: Substring] = [:]
    let text = String(decoding: status, as: UTF8.self)
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon]] = line[line.index(after: colon)...].drop { $0 == "\t" || $0 == " " }
    }
    let command = (try? InputSource(path: "/proc/\(id)/cmdline").readAll()) ?? []
    let first = { (name: Substring) in fields[name]?.split { $0 == "\t" || $0 == " " }.first.map(String.init)
    }
    let (size, threads) = (first("VmRSS").flatMap { Int($0) } ?? 0, first("Threads") ?? "1")
    let (state, user) = (stateName(first("State") ?? ""), first("Uid") ?? "?")
    var cell = CellBuilder.Cell.demo(
      id: "\(id)", title: fields["Name"].map(String.init) ?? "?",
      footnote: "\(ByteCount.text(kibibytes: size)), \(threads) thread\(threads == "1" ? "" : "s")",
      description: String(decoding: command.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self))
    cell["subtitle"] = .string("process \(id) of user \(user)")
    let meaning = ["running": "positive", "zombie": "negative"][state] ?? "neutral"
    cell["status"] = ["text": .string(state), "state": .string(meaning)]
    cell["data"] = ["memory": JSON(size), "threads": .number(threads), "user": .string(user)]
    return (size, CellBuilder.Cell(id: "\(id)", json: Array(cell.text.utf8)))
  }

  /// Returns the name of a state letter of proc(5).
  private static func stateName(_ letter: String) -> String {
    switch letter {
    case "R": "running"
    case "S": "sleeping"
    case "D": "waiting for a disk"
    case "T", "t": "stopped"
    case "Z": "zombie"
    case "I": "idle"
    default: "unknown"
    }
  }
}
