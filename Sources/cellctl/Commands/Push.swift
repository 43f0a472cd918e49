import ArgumentParser
import CellEngine
import CellProtocol

extension SelectionMode: ExpressibleByArgument {}

/// `cellctl push SESSION [FILE]`.
struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Push records into a session as cells.",
    discussion: """
      Records are NDJSON (one JSON object per line) or one JSON array of objects. A known id takes the place of the \
      older cell. 'cellctl help mapping' explains --map and --id.
      """)

  @Argument(help: "The session; it is made if there is none.", completion: .sessionName)
  var session: String

  @OptionGroup var records: RecordOptions

  @Flag(help: "Make the list equal to the records.")
  var replace = false

  @Flag(help: "Leave bad records out, and push the others.")
  var partial = false

  @Option(help: "How many cells can be selected; stays as it is where not given.")
  var selection: SelectionMode?

  @Option(
    help: ArgumentHelp("The session's style profile; stays as it is where not given.", valueName: "name"),
    completion: .profileName)
  var profile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard !replace || !partial else { throw ValidationError("--partial does not go with --replace") }
  }

  func run() throws {
    let builder = try records.builder()
    let source = try records.open()
    let client = try connection.connect()
    try client.configure(session, selection: selection, profile: profile)
    let sender = CellSender(
      client: client, session: session, mode: replace ? .replace : .push(partial: partial),
      isMapped: records.isMapped)
    do {
      try send(source, with: sender, builder: builder, limit: client.hello.lineLimit)
    } catch let failure as Failure {
      throw explained(failure, sender: sender)
    }
    try report(sender.tally)
  }

  private func send(_ source: InputSource, with sender: CellSender, builder: CellBuilder, limit: Int) throws {
    var builder = builder
    var splitter = RecordSplitter(limit: CellSender.longestCell(lineLimit: limit))
    let bar = ProgressBar("pushing to \(session)", total: source.size)
    var bytes = 0
    var records = 0
    var isAtEnd = false
    while !isAtEnd {
      // Records of a slow feeder are shown soon, not when there are enough of them.
      switch try source.read(milliseconds: sender.hasUnsent ? 50 : -1) {
      case .idle: try sender.settle()
      case .end:
        splitter.finish()
        isAtEnd = true
      case .bytes(let piece):
        splitter.append(piece)
        bytes += piece.count
      }
      while let record = try splitter.next() {
        records += 1
        do {
          try sender.add(builder.cell(of: record), from: record.place)
        } catch let failure as Failure where partial && failure.status == .badData {
          sender.reject(record.place, failure)
        }
      }
      bar.update(bytes, note: "\(records) records")
    }
    try sender.finish()
  }

  /// Says what is in, when the rest is not.
  private func explained(_ failure: Failure, sender: CellSender) -> Failure {
    sender.awaitPending()
    let tally = sender.tally
    let changed = tally.inserted + tally.updated
    guard !replace, changed > 0 else { return failure }
    var failure = failure
    failure.hint = [failure.hint, "the first \(changed + tally.unchanged) records are in"].compactMap { $0 }
      .joined(separator: "\n")
    return failure
  }

  private func report(_ tally: CellSender.Tally) throws {
    for rejection in tally.rejections {
      let message = rejection.failure.message
      let place = message.hasPrefix("\(rejection.place)") ? "" : "\(rejection.place): "
      StandardError.line("cellctl: \(place)\(message.printable)")
    }
    var result = Parameters()
    if let revision = tally.revision { result.set("revision", revision) }
    result.set("inserted", tally.inserted)
    result.set("updated", tally.updated)
    result.set("unchanged", tally.unchanged)
    if replace {
      result.set("removed", tally.removed)
      result.set("moved", tally.moved)
    }
    if !tally.rejections.isEmpty { result.set("rejected", tally.rejections.count) }
    if output.form != .text {
      let standardOutput = StandardOutput()
      try standardOutput.line(result.json)
      try standardOutput.flush()
    } else if StandardError.isTerminal {
      StandardError.line(sentence(tally))
    }
    guard tally.rejections.isEmpty else {
      // One cure, and not once for each of a thousand records.
      throw Failure(
        .badData, "\(tally.rejections.count) records were rejected; the others are in",
        hint: tally.rejections.lazy.compactMap(\.failure.hint).first)
    }
  }

  private func sentence(_ tally: CellSender.Tally) -> String {
    let counts = [
      (tally.inserted, "inserted"), (tally.updated, "updated"), (tally.unchanged, "unchanged"),
      (tally.removed, "removed"), (tally.moved, "moved"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(session): \(parts.isEmpty ? "nothing to do" : parts.joined(separator: ", "))"
  }
}

extension Client {
  /// Says what a session is, where that is given; makes the session if there is none.
  fileprivate func configure(_ session: String, selection: SelectionMode?, profile: String?) throws {
    var settings: [(name: String, value: String)] = []
    if let selection { settings.append(("selection", selection.rawValue)) }
    if let profile { settings.append(("profile", profile)) }
    guard !settings.isEmpty else { return }
    var parameters = Parameters()
    parameters.set("session", session)
    for (name, value) in settings { parameters.set(name, value) }
    var creation = parameters
    creation.set("ifAbsent", true)
    let info = try call("session.create", creation).result
    if settings.contains(where: { info[$0.name]?.string != $0.value }) {
      _ = try call("session.configure", parameters)
    }
  }
}
