/// Spells a series with block elements and Braille patterns.
enum SeriesSpelling {
  /// A bound on the bytes of one level in one line of a terminal, with the slack of copies.
  static let levelBytes = 8

  /// Writes one of the lines of a series, from the top. Columns are eighths of a character; a line
  /// and the ground below it are dots, of which a character has two columns and four rows. In ASCII
  /// every form is drawn as columns. Next to negative values, columns begin between two lines.
  static func write(
    _ series: ShownSeries, row: Int, of rows: Int, _ glyphs: borrowing GlyphSet, to cursor: inout ByteCursor
  ) {
    let below = rows - 1 - row
    guard series.form != .column, !glyphs.isASCII else {
      let step = series.form == .column ? 1 : 2
      for index in stride(from: 0, to: series.levels.count, by: step) {
        if series.zero > 0 {
          cursor.append(glyphs.word(of: column(at: index, of: series, row: row, of: rows)))
          continue
        }
        let eighths = 1 + Int((series.levels[index] * Double(8 * rows - 1)).rounded()) - 8 * below
        cursor.append(glyphs.word(of: Glyph.bar(eighths: eighths)))
      }
      return
    }
    let top = Double(4 * rows - 1)
    let heights = series.levels.map { Int(($0 * top).rounded()) }
    let zero = Int((series.zero * top).rounded())
    for left in stride(from: 0, to: heights.count, by: 2) {
      var pattern: UInt32 = 0
      for index in left..<min(left + 2, heights.count) {
        let dots = dots(at: index, of: heights, ground: series.form == .area ? zero : nil)
        let bits = index == left ? leftDots : rightDots
        for dot in 0..<4 where dots.contains(4 * below + dot) { pattern |= bits[dot] }
      }
      guard pattern > 0 else {
        cursor.append(glyphs.word(of: .space))
        continue
      }
      var scalar = String(UnicodeScalar(0x2800 + pattern) ?? " ")
      scalar.withUTF8 { cursor.append($0) }
    }
  }

  /// The part in one line of a column that rises or hangs from the value 0. Both directions have
  /// one scale.
  private static func column(at index: Int, of series: ShownSeries, row: Int, of rows: Int) -> Glyph {
    let above = series.zero < 1 ? rows / 2 : 0
    let value = series.levels[index] - series.zero
    let size = abs(value) / max(series.zero, 1 - series.zero)
    func eighths(of lines: Int) -> Int { 1 + Int((size * Double(8 * lines - 1)).rounded()) }
    guard value < 0 || above == 0 else {
      return row < above ? .bar(eighths: eighths(of: above) - 8 * (above - 1 - row)) : .space
    }
    return row < above ? .space : .hangingBar(eighths: eighths(of: rows - above) - 8 * (row - above))
  }

  /// The bits of a Braille pattern, from the lowest dot of a column to the highest (Unicode,
  /// Braille Patterns).
  private static let leftDots: [UInt32] = [0x40, 0x04, 0x02, 0x01]
  private static let rightDots: [UInt32] = [0x80, 0x20, 0x10, 0x08]

  /// The dots of a column: those that join it to the column before it, or all between the line and
  /// the ground.
  private static func dots(at index: Int, of heights: [Int], ground: Int?) -> ClosedRange<Int> {
    let height = heights[index]
    if let ground { return min(ground, height)...max(ground, height) }
    guard index > 0 else { return height...height }
    let last = heights[index - 1]
    return height > last ? last + 1...height : height < last ? height...last - 1 : height...height
  }
}
