/// A part of celld that takes bytes from strangers, with what has to hold whatever they are.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// One text, prepared, wrapped and cut.
  case text
  /// Lines of the protocol: framing, JSON, requests, cells, environments.
  case `protocol`
  /// Whole cells, laid out and written in all formats.
  case rows
  /// Whole cells and headers as pictures.
  case pictures

  /// Runs the part on `input`.
  /// - Throws: `BrokenInvariant` where it did something else than it may.
  public func check(_ input: UnsafeBufferPointer<UInt8>) throws(BrokenInvariant) {
    switch self {
    case .text: try TextCheck(input).run()
    case .protocol: try ProtocolCheck(input).run()
    case .rows: try RowCheck(input).run()
    case .pictures: try PictureCheck(input).run()
    }
  }

  /// The same for a fuzzer, to which a trap is what it looks for.
  public func trapIfBroken(_ input: UnsafeBufferPointer<UInt8>) {
    do { try check(input) } catch { fatalError(error.description) }
  }
}
