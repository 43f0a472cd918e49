import CellClient
import Glibc

/// A running process, as /proc shows it.
struct ProcessEntry {
  let processID: Int
  let name: String
  let command: String
  let state: String
  let user: String
  /// The resident memory in kibibytes.
  let residentSize: Int
  let threads: String

  /// The process id as a cell's id.
  var id: String { "\(processID)" }

  /// The process as a cell.
  var cell: CellBuilder.Cell {
    var cell = Parameters()
    cell.set("id", id)
    cell.set("title", name)
    cell.set("subtitle", "process \(processID) of user \(user)")
    cell.set(
      "footnote", "\(ByteCount.text(kibibytes: residentSize)), \(threads) thread\(threads == "1" ? "" : "s")")
    if !command.isEmpty { cell.set("description", command) }
    var status = Parameters()
    status.set("text", state)
    status.set("state", state == "running" ? "positive" : state == "zombie" ? "negative" : "neutral")
    cell.set("status", status)
    var image = Parameters()
    image.set("initials", String(name.prefix(2)).uppercased())
    cell.set("image", image)
    var data = Parameters()
    data.set("memory", residentSize)
    data.set("threads", json: threads)
    data.set("user", user)
    cell.set("data", data)
    return CellBuilder.Cell(id: id, json: cell.json)
  }
}

/// The processes of this machine.
enum Processes {
  /// Returns all readable processes by id.
  static func read() -> [ProcessEntry] {
    Directory.numbers(in: "/proc").compactMap(entry)
  }

  /// Returns nil if the process has ended meanwhile.
  private static func entry(_ id: Int) -> ProcessEntry? {
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
    return ProcessEntry(
      processID: id, name: fields["Name"].map(String.init) ?? "?",
      command: String(decoding: command.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self),
      state: stateName(first("State") ?? ""), user: first("Uid") ?? "?",
      residentSize: first("VmRSS").flatMap { Int($0) } ?? 0, threads: first("Threads") ?? "1")
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
