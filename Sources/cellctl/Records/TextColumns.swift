/// The columns of a table that programs print, which blanks separate.
struct TextColumns {
  /// The names in the header.
  let names: [String]
  /// A position of blanks before each column but the first, in characters.
  private let gaps: [Int]
  /// Whether a line of hyphens shows where they are.
  private let isRuled: Bool

  /// Finds the columns: a blank of the header separates two of them if the lines below have blanks
  /// there, too. Lines of hyphens below the header show where they are.
  /// - Parameter lines: the header, and the first lines below it.
  init?(_ lines: [String]) {
    guard let first = lines.first else { return nil }
    let header = Array(first)
    let rows = lines.dropFirst().map(Array.init).filter { $0.contains { !$0.isBlank } }
    let hasRuler = rows.first.map(Self.isRuler) == true
    let ruler = hasRuler && Self.words(of: rows[0]).count > 1 ? rows[0] : nil
    let words = Self.words(of: ruler ?? header)
    let below = rows.dropFirst(hasRuler ? 1 : 0)
    var gaps: [Int] = []
    for (index, next) in words.enumerated().dropFirst() {
      let word = words[index - 1]
      let gap = Self.gap(word.upperBound..<next.lowerBound, in: below)
      // A name of several words has one blank between them.
      let isInName = next.lowerBound == word.upperBound + 1 && ruler == nil
      let cells = (gaps.last ?? 0)..<(index + 1 < words.count ? words[index + 1].lowerBound : .max)
      if isInName, gap.share < 0.5 || !Self.separates(gap.position, of: cells, in: below) { continue }
      gaps.append(gap.position)
    }
    guard !gaps.isEmpty else { return nil }
    self.gaps = gaps
    isRuled = ruler != nil
    names = Self.cells(of: header, at: gaps)
  }

  /// A table of one column.
  init(single name: String) {
    (names, gaps, isRuled) = ([name.trimmingBlanks], [], false)
  }

  /// Returns the cells of a line; nil for a line of hyphens. Where a value reaches beyond its
  /// column, the nearest blank separates it from the next one.
  func cells(of line: String) -> [String]? {
    let line = Array(line)
    guard !Self.isRuler(line) else { return nil }
    var cuts: [Int] = []
    for gap in gaps {
      let least = (cuts.last ?? -1) + 1
      let near = [gap] + (1...40).flatMap { [gap + $0, gap - $0] }
      cuts.append(near.first { $0 >= least && ($0 >= line.count || line[$0].isBlank) } ?? line.count)
    }
    return Self.cells(of: line, at: cuts)
  }

  /// Whether these lines are certainly a table: their columns keep their places.
  /// - Parameter isName: whether a text can be the name of a column.
  static func areTable(_ lines: [String], isName: (String) -> Bool) -> Bool {
    guard lines.count >= 2, let columns = TextColumns(lines) else { return false }
    let rows = lines.dropFirst().compactMap { columns.cells(of: $0) }
    let isFilled = rows.allSatisfy { $0.count { !$0.isEmpty } * 2 >= columns.names.count }
    guard isFilled, !rows.isEmpty, columns.names.allSatisfy({ !$0.isEmpty && isName($0) }) else {
      return false
    }
    let isUpperCase = lines[0].uppercased() == lines[0] && lines[0].contains(where: \.isLetter)
    if columns.isRuled || isUpperCase { return true }
    let isAligned = lines.dropFirst().allSatisfy { line in
      let line = Array(line)
      return isRuler(line) || columns.gaps.allSatisfy { $0 >= line.count || line[$0].isBlank }
    }
    return rows.count > 1 && columns.names.count > 2 && isAligned
      && columns.names.indices.contains { column in rows.allSatisfy { !isName($0[column]) } }
  }

  private static func isRuler(_ line: [Character]) -> Bool {
    line.allSatisfy { $0 == "-" || $0 == "=" || $0.isBlank }
      && (line.starts(with: ["-", "-"]) || line.starts(with: ["=", "="]))
  }

  private static func words(of line: [Character]) -> [Range<Int>] {
    line.indices.split { line[$0].isBlank }.map { $0.startIndex..<$0.endIndex }
  }

  /// Returns the middle of the last blanks that most lines have between two words of the header,
  /// and the share of these lines.
  private static func gap(
    _ range: Range<Int>, in lines: ArraySlice<[Character]>
  ) -> (position: Int, share: Double) {
    let counts = range.map { position in
      lines.count { position >= $0.count || $0[position].isBlank }
    }
    let most = counts.max() ?? 0
    // Blanks further left can be those between words of the values.
    let last = counts.indices.split { counts[$0] < most }.last ?? counts.indices[...]
    let middle = last[last.startIndex + last.count / 2]
    return (range.lowerBound + middle, Double(most) / Double(max(1, lines.count)))
  }

  /// Whether most lines have text on both sides of a blank.
  private static func separates(
    _ position: Int, of cells: Range<Int>, in lines: ArraySlice<[Character]>
  ) -> Bool {
    lines.count { line in
      line.count > position && line[position].isBlank
        && line[cells.lowerBound..<position].contains { !$0.isBlank }
        && line[position..<min(cells.upperBound, line.count)].contains { !$0.isBlank }
    } * 2 >= lines.count
  }

  private static func cells(of line: [Character], at cuts: [Int]) -> [String] {
    let bounds = [0] + cuts.map { min($0, line.count) } + [line.count]
    return zip(bounds, bounds.dropFirst()).map { String(line[$0..<max($0, $1)]).trimmingBlanks }
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
