import CellEngine
import CellProtocol

extension String {
  /// The width on a terminal, in columns.
  var columns: Int { columns(by: WidthModel()) }

  /// Returns the width on a terminal that counts columns in this way.
  func columns(by model: WidthModel) -> Int {
    var sum = 0
    forEachCluster(model) {
      sum += $0.advance
      return true
    }
    return sum
  }

  /// Returns the longest beginning that fits into `columns`. Grapheme clusters stay whole.
  func prefix(columns: Int, by model: WidthModel = WidthModel()) -> String {
    var room = columns
    var end = 0
    forEachCluster(model) {
      room -= $0.advance
      if room >= 0 { end += $0.byteCount }
      return room >= 0
    }
    return String(decoding: utf8.prefix(end), as: UTF8.self)
  }

  /// Returns the text if it fits into `columns`. Otherwise returns its beginning and an ellipsis,
  /// without a space between them, as rows are cut: `Pump 7, hall` in six columns is `Pump…`.
  func cut(columns: Int, ellipsis: String, by model: WidthModel = WidthModel()) -> String {
    guard self.columns(by: model) > columns else { return self }
    let room = columns - ellipsis.columns(by: model)
    guard room >= 0 else { return ellipsis.prefix(columns: columns, by: model) }
    let beginning = prefix(columns: room, by: model)
    return (beginning.lastIndex { $0 != " " }.map { String(beginning[...$0]) } ?? "") + ellipsis
  }

  /// The printable text on one line.
  var oneLine: String {
    let breaks: [Unicode.Scalar] = ["\n", "\r", "\t"]
    return String(String.UnicodeScalarView(unicodeScalars.map { breaks.contains($0) ? " " : $0 })).printable
  }

  /// Returns the words on lines of at most `columns`. A wider word is split. The spaces at the end
  /// of a line are left out.
  func wrapped(columns: Int, by model: WidthModel = WidthModel()) -> [String] {
    var lines: [String] = []
    var text = self
    text.withUTF8 { bytes in
      var (start, width) = (0, 0)
      var hasInk = false
      // The index after the last space that ends a word of the line, and the columns before it.
      var word: (start: Int, column: Int)?
      func close(at end: Int) {
        let line = bytes[start..<end]
        let trailing = line.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        lines.append(String(decoding: line.dropLast(trailing), as: UTF8.self))
      }
      var clusters = ClusterWalk(bytes.indices, of: bytes, model)
      var index = 0
      while let cluster = clusters.next() {
        let isSpace = cluster.byteCount == 1 && bytes[index] == UInt8(ascii: " ")
        while !isSpace, hasInk, width + cluster.advance > columns {
          let (end, column) = word ?? (index, width)
          close(at: end)
          (start, width, hasInk, word) = (end, width - column, end < index, nil)
        }
        index += cluster.byteCount
        width += cluster.advance
        if !isSpace { hasInk = true } else if hasInk { word = (index, width) }
      }
      close(at: bytes.count)
    }
    return lines
  }

  /// Returns the words on lines of at most `columns`: the first line after `heading`, the others
  /// indented by its width. Without room for that, the other lines are indented by four columns.
  func wrapped(after heading: String, columns: Int) -> [String] {
    let indent = heading.columns
    guard columns - indent >= 20 else {
      let lines = (heading + self).wrapped(columns: max(columns - 4, 1))
      return lines.prefix(1) + lines.dropFirst().map { "    " + $0 }
    }
    let lines = wrapped(columns: columns - indent)
    return [heading + (lines.first ?? "")]
      + lines.dropFirst().map { String(repeating: " ", count: indent) + $0 }
  }

  /// Calls `body` with its clusters, one after the other, until it returns false.
  private func forEachCluster(_ model: WidthModel, _ body: (Cluster) -> Bool) {
    var text = self
    text.withUTF8 {
      var clusters = ClusterWalk($0.indices, of: $0, model)
      while let cluster = clusters.next(), body(cluster) {}
    }
  }
}
