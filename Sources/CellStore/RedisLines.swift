/// The sessions that a node knows, and the turns that they take.
final class RedisLines {
  private var lines: [Int64: RedisLine] = [:]
  private var schedule = Schedule<RedisLine>()
  /// Lines that wait for others for some time.
  private var resting: [RedisLine] = []
  /// Lines with entries, or with records that are not answered.
  private var busy: [Int64: RedisLine] = [:]

  var all: some Collection<RedisLine> { lines.values }

  subscript(id: Int64) -> RedisLine? { lines[id] }

  /// The line of a session, which is made if there is none.
  func line(_ id: Int64) -> RedisLine {
    if let line = lines[id] { return line }
    let line = RedisLine(id)
    lines[id] = line
    return line
  }

  /// Forgets a line without entries as soon as it has nothing to do and nobody follows it.
  private func tidy(_ line: RedisLine) {
    guard line.entries.isEmpty, line.isSettled, lines[line.id] === line else { return }
    busy[line.id] = nil
    if !line.isFollowed, !line.isEnded { lines[line.id] = nil }
  }

  // MARK: Turns

  var isBusy: Bool { !busy.isEmpty }

  /// The lines with something to do.
  var busyLines: [RedisLine] { busy.isEmpty ? [] : Array(busy.values) }

  /// The arrival of the oldest entry of some busy lines.
  var oldest: UInt64? { busy.values.lazy.prefix(64).compactMap(\.oldest).min() }

  /// Adds a line that has something to do.
  func add(_ line: RedisLine) {
    busy[line.id] = line
    addAgain(line)
  }

  /// Lets a line take its next turn, if it has something to do. Call it after each change.
  func addAgain(_ line: RedisLine) {
    guard !line.entries.isEmpty else { return tidy(line) }
    if line.isReady {
      schedule.add(line)
    } else if line.wakeTime != nil, !line.isScheduled, !resting.contains(where: { $0 === line }) {
      resting.append(line)
    }
  }

  /// Takes the line whose turn it is. It must be added again.
  func next() -> RedisLine? { schedule.next() }

  /// The time at which the next line has waited long enough.
  var wakeTime: UInt64? { resting.map { $0.wakeTime ?? 0 }.min() }

  /// Lets lines go on that have waited long enough.
  func wake() {
    let waiting = resting
    resting = []
    for line in waiting { addAgain(line) }
  }

  /// Takes all entries that were not sent.
  func removeEntries() -> [RedisEntry] {
    var entries: [RedisEntry] = []
    for line in busy.values {
      line.progress = nil
      entries += line.entries.removeAll()
      tidy(line)
    }
    while schedule.next() != nil {}
    resting = []
    return entries
  }
}
