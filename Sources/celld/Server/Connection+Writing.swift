/// What goes to the client: written once a turn, or at once where it is much.
extension Connection {
  /// Queues bytes; they are written at the end of the turn.
  func send(_ bytes: [UInt8]) {
    guard !isBroken, !isClosed else { return }
    guard !isCollecting else { return interjections.append(contentsOf: bytes) }
    if isInOutbox { server.writeOutbox() }
    output.append(bytes)
    planFlush()
  }

  private func planFlush() {
    countPending()
    guard !isFlushPlanned else { return }
    isFlushPlanned = true
    server.flushLater(self)
  }

  /// The one write of a turn.
  func flush() {
    isFlushPlanned = false
    guard !isClosed else { return }
    if !isBlocked, !output.isEmpty {
      writeAndGoOn()
      tellWritable()
    }
    closeIfDone()
    watch()
  }

  /// The socket takes more.
  func flushBlocked() {
    guard isBlocked, !isClosed else { return }
    writeAndGoOn()
    tellWritable()
    closeIfDone()
  }

  /// Tells who heard that the connection was not writable, if it is now.
  func tellWritable() {
    guard isAwaited, checkWritable() else { return }
    server.service.connectionWritable(id)
  }

  /// Queues bytes that stand before the replies that are collected.
  func queue(_ pieces: [[UInt8]]) {
    guard !isBroken, !isClosed else { return }
    if isInOutbox { server.writeOutbox() }
    for piece in pieces { output.append(piece) }
    planFlush()
  }

  /// Sends large replies before they leave the processor's cache: together with those of other clients, or at once.
  func sendSoon(_ bytes: [UInt8]) {
    guard !isBroken, !isClosed else { return }
    if isInOutbox { server.writeOutbox() }
    guard output.isEmpty, !isBlocked else {
      output.append(bytes)
      return planFlush()
    }
    guard bytes.count >= OutputQueue.largePiece else {
      isInOutbox = true
      return server.putIntoOutbox(self, bytes)
    }
    bytes.withUnsafeBytes { write($0) }
  }

  /// Writes what the server's outbox has for this client.
  func writeFromOutbox(_ bytes: UnsafeRawBufferPointer) {
    isInOutbox = false
    guard !isBroken, !isClosed else { return }
    write(bytes)
    planFlush()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    note(output.write(bytes, to: descriptor), written: bytes.count - output.count)
  }

  /// Writes what is queued, and takes further lines if only that stood in their way.
  private func writeAndGoOn() {
    let couldTake = mayTake()
    let before = output.count
    isBlocked = false
    note(output.write(to: descriptor), written: before - output.count)
    if !couldTake, mayTake() { continueLater() }
  }

  private func note(_ progress: OutputQueue.Progress, written: Int) {
    statistics.bytesWritten += UInt64(written)
    server.statistics.bytesWritten += UInt64(written)
    switch progress {
    case .empty: break
    case .blocked: isBlocked = true
    case .broken: breakOff()
    }
    countPending()
  }

  func breakOff() {
    isBroken = true
    isBlocked = false
    output = OutputQueue()
    countPending()
  }

  func countPending() {
    server.statistics.pending += output.count - countedPending
    countedPending = output.count
  }
}
