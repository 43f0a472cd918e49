@testable import CellEngine

/// A grapheme cluster from a simple segmentation, which looks at every scalar. The fast
/// segmentation is compared with it.
struct ReferenceCluster: Equatable {
  var byteCount: Int
  var columns: Int
  var kind: Segment.Kind
  var allowsBreakAfter: Bool

  /// The clusters of a text. Without `breaks`, no line can end between them.
  static func clusters(of text: [UInt8], _ model: WidthModel, _ breaks: LineBreakRule?) -> [ReferenceCluster]
  {
    text.withUnsafeBufferPointer { clusters(of: $0, model, breaks) }
  }

  private static func clusters(
    of text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: LineBreakRule?
  ) -> [ReferenceCluster] {
    let data = UnicodeData.shared
    let widths = ColumnWidths(model)
    let records = data.records(nil, model)
    var found: [ReferenceCluster] = []
    var line = 0
    var state = 0
    var isKept = false
    var index = 0
    while index < text.count {
      let scalar = data.lookUp(in: text, at: index)
      let properties = data.properties(scalar.number)
      let entry = data.tables.clusterState(state, properties.cluster)
      state = Int(entry & 0x7F)
      var allowsBreak = false
      if let breaks {
        let step = data.tables.lineState(line, properties.line)
        line = Int(step & LineBreakTable.stateBits)
        let action = LineBreakTable.BreakAction(rawValue: step >> LineBreakTable.actionShift) ?? .prohibited
        if action != .mandatory {
          allowsBreak = LineBreakTable.isAllowed(
            by: action, next: index + scalar.byteCount, in: text, data.tables)
        }
        // Letters and numbers are kept together, each with its marks.
        let isMark = [UnicodeTables.LineClass.combiningMark, UnicodeTables.LineClass.joiner].contains(
          properties.line)
        if breaks == .keepAll, isKept, properties.isKept { allowsBreak = false }
        if !isMark { isKept = properties.isKept }
      }
      if entry & 0x80 != 0 || found.isEmpty {
        if !found.isEmpty { found[found.count - 1].allowsBreakAfter = allowsBreak }
        found.append(
          ReferenceCluster(
            byteCount: scalar.byteCount, columns: widths.columns(of: properties), kind: properties.kind,
            allowsBreakAfter: false))
      } else {
        let last = found[found.count - 1]
        found[found.count - 1].columns = widths.columns(
          last.columns, of: text, until: index, joinedBy: scalar.number, records[scalar.number], data)
        found[found.count - 1].byteCount += scalar.byteCount
        if last.kind != .hardBreak { found[found.count - 1].kind = .ink }
      }
      index += scalar.byteCount
    }
    return found
  }

  /// The cluster as segments: one, and continuations if it has more than 255 bytes.
  var segments: [Segment] {
    var rest = byteCount
    var segments: [Segment] = []
    repeat {
      let count = min(rest, Segment.maximumByteCount)
      rest -= count
      segments.append(
        Segment(
          byteCount: count, advance: segments.isEmpty ? columns : 0,
          kind: segments.isEmpty ? kind : .continuation, allowsBreakAfter: rest == 0 && allowsBreakAfter))
    } while rest > 0
    return segments
  }
}
