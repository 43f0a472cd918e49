/// A part of celld that reads untrusted bytes, with the invariants that hold for all of them.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A text that is prepared, wrapped and cut.
  case text
  /// Lines of the protocol: framing, JSON, requests, cells and environments.
  case `protocol`
  /// Whole cells that are laid out and written in all formats.
  case rows
  /// Whole cells and headers as pictures.
  case pictures

  /// Runs the part on `input`.
  /// - Throws: `BrokenInvariant` if an invariant does not hold.
  public func check(_ input: UnsafeBufferPointer<UInt8>) throws(BrokenInvariant) {
    switch self {
    case .text: try TextCheck(input).run()
    case .protocol: try ProtocolCheck(input).run()
    case .rows: try RowCheck(input).run()
    case .pictures: try PictureCheck(input).run()
    }
  }

  /// Runs the part for a fuzzer and traps if an invariant does not hold.
  public func trapIfBroken(_ input: UnsafeBufferPointer<UInt8>) {
    do { try check(input) } catch { fatalError(error.description) }
  }
}
