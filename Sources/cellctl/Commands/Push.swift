import ArgumentParser
import CellClient
import CellEngine
import CellWire
import Glibc

extension SelectionMode: ExpressibleByArgument {}

/// `cellctl push SESSION [FILE]`.
struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Push records into a session as cells.",
    usage: """
      cellctl push <session> [<file>] [<options>]
      cellctl push <session> [<options>] -- <command> [<argument> ...]
      """,
    discussion: """
      Records are JSON objects: one per line, the elements of an array, or those at a path of a document (--at). A \
      record with a known id replaces that cell. Records of a slow program are pushed as they come. 'cellctl help \
      cells' lists the members of a cell, 'cellctl help mapping' explains --map and --id.

      With a command after --, its output has the records. \(commandDiscussion) 'push' then ends with that status. With \
      --every, a run that fails keeps the list.
      """)

  @Argument(help: "The session; created if it does not exist.", completion: .sessionName)
  var session: String

  @Option(
    help: ArgumentHelp(
      "The session's owner, to push into a shared session of another user.", valueName: "user"))
  var owner = "me"

  @OptionGroup var records: RecordInput

  @Flag(help: "Guess the format, the list and its fields. An id must be named like one.")
  var guess = false

  @Flag(help: "Print no notes on the records.")
  var quiet = false

  /// Guesses for a command that shows the records once: any record can have any id.
  @Flag(help: .hidden)
  var guessToShow = false

  @Flag(help: "Make the list equal to the records.")
  var replace = false

  @Flag(help: "Skip bad records and push the others.")
  var partial = false

  @Flag(help: "Let --replace empty the list if there are no records.")
  var allowEmpty = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where new cells go: start, end, an index, before:ID or after:ID.", valueName: "position"))
  var position: PushPosition = .end

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Remove cells at the other end if there are more. With --position start, the newest record comes first.",
      valueName: "count"))
  var keep: Int?

  @Flag(help: "Wait for more records at the end of the file, like 'tail -F'.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Run the command, or that of the preset, this often (2s, 5m), and make the list equal to its output.",
      valueName: "time"))
  var every: TimeArgument?

  /// The preset whose command is run, with the words after -- as arguments.
  @Option(help: .hidden)
  var commandOf: String?

  /// Ends with the process that started it, which shows the list.
  @Flag(help: .hidden)
  var withParent = false

  /// Prints failures as JSON.
  @Flag(help: .hidden)
  var reportFailures = false

  @Option(help: "How many cells can be selected; unchanged by default.")
  var selection: SelectionMode?

  @Option(
    help: ArgumentHelp("The session's style profile; unchanged by default.", valueName: "name"),
    completion: .profileName)
  var profile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var command: CommandArguments

  func validate() throws {
    guard !replace || !partial else { throw ValidationError("--partial cannot be used with --replace") }
    guard !replace || position == .end && keep == nil && !follow else {
      throw ValidationError("--position, --keep and --follow cannot be used with --replace")
    }
    guard replace || !allowEmpty else { throw ValidationError("--allow-empty is for --replace") }
    guard every == nil || runsCommand && records.file == "-" && !follow && keep == nil else {
      throw ValidationError(
        "--every needs a command after --, or --preset, and cannot be used with a file, --keep or --follow")
    }
    guard command.words.isEmpty || records.file == "-" else {
      throw ValidationError("records come from the file \(records.file) or from the command after --")
    }
    guard keep ?? 1 >= 1 else { throw ValidationError("--keep must be at least 1") }
    guard keep == nil || position == .end || position == .start else {
      throw ValidationError("--keep needs --position start or end")
    }
  }

  func run() throws {
    if withParent { CommandProcess.endWithParent() }
    do {
      if let every { return try run(every: every) }
      try pushOnce()
    } catch let failure as Failure where reportFailures {
      try printFailure(failure)
      throw CommandStatus(code: failure.code ?? failure.status.rawValue)
    }
  }

  /// The preset whose command is run.
  private var runPreset: String? {
    commandOf ?? (command.words.isEmpty && every != nil ? records.options.preset : nil)
  }

  private var runsCommand: Bool { runPreset != nil || !command.words.isEmpty }

  private func pushOnce() throws {
    let preset = try runPreset.map(PresetLibrary.preset)
    var pipeline = try records.options.pipeline(
      for: preset, note: { if !quiet { StandardError.note($0) } })
    pipeline.skipsBadRecords = partial
    pipeline.isOpenEnded = follow
    let relay: ((String) -> Void)? = reportFailures ? nil : { StandardError.line($0) }
    let run = try command.command(of: preset, timeout: connection.timeout)?.start(relay: relay)
    pipeline.replacesBadText = run != nil
    let file = run == nil ? try InputSource(path: records.file) : nil
    if let file { StandardError.announceKeyboard(file) }
    let input: any ByteSource = try run ?? file.map { try source($0, of: &pipeline) } ?? BytesSource([])
    var (status, isAnnounced) = (Int32(0), false)
    do {
      let (source, isData) = try guessed(input, for: &pipeline, isAnnounced: &isAnnounced)
      let skips = guessToShow && isData
      let client = try connection.connect()
      let reader = try pipeline.reader(
        of: source, limit: CellSender.longestCell(lineLimit: client.hello.lineLimit))
      let sender = CellSender(
        client: client, session: session, owner: owner,
        mode: replace ? .replace : .push(partial: partial || skips),
        isMapped: records.options.isMapped, position: try senderPosition(client), keep: keep)
      do {
        try send(
          reader, with: sender, bar: ProgressBar("pushing to \(session)", total: file?.size), client: client
        ) { status = try run?.end(records: reader.recordCount) ?? 0 }
      } catch let failure as Failure {
        throw explained(suggested(failure), sender: sender)
      }
      try report(sender.tally, status: status, hidesRejections: skips)
    } catch let failure as Failure {
      throw run?.explained(failure) ?? failure
    }
    if let run, status != 0 {
      throw CommandStatus(code: status, sentence: reportFailures ? nil : run.sentence(status))
    }
  }

  private func printFailure(_ failure: Failure) throws {
    var report = Parameters()
    report.set("failure", failure.message)
    if let excerpt = failure.excerpt { report.set("excerpt", excerpt) }
    if let hint = failure.hint { report.set("hint", hint) }
    report.set("code", Int(failure.code ?? failure.status.rawValue))
    let output = StandardOutput()
    try output.line(json: report.json)
    try output.flush()
  }

  /// Completes the options. Guessed ids are checked in the whole input first.
  /// - Returns: the input, and whether its records are data and not cells.
  private func guessed(
    _ source: any ByteSource, for pipeline: inout RecordPipeline, isAnnounced: inout Bool
  ) throws -> (source: any ByteSource, isData: Bool) {
    guard guess || guessToShow, pipeline.program == nil else { return (source, false) }
    guard !follow || records.options.id != nil else {
      throw Failure(
        .usage, "--guess with --follow needs --id", hint: "name the field with the id: --id FIELD")
    }
    var guessing = GuessOptions.silent
    (guessing.noGuess, guessing.quiet) = (false, quiet || isAnnounced)
    // What is shown comes as the records come. What is stored is read first.
    let isStream = guessToShow && (source as? InputSource)?.size == nil
    let input = try guessing.source(
      source, path: records.file, isStream: isStream, ids: guessToShow ? .lists : .stored,
      options: records.options, pipeline: &pipeline)
    let found = (input as? GuessedInput)?.guess
    if found != nil || pipeline.program != nil { isAnnounced = true }
    pipeline.skipsBadRecords = guessToShow ? found != nil : partial
    guard !guessToShow, let found, records.options.id == nil else { return (input, found != nil) }
    let bytes = try input.readToEnd()
    guard found.hasOwnID else { throw noID(found) }
    var ids: [ExactText: RecordPosition] = [:]
    let reader = try pipeline.reader(of: BytesSource(bytes), limit: InputLimits.document)
    reading: while true {
      let next = try reader.next()
      if case .end = next { break reading }
      guard case .cell(let cell, let position) = next,
        let before = ids.updateValue(position, forKey: cell.id.exact)
      else { continue }
      throw Failure(
        .badData, "\(position): the id \"\(cell.id.printable)\" (\(found.id)) is also that of \(before)",
        hint: "name a field with different values, or use --id hash; the other options:\n\(found.line)")
    }
    return (BytesSource(bytes), true)
  }

  private func noID(_ guess: Guess) -> Failure {
    Failure(
      .badData, "no field of the records is named like an id and different in all of them",
      hint: guess.distinctTitle.map { "the title is different in all: --id \($0.shellQuoted)" }
        ?? "name the field with --id FIELD, or use --id hash")
  }

  private func source(_ file: InputSource, of pipeline: inout RecordPipeline) throws -> any ByteSource {
    guard follow else { return file }
    let followed = FollowedFile(file, path: records.file)
    pipeline.isEndless = followed.isEndless
    guard !pipeline.isEndless || !pipeline.format.needsEnd else {
      throw Failure(
        .usage, "--follow cannot be used with \(pipeline.format), whose records are known at its end only",
        hint: "push the file again after each change, with --replace")
    }
    return followed
  }

  /// Runs the command until the process is ended. Runs never overlap. A run that fails keeps the
  /// list.
  private func run(every time: TimeArgument) throws {
    let preset = try runPreset.map(PresetLibrary.preset)
    guard let command = try command.command(of: preset, timeout: connection.timeout) else { return }
    _ = try command.executable
    var pipeline = try records.options.pipeline(for: preset, note: { _ in })
    pipeline.replacesBadText = true
    var runs = RepeatedRuns(command: command, pipeline: pipeline)
    var daemon = LastingConnection(connection.connect)
    var reported: String?
    while true {
      let next = Deadline(seconds: time.seconds)
      do {
        if let client = try daemon.connect() {
          try replace(with: &runs, client: client)
          reported = nil
        }
      } catch let failure as Failure {
        // The cells that were staged before the error end with their connection.
        if daemon.renew() {
          StandardError.line(Reconnection.sentence)
        } else if reportFailures {
          try printFailure(failure)
        } else if failure.message != reported {
          StandardError.report(failure)
        }
        reported = failure.message
      }
      wait(until: next, &daemon)
    }
  }

  /// Waits for the next run, which comes earlier if the daemon was restarted.
  private func wait(until next: Deadline, _ daemon: inout LastingConnection) {
    var next = daemon.retry ?? next
    while !next.isOver {
      var waiting = [
        pollfd(fd: daemon.client?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      ]
      poll(&waiting, 1, max(next.milliseconds, 1))
      guard waiting[0].revents != 0, let client = daemon.client, (try? client.receive()) != true else {
        continue
      }
      if daemon.renew() { StandardError.line(Reconnection.sentence) }
      next = daemon.retry ?? Deadline(seconds: 0)
    }
  }

  /// The runs of a command, and what was guessed at the first one that had records.
  private struct RepeatedRuns {
    let command: Command
    var pipeline: RecordPipeline
    var isGuessed = false
    /// Whether the line of the guess was printed.
    var isAnnounced = false
  }

  private func replace(with runs: inout RepeatedRuns, client: Client) throws {
    let run = try runs.command.start()
    let sender = CellSender(client: client, session: session, owner: owner, mode: .replace)
    var pipeline = runs.pipeline
    var (cells, status) = (0, Int32(0))
    do {
      var source: any ByteSource = run
      if !runs.isGuessed {
        source = try guessed(run, for: &pipeline, isAnnounced: &runs.isAnnounced).source
      } else if guess || guessToShow, pipeline.program == nil {
        source = try GuessedInput(run, path: "", format: pipeline.format, selection: nil)
      }
      let reader = try pipeline.reader(
        of: source, limit: CellSender.longestCell(lineLimit: client.hello.lineLimit))
      reading: while true {
        switch try reader.next() {
        case .cell(let cell, let position):
          cells += 1
          try sender.add(cell, from: position)
        case .rejected(let position, let failure): sender.reject(position, failure)
        case .idle: break
        case .end: break reading
        }
      }
      status = try run.end(records: reader.recordCount)
      if cells == 0, let first = sender.tally.rejections.first { throw first.failure }
      try client.configure(session, owner: owner, selection: selection, profile: profile)
      try sender.finish()
    } catch var failure as Failure {
      failure = run.explained(failure)
      guard runs.isGuessed, failure.status == .badData, run.hasSucceeded else { throw failure }
      throw Failure(
        .badData, "the output does not fit what was guessed at the first run: \(failure.message)",
        hint: failure.hint)
    }
    if cells > 0, guess || guessToShow { (runs.pipeline, runs.isGuessed) = (pipeline, true) }
    try report(sender.tally, status: status, hidesRejections: pipeline.hidesSecrets)
  }

  /// Returns the position in the session as it is now. An index stays right while cells are pushed.
  private func senderPosition(_ client: Client) throws -> CellSender.Position {
    switch position {
    case .end: return .end
    // In a stream, the newest record comes first.
    case .start: return follow || keep != nil ? .start : .index(0)
    case .index(let index): return .index(index)
    case .before(let id): return .before(id)
    case .after(let id):
      var parameters = Parameters()
      parameters.set("session", session)
      parameters.set("owner", owner)
      parameters.set("ids", [id])
      let rows = try client.call("rows.pull", parameters).result["rows"]?.array
      guard let index = rows?.first?["index"]?.int else {
        throw Failure(.notFound, "the session \"\(session)\" has no cell \"\(id)\" (--position)")
      }
      return .index(index + 1)
    }
  }

  /// - Parameter check: is called when all records were read.
  private func send(
    _ reader: RecordReader, with sender: CellSender, bar: ProgressBar, client: Client,
    then check: () throws -> Void
  ) throws {
    var count = 0
    var isConfigured = false
    while true {
      // Send the records of a slow program soon, not only when there are enough for a request.
      let result = try reader.next(milliseconds: sender.hasUnsent ? 50 : -1)
      switch result {
      case .cell(let cell, let position):
        count += 1
        if !isConfigured {
          try client.configure(session, owner: owner, selection: selection, profile: profile)
        }
        isConfigured = true
        try sender.add(cell, from: position)
      case .rejected(let position, let failure): sender.reject(position, failure)
      case .idle: try sender.settle()
      case .end:
        try check()
        guard count > 0 || !replace || allowEmpty else { throw noRecords }
        if !isConfigured {
          try client.configure(session, owner: owner, selection: selection, profile: profile)
        }
        return try sender.finish()
      }
      bar.update(reader.bytesRead, note: count.counted("record"))
    }
  }

  /// An empty pipe must not empty a list.
  private var noRecords: Failure {
    Failure(
      .badData, "there are no records, so the list was not replaced", hint: "--allow-empty empties the list")
  }

  /// Returns the failure about records that are not cells with the options that make cells of them.
  private func suggested(_ failure: Failure) -> Failure {
    guard failure.status == .badData, !guess, !guessToShow, records.options.isEmpty, records.file != "-",
      let file = try? InputSource(path: records.file), file.size != nil,
      let input = try? GuessedInput(
        file, path: records.file, format: nil, selection: RecordSelection()),
      let guess = input.guess
    else { return failure }
    var failure = failure
    let options = guess.arguments.map(\.shellQuoted).joined(separator: " ")
    failure.hint = "these options make cells of the records: \(options)"
    return failure
  }

  /// Returns the failure with a hint at the number of records that were pushed before it.
  private func explained(_ failure: Failure, sender: CellSender) -> Failure {
    sender.awaitPending()
    let tally = sender.tally
    let count = tally.inserted + tally.updated + tally.unchanged
    guard !replace, count > 0 else { return failure }
    var failure = failure
    failure.hint = [failure.hint, pushed(count)].compactMap { $0 }
      .joined(separator: "\n")
    return failure
  }

  private func pushed(_ count: Int) -> String {
    count == 1 ? "the first record was pushed" : "the first \(count) records were pushed"
  }

  /// - Parameter hidesRejections: whether skipped records are reported by another command.
  private func report(_ tally: CellSender.Tally, status: Int32, hidesRejections: Bool = false) throws {
    var hints: Set<String> = []
    for rejection in tally.rejections where !hidesRejections {
      var failure = rejection.failure
      let position = "\(rejection.position)"
      if !failure.message.hasPrefix(position) { failure.message = "\(position): \(failure.message)" }
      // One cure for all records.
      if let hint = failure.hint, !hints.insert(hint).inserted { failure.hint = nil }
      StandardError.report(failure)
    }
    var result = Parameters()
    if let revision = tally.revision { result.set("revision", revision) }
    result.set("inserted", tally.inserted)
    result.set("updated", tally.updated)
    result.set("unchanged", tally.unchanged)
    if replace || every != nil {
      result.set("removed", tally.removed)
      result.set("moved", tally.moved)
    }
    if !tally.rejections.isEmpty { result.set("rejected", tally.rejections.count) }
    if status != 0 { result.set("status", Int(status)) }
    if output.form != .text {
      let standardOutput = StandardOutput()
      try standardOutput.line(json: result.json)
      try standardOutput.flush()
    } else if StandardError.isTerminal {
      StandardError.line(sentence(tally).printable)
    }
    guard tally.rejections.isEmpty || hidesRejections else {
      throw Failure(
        .badData,
        tally.rejections.count == 1
          ? "1 record was rejected; the others were pushed"
          : "\(tally.rejections.count) records were rejected; the others were pushed")
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
    if settings.contains(where: { info[$0.name]?.string?.exact != $0.value.exact }) {
      _ = try call("session.configure", parameters)
    }
  }
}
