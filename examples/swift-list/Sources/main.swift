// Follows a list in the terminal: swift run swift-list SESSION
import CellClient

let name = CommandLine.arguments.dropFirst().first ?? "jobs"
do {
  let session = try Client().session(name)
  try session.create(ifAbsent: true)
  try session.push([
    Cell(
      id: "import", title: "Import of the orders", status: [Status(text: "Failed", state: .negative)],
      actions: [Action(id: "retry", title: "Retry")]),
    Cell(id: "export", title: "Export", status: ["Done"]),
  ])
  print(try session.rows(environment: Environment(width: 40)), terminator: "\n\n")

  let watch = try session.watch(environment: Environment(width: 40), count: 20, events: true)
  _ = try watch.wait()
  try session.act("retry", id: "import")
  while let action = try watch.nextAction() {
    print("invoked:", action["action"]?.string ?? "", terminator: "\n\n")
    try session.push([Cell(id: "import", title: "Import of the orders", status: ["Running"])])
    if let rows = try watch.wait() { print(rows) }
    watch.close()
  }
} catch {
  print(error)
}
