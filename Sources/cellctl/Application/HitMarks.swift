import CellEngine
import CellWire

/// Marks for typed words in the lines of rows. They cover the text that a condition of the daemon
/// finds, since both compare the same folds: `ss` marks `ß`.
struct HitMarks: Equatable {
  /// A word to mark.
  private struct Needle: Equatable {
    /// The scalars of its fold.
    var scalars: [UInt32]
    /// Whether its characters only have to follow each other.
    var isFuzzy: Bool
  }

  /// The fold of a text, and for each of its scalars the index of the cluster that it comes from.
  private struct Folded {
    var scalars: [UInt32] = []
    var owners: [Int] = []
    private(set) var clusters = 0

    mutating func append(_ cluster: some Collection<UInt8>) {
      if cluster.count == 1, let byte = cluster.first, byte < 0x80 {
        scalars.append(UInt32(0x41...0x5A ~= byte ? byte | 0x20 : byte))
        owners.append(clusters)
      } else {
        let fold = String(decoding: TextFold.fold(String(decoding: cluster, as: UTF8.self)), as: UTF8.self)
        for scalar in fold.unicodeScalars {
          scalars.append(scalar.value)
          owners.append(clusters)
        }
      }
      clusters += 1
    }

    /// Ends a line: no word goes on in the next one.
    mutating func endLine() {
      scalars.append(.max)
      owners.append(-1)
    }

    /// Returns the index after a word at an index; nil if it is not there.
    func end(of needle: [UInt32], at start: Int) -> Int? {
      guard start + needle.count <= scalars.count,
        needle.indices.allSatisfy({ scalars[start + $0] == needle[$0] })
      else { return nil }
      return start + needle.count
    }

    /// Returns the indexes of characters that follow each other, as late as the first end allows.
    func fuzzy(_ needle: [UInt32]) -> [Int]? {
      var rest = needle[...]
      guard
        let last = scalars.indices.first(where: { index in
          if scalars[index] == rest.first { rest.removeFirst() }
          return rest.isEmpty
        })
      else { return nil }
      var (found, left): ([Int], ArraySlice<UInt32>) = ([], needle[...])
      for index in (0...last).reversed() where scalars[index] == left.last {
        found.append(index)
        left.removeLast()
      }
      return found
    }
  }

  private var needles: [Needle] = []

  /// Adds the words of a filter or a search.
  mutating func add(_ condition: TextCondition) {
    needles += condition.words.compactMap { word in
      let fold = String(decoding: TextFold.fold(word), as: UTF8.self).unicodeScalars.map(\.value)
      return fold.isEmpty ? nil : Needle(scalars: fold, isFuzzy: condition.isFuzzy || condition.isRanked)
    }
  }

  /// The words that are not marked in some lines.
  private func missing(in folded: Folded) -> [Needle] {
    needles.filter { needle in
      !folded.scalars.indices.contains { folded.end(of: needle.scalars, at: $0) != nil }
        && (!needle.isFuzzy || folded.fuzzy(needle.scalars) == nil)
    }
  }

  private static let (on, off) = (Array("\u{1B}[7m".utf8), Array("\u{1B}[27m".utf8))

  /// Returns the lines of a row with its hits in reverse video, and whether all words are visible.
  func marked(_ lines: [String], _ model: WidthModel) -> (lines: [String], isComplete: Bool) {
    var folded = Folded()
    for line in lines {
      ScreenLine(text: line, model: model).forEachPart { part, piece in
        if case .cluster = part { folded.append(piece) }
      }
      folded.endLine()
    }
    var isHit = [Bool](repeating: false, count: folded.clusters)
    for needle in needles {
      var found: [Int] = []
      for start in folded.scalars.indices {
        if let end = folded.end(of: needle.scalars, at: start) { found += start..<end }
      }
      if found.isEmpty, needle.isFuzzy { found = folded.fuzzy(needle.scalars) ?? [] }
      for index in found where folded.owners[index] >= 0 { isHit[folded.owners[index]] = true }
    }
    var index = 0
    let marked = lines.map { line in
      var (bytes, isOn): ([UInt8], Bool) = ([], false)
      ScreenLine(text: line, model: model).forEachPart { part, piece in
        if case .cluster = part {
          if isHit[index] != isOn {
            isOn = isHit[index]
            bytes += isOn ? Self.on : Self.off
          }
          index += 1
          bytes += piece
        } else {
          // A sequence can end the reverse video.
          bytes += piece
          if isOn { bytes += Self.on }
        }
      }
      return String(decoding: isOn ? bytes + Self.off : bytes, as: UTF8.self)
    }
    return (marked, missing(in: folded).isEmpty)
  }

  // MARK: - Texts that rows cut or hide

  /// A cluster of a line with its columns, or a sequence.
  private struct Piece {
    var bytes: [UInt8]
    var columns: Int?
  }

  private static func pieces(of line: String, _ model: WidthModel) -> [Piece] {
    var pieces: [Piece] = []
    ScreenLine(text: line, model: model).forEachPart { part, bytes in
      if case .cluster(let columns) = part {
        pieces.append(Piece(bytes: Array(bytes), columns: columns))
      } else {
        pieces.append(Piece(bytes: Array(bytes)))
      }
    }
    return pieces
  }

  /// Returns the lines of a row with the hit of a text that they cut or hide. This part of the text
  /// is in the widest gap of the lines, or replaces the end of a text.
  /// - Parameters:
  ///   - lines: the lines before hits were marked.
  ///   - columns: the columns that rows have.
  func excerpt(of cell: JSON, in lines: [String], columns: Int, _ style: ScreenStyle) -> [String] {
    var folded = Folded()
    let rows = lines.map { Self.pieces(of: $0, style.model) }
    for row in rows {
      for piece in row where piece.columns != nil { folded.append(piece.bytes) }
      folded.endLine()
    }
    guard let needle = missing(in: folded).first, let text = Self.text(with: needle, in: cell, style.model),
      let place = Self.place(in: rows, columns: columns, style)
    else { return lines }
    let shown = text.excerpt(columns: place.room, style)
    let start = place.atEnd ? place.column + place.room - shown.columns : place.column
    var (bytes, column, isShown): ([UInt8], Int, Bool) = ([], 0, false)
    func show() {
      bytes += repeatElement(UInt8(ascii: " "), count: max(start - column, 0))
      bytes += shown.text.utf8
      isShown = true
    }
    for piece in rows[place.line] {
      guard let width = piece.columns else {
        bytes += piece.bytes
        continue
      }
      if column + width > start, !isShown { show() }
      if column + width <= start || column >= start + shown.columns {
        bytes += piece.bytes
      } else if column + width > start + shown.columns {
        bytes += repeatElement(UInt8(ascii: " "), count: column + width - start - shown.columns)
      }
      column += width
    }
    if !isShown { show() }
    var changed = lines
    changed[place.line] = String(decoding: bytes, as: UTF8.self)
    return changed
  }

  /// Returns the line and the columns for a part of a text: the widest gap. Without one, it is the
  /// end of a text, of which a third stays.
  private static func place(
    in rows: [[Piece]], columns: Int, _ style: ScreenStyle
  ) -> (line: Int, column: Int, room: Int, atEnd: Bool)? {
    var best: (line: Int, column: Int, room: Int, atEnd: Bool)?
    var end: (line: Int, column: Int, room: Int, atEnd: Bool)?
    for (line, row) in rows.enumerated() {
      var (column, gap, text) = (0, 0, 0)
      func close(_ room: Int) {
        if room >= (best?.room ?? leastGap) {
          best = (line, column - gap + (column == gap ? 0 : 2), room, false)
        }
      }
      for piece in row {
        guard let width = piece.columns else { continue }
        if piece.bytes == [UInt8(ascii: " ")] {
          gap += 1
        } else {
          close(gap - 3)
          if gap > 1 { text = column }
          gap = 0
          let isEllipsis =
            piece.bytes.elementsEqual(style.ellipsis.utf8) || piece.bytes.elementsEqual("…".utf8)
          let room = (column + width - text) * 2 / 3
          // The last ellipsis, or else the end of the last line.
          if isEllipsis || end?.atEnd != true { end = (line, column + width - room, room, isEllipsis) }
        }
        column += width
      }
      (column, gap) = (columns, columns - column + gap)
      close(gap - 2)
    }
    return best ?? end.map { ($0.line, $0.column, $0.room, true) }
  }

  /// The columns of a gap from which on it has a part of a text.
  private static let leastGap = 12

  /// A text of a cell, and the clusters of its hit.
  private struct Found {
    var term: String
    var clusters: [Piece]
    var hit: ClosedRange<Int>

    /// Returns the part around the hit.
    func excerpt(columns: Int, _ style: ScreenStyle) -> (text: String, columns: Int) {
      let ellipsis = style.ellipsis.columns(by: style.model)
      let hitColumns = clusters[hit].reduce(0) { $0 + ($1.columns ?? 0) }
      let lead = "\(term): "
      let leadColumns = lead.columns(by: style.model)
      let hasLead = columns >= leadColumns + hitColumns + 8
      let room = columns - (hasLead ? leadColumns : 0)
      var (start, end, width) = (hit.lowerBound, hit.upperBound + 1, hitColumns)
      func total() -> Int {
        width + (start > 0 ? ellipsis : 0) + (end < clusters.count ? ellipsis : 0)
      }
      while total() > room, end > start + 1 {
        end -= 1
        width -= clusters[end].columns ?? 0
      }
      while true {
        let before = (start, end)
        if start > 0 {
          (start, width) = (start - 1, width + (clusters[start - 1].columns ?? 0))
          if total() > room { (start, width) = (start + 1, width - (clusters[start].columns ?? 0)) }
        }
        if end < clusters.count {
          (end, width) = (end + 1, width + (clusters[end].columns ?? 0))
          if total() > room { (end, width) = (end - 1, width - (clusters[end - 1].columns ?? 0)) }
        }
        if before == (start, end) { break }
      }
      var bytes = hasLead ? Array(lead.utf8) : []
      if start > 0 { bytes += style.ellipsis.utf8 }
      for index in start..<end { bytes += clusters[index].bytes }
      if end < clusters.count { bytes += style.ellipsis.utf8 }
      return (String(decoding: bytes, as: UTF8.self), total() + (hasLead ? leadColumns : 0))
    }
  }

  /// The members whose texts a search finds, in the order in which they are looked at.
  private static let members = [
    "title", "subtitle", "footnote", "caption", "description", "preview", "number", "status", "info", "tags",
    "columns", "header", "id",
  ]

  /// Returns the first text of a cell that has a word.
  private static func text(with needle: Needle, in cell: JSON, _ model: WidthModel) -> Found? {
    for name in members {
      guard let value = cell[name] else { continue }
      if let found = text(with: needle, in: value, term: CellMembers.term(name), isData: false, model) {
        return found
      }
    }
    return cell["data"].flatMap { text(with: needle, in: $0, term: "data", isData: true, model) }
  }

  private static func text(
    with needle: Needle, in value: JSON, term: String, isData: Bool, _ model: WidthModel
  ) -> Found? {
    switch value {
    case .array(let elements):
      return elements.lazy.compactMap { text(with: needle, in: $0, term: term, isData: isData, model) }.first
    case .object(let members):
      return members.lazy.compactMap { member in
        guard isData || !["state", "role", "icon"].contains(member.name) else { return nil }
        let term = isData ? "\(term)/\(member.name.oneLine)" : term
        return text(with: needle, in: member.value, term: term, isData: isData, model)
      }.first
    case .null: return nil
    case .string, .number, .bool: break
    }
    let clusters = pieces(of: NeutralLine(.text).text(of: value.string ?? value.text), model)
    var folded = Folded()
    for cluster in clusters { folded.append(cluster.bytes) }
    for start in folded.scalars.indices {
      guard let end = folded.end(of: needle.scalars, at: start) else { continue }
      return Found(term: term, clusters: clusters, hit: folded.owners[start]...folded.owners[end - 1])
    }
    return nil
  }
}
