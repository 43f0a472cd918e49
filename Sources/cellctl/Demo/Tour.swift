import CellProtocol

/// The demonstration: measured steps with a daemon of its own.
struct Tour {
  private let daemon: PrivateDaemon
  private let client: Client
  private let source: DemoSource
  private let width: Int
  private let format: RowFormat
  private let output = StandardOutput()
  private var clock = StepClock()

  /// Reads the packages or processes of this machine and starts the daemon.
  /// - Parameters:
  ///   - width: the width of the terminal in columns.
  ///   - limit: the maximum number of cells; nil is all.
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
    client = try Client(socketPath: daemon.socketPath, timeout: 60)
  }

  /// Runs all steps.
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
      "\(tally.inserted) \(source.name) of this machine are now cells of the session \"\(source.name)\".")
  }

  /// Pushes all cells, and shows the progress.
  static func push(
    _ source: DemoSource, to client: Client, bar: ProgressBar
  ) throws -> CellSender.Tally {
    // Small requests, so that the progress bar moves.
    let sender = CellSender(
      client: client, session: source.name, mode: .push(partial: false), capacity: 32 * 1024)
    for (index, cell) in source.cells.enumerated() {
      try sender.add(cell, from: RecordPosition(line: index + 1))
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
    try caption("Three of them at every width class:")
    for line in Panel.lines(of: panels, width: width) { try output.line(line) }
    try output.flush()
  }

  private mutating func changeClass() throws {
    let watcher = try DemoWatcher(socketPath: daemon.socketPath, session: source.name, start: 0, count: 5)
    try caption(
      "A second client watches the first five rows while the first client changes the width class. It receives:"
    )
    for widthClass in ["compact", "medium", "expanded"] {
      var parameters = Parameters()
      parameters.set("session", source.name)
      parameters.set("widthClass", widthClass)
      try change(
        "change the class to \(widthClass)", "view.set", parameters, result: "and receive rows.changed",
        watcher: watcher)
    }
    try output.line("")
    try output.flush()
  }

  /// Makes a change with the first client, and prints the notifications of the second one.
  private mutating func change(
    _ step: String, _ method: String, _ parameters: Parameters, result: String, watcher: DemoWatcher
  ) throws {
    let client = client
    let sentences = try clock.measure(step, result: { _ in result }) {
      try watcher.notifications(upTo: client.call(method, parameters).result)
    }
    for sentence in sentences {
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
    try caption("The rows of ten lines, from line \(top) of \(height):")
    let neutral = NeutralLine(format)
    try reply.withResult { result in
      guard let rows = result["rows"] else { return }
      for row in rows.elements {
        for line in row["lines"]?.elements.compactMap(\.utf8) ?? [] {
          try output.line(neutral.bytes(of: line))
        }
      }
    }
    try output.line("")
    try output.flush()
  }

  private mutating func editCells() throws {
    let watcher = try DemoWatcher(socketPath: daemon.socketPath, session: source.name, start: 0, count: 5)
    let ids = source.cells.map(\.id)
    let (removed, replaced) = (Array(ids.prefix(2)), Array(ids.dropFirst(2).prefix(2)))
    try caption("The first client removes two cells and replaces two others. The second client receives:")
    var parameters = Parameters()
    parameters.set("session", source.name)
    parameters.set("ids", removed)
    try change(
      "remove two cells", "cells.remove", parameters, result: removed.joined(separator: ", "),
      watcher: watcher)
    parameters = Parameters()
    parameters.set("session", source.name)
    parameters.set("cells", json: "[\(replaced.map(Self.replacement).joined(separator: ","))]")
    try change(
      "replace two cells", "cells.push", parameters, result: replaced.joined(separator: ", "),
      watcher: watcher)
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
    clock.measure("end celld", result: { _ in "and remove its socket" }) { daemon.stop() }
    try caption("The steps and their times:")
    for line in clock.lines { try output.line(line.prefix(columns: width)) }
    try output.flush()
  }

  private func caption(_ text: String) throws {
    for line in text.wrapped(columns: width) { try output.line(line) }
    try output.line("")
  }
}
