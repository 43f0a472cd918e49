import CellEngine
import CellProtocol

/// Where the loop gets fonts from, for which it must not wait: what is not at hand is noted, so that a worker can load it. It
/// belongs to the loop.
final class LoopFonts: FontSource, @unchecked Sendable {
  /// What workers have found, or why it cannot be had.
  typealias Loaded = [FontRequest: Result<any FontMetrics, FontFault>]

  /// The fonts of the machine, which any thread may ask, and wait for.
  let source: any FontSource
  private var loaded: Loaded = [:]
  private var inUse: LayoutEnvironment?
  private var missing: FontRequest?

  init(_ source: any FontSource) {
    self.source = source
  }

  /// Calls `body`, for which `loaded` is at hand.
  func with<Value>(
    _ loaded: Loaded, _ body: () throws(RPCError) -> Value
  ) throws(RPCError) -> Value {
    self.loaded = loaded
    missing = nil
    defer { self.loaded = [:] }
    return try body()
  }

  /// Calls `body`, for which the fonts of an environment in use are at hand.
  func with<Value>(fontsOf environment: LayoutEnvironment, _ body: () -> Value) -> Value {
    inUse = environment
    defer { inUse = nil }
    return body()
  }

  /// The request that nothing was at hand for, once.
  func takeMissing() -> FontRequest? {
    defer { missing = nil }
    return missing
  }

  /// What is at hand.
  ///
  /// - Throws: noFonts where nothing is; then it is noted as missing. What the fonts of the machine threw, when a worker asked.
  func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics {
    if let result = loaded[request] { return try result.get() }
    if let metrics = metricsAtHand(for: request) {
      // What was there once is there until all is done: another thread may be at the source the next time.
      loaded[request] = .success(metrics)
      return metrics
    }
    missing = request
    throw .noFonts
  }

  func metricsAtHand(for request: FontRequest) -> (any FontMetrics)? {
    if let inUse, inUse.fontRequest == request { return inUse.fontMetrics }
    return source.metricsAtHand(for: request)
  }
}
