import ArgumentParser
import CellEngine
import CellProtocol

extension SelectionMode: ExpressibleByArgument {}

/// `cellctl push SESSION [FILE]`.
struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Push records into a session as cells.",
    usage: "cellctl push <session> [<file>] [<options>]",
    discussion: """
      Records are NDJSON (one JSON object per line) or one JSON array of objects. A record with a known id replaces \
      that cell. 'cellctl help cells' lists the members of a cell, 'cellctl help mapping' explains --map and --id.
      """)

  @Argument(help: "The session; created if it does not exist.", completion: .sessionName)
  var session: String

  @Option(
    help: ArgumentHelp(
      "The session's owner, to push into a shared session of another user.", valueName: "user"))
  var owner = "me"

  @OptionGroup var records: RecordOptions

  @Flag(help: "Make the list equal to the records.")
  var replace = false

  @Flag(help: "Skip bad records and push the others.")
  var partial = false

  @Option(help: "How many cells can be selected; unchanged by default.")
  var selection: SelectionMode?

  @Option(
    help: ArgumentHelp("The session's style profile; unchanged by default.", valueName: "name"),
    completion: .profileName)
  var profile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard !replace || !partial else { throw ValidationError("--partial cannot be used with --replace") }
  }

  func run() throws {
    let builder = try records.builder()
    let source = try InputSource(path: records.file)
    StandardError.announceKeyboard(source)
    let client = try connection.connect()
    try client.configure(session, owner: owner, selection: selection, profile: profile)
    let sender = CellSender(
      client: client, session: session, owner: owner, mode: replace ? .replace : .push(partial: partial),
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
      // Send the records of a slow program soon, not only when there are enough for a request.
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
          try sender.add(builder.cell(of: record), from: record.position)
        } catch let failure as Failure where partial && failure.status == .badData {
          sender.reject(record.position, failure)
        }
      }
      bar.update(bytes, note: records.counted("record"))
    }
    try sender.finish()
  }

  /// Returns the failure with a hint at the number of records that were pushed before it.
  private func explained(_ failure: Failure, sender: CellSender) -> Failure {
    sender.awaitPending()
    let tally = sender.tally
    let changed = tally.inserted + tally.updated
    guard !replace, changed > 0 else { return failure }
    var failure = failure
    failure.hint = [failure.hint, pushed(changed + tally.unchanged)].compactMap { $0 }
      .joined(separator: "\n")
    return failure
  }

  private func pushed(_ count: Int) -> String {
    count == 1 ? "the first record was pushed" : "the first \(count) records were pushed"
  }

  private func report(_ tally: CellSender.Tally) throws {
    for rejection in tally.rejections {
      let message = rejection.failure.message
      let position = message.hasPrefix("\(rejection.position)") ? "" : "\(rejection.position): "
      StandardError.line("cellctl: \(position)\(message.printable)")
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
      try standardOutput.line(json: result.json)
      try standardOutput.flush()
    } else if StandardError.isTerminal {
      StandardError.line(sentence(tally).printable)
    }
    guard tally.rejections.isEmpty else {
      // A single hint for all records.
      throw Failure(
        .badData,
        tally.rejections.count == 1
          ? "1 record was rejected; the others were pushed"
          : "\(tally.rejections.count) records were rejected; the others were pushed",
        hint: tally.rejections.lazy.compactMap(\.failure.hint).first)
    }
  }

  private func sentence(_ tally: CellSender.Tally) -> String {
    let counts = [
      (tally.inserted, "inserted"), (tally.updated, "updated"), (tally.unchanged, "unchanged"),
      (tally.removed, "removed"), (tally.moved, "moved"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(session): \(parts.isEmpty ? "no changes" : parts.joined(separator: ", "))"
  }
}

extension Client {
  /// Sets the given properties of a session. Creates the session if it does not exist.
  fileprivate func configure(
    _ session: String, owner: String, selection: SelectionMode?, profile: String?
  ) throws {
    var settings: [(name: String, value: String)] = []
    if let selection { settings.append(("selection", selection.rawValue)) }
    if let profile { settings.append(("profile", profile)) }
    guard !settings.isEmpty else { return }
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("owner", owner)
    for (name, value) in settings { parameters.set(name, value) }
    var creation = parameters
    creation.set("ifAbsent", true)
    let info = try call("session.create", creation).result
    if settings.contains(where: { info[$0.name]?.string != $0.value }) {
      _ = try call("session.configure", parameters)
    }
  }
}
