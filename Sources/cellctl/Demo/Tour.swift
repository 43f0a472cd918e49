import CellProtocol

/// The steps of the demonstration, each of them timed.
struct Tour {
  private let daemon: PrivateDaemon
  private let client: Client
  private let source: DemoSource
  private let width: Int
  private let format: RowFormat
  private let output = StandardOutput()
  private var clock = StepClock()

  /// Starts the daemon and reads what there is to show.
  /// - Parameters:
  ///   - width: of the terminal, in columns.
  ///   - limit: of cells; nil is all.
  init(width: Int, format: RowFormat, limit: Int?) throws {
    self.width = width
    self.format = format
    let source = try clock.measure("read this machine", result: { "\($0.cells.count) \($0.name)" }) {
      try DemoSource.ofThisMachine()
    }
    self.source = source.limited(to: limit)
    let daemon = try clock.measure("start celld", result: { "process \($0.processID)" }) {
      try PrivateDaemon()
    }
    self.daemon = daemon
    client = try Client(place: daemon.place, timeout: 60)
  }

  /// Goes through all steps.
  mutating func run() throws {
    do {
      try push()
      try showClasses()
      try changeClass()
      try pullByOffset()
      try editCells()
    } catch {
      throw daemon.explained(error)
    }
    try finish()
  }

  // MARK: - Steps

  private mutating func push() throws {
    let source = source
    let client = client
    let bar = ProgressBar("pushing \(source.name)", total: source.cells.count)
    let tally = try clock.measure("push the cells", result: { "\($0.inserted) inserted" }) {
      try Self.push(source, to: client, bar: bar)
    }
    bar.finish()
    try caption(
      "\(tally.inserted) \(source.name) of this machine are cells of the session “\(source.name)” now.")
  }

  private static func push(
    _ source: DemoSource, to client: Client, bar: ProgressBar
  ) throws -> CellSender.Tally {
    // Requests are small, so that the bar has something to show.
    let sender = CellSender(
      client: client, session: source.name, mode: .push(partial: false), capacity: 32 * 1024)
    for (index, cell) in source.cells.enumerated() {
      try sender.add(cell, from: RecordPlace(line: index + 1))
      bar.update(index + 1, note: "\(index + 1) of \(source.cells.count)")
    }
    try sender.finish()
    return sender.tally
  }

  private mutating func showClasses() throws {
    var panels: [Panel] = []
    for (widthClass, preferred) in [("compact", 48), ("medium", 80), ("expanded", 120)] {
      let panelWidth = min(preferred, width)
      let (client, source, format) = (client, source, format)
      panels.append(
        try clock.measure("pull three rows, \(widthClass)", result: { "\($0.rows.joined().count) lines" }) {
          try Panel.pull(
            source.samples, of: source.name, widthClass: widthClass, width: panelWidth, format: format,
            from: client)
        })
    }
    try caption("The same three, at every width class:")
    for line in Panel.lines(of: panels, width: width) { try output.line(line) }
    try output.flush()
  }

  private mutating func changeClass() throws {
    let watcher = try DemoWatcher(place: daemon.place, session: source.name, start: 0, count: 5)
    try caption(
      "A second client watches the first five rows while the first one changes the width class. It hears:")
    for widthClass in ["compact", "medium", "expanded"] {
      var parameters = Parameters()
      parameters.set("session", source.name)
      parameters.set("widthClass", widthClass)
      try change(
        "change the class to \(widthClass)", "view.set", parameters, result: "and hear of it",
        heardBy: watcher)
    }
    try output.line("")
    try output.flush()
  }

  /// Makes a change with the first client, and prints what the second one hears of it.
  private mutating func change(
    _ step: String, _ method: String, _ parameters: Parameters, result: String, heardBy watcher: DemoWatcher
  ) throws {
    let client = client
    let heard = try clock.measure(step, result: { _ in result }) {
      try watcher.hear(upTo: client.call(method, parameters).result)
    }
    for sentence in heard {
      for (number, line) in sentence.wrapped(columns: width - 4).enumerated() {
        try output.line((number == 0 ? "  " : "    ") + line)
      }
    }
  }

  private mutating func pullByOffset() throws {
    var view = Parameters()
    view.set("session", source.name)
    view.set("width", width)
    _ = try client.call("view.set", view)
    var parameters = Parameters()
    parameters.set("session", source.name)
    parameters.set("count", 0)
    parameters.set("exact", true)
    let height = try client.call("rows.pull", parameters).result["height"]?.int ?? 0
    let top = height / 2
    parameters = Parameters()
    parameters.set("session", source.name)
    parameters.set("top", top)
    parameters.set("height", 10)
    parameters.set("format", format.rawValue)
    let client = client
    let reply = try clock.measure("pull ten lines by offset", result: { _ in "line \(top) of \(height)" }) {
      try client.call("rows.pull", parameters)
    }
    try caption("Ten lines from line \(top) of \(height) on, and the rows that they belong to:")
    try reply.withResult { result in
      guard let rows = result["rows"] else { return }
      for row in rows.elements {
        for line in row["lines"]?.elements.compactMap(\.string) ?? [] { try output.line(line) }
      }
    }
    try output.line("")
    try output.flush()
  }

  private mutating func editCells() throws {
    let watcher = try DemoWatcher(place: daemon.place, session: source.name, start: 0, count: 5)
    let ids = source.cells.map(\.id)
    let (removed, replaced) = (Array(ids.prefix(2)), Array(ids.dropFirst(2).prefix(2)))
    try caption("Two cells are removed, and two others replaced. The second client hears:")
    var parameters = Parameters()
    parameters.set("session", source.name)
    parameters.set("ids", removed)
    try change(
      "remove two cells", "cells.remove", parameters, result: removed.joined(separator: ", "),
      heardBy: watcher)
    parameters = Parameters()
    parameters.set("session", source.name)
    parameters.set("cells", json: "[\(replaced.map(Self.replacement).joined(separator: ","))]")
    try change(
      "replace two cells", "cells.push", parameters, result: replaced.joined(separator: ", "),
      heardBy: watcher)
    try output.line("")
    try output.flush()
  }

  private static func replacement(for id: String) -> String {
    var cell = Parameters()
    cell.set("id", id)
    cell.set("title", id)
    cell.set("subtitle", "replaced by the demonstration")
    cell.set("status", "new")
    cell.set("unread", true)
    return String(decoding: cell.json, as: UTF8.self)
  }

  private mutating func finish() throws {
    let daemon = daemon
    clock.measure("end celld", result: { _ in "its socket is gone" }) { daemon.stop() }
    try caption("What was done, and how long it took:")
    for line in clock.lines { try output.line(line.prefix(columns: width)) }
    try output.flush()
  }

  private func caption(_ text: String) throws {
    for line in text.wrapped(columns: width) { try output.line(line) }
    try output.line("")
  }
}
