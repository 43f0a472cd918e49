import CellEngine
import CellWire

/// Writes the content of rows as members of a JSON object, in one format.
///
/// It reuses its buffer for each row. Use one writer per thread.
public struct RowWriter {
  private let format: RowFormat
  private let pads: Bool
  private let options: PictureOptions
  private let standsAlone: Bool
  private let limit: Int
  /// The index in the JSON at which the content of the row must end.
  private var end = Int.max
  /// True if content was left out because of the limit.
  private var isClipped = false
  private var lines: [UInt8] = []

  /// Creates a writer of rows in `format`.
  ///
  /// - Parameters:
  ///   - pads: fills the lines of `text` and `ansi` with spaces to the width of the view.
  ///   - options: options of pictures.
  ///   - standsAlone: adds the diagnostics of the view to those of the row.
  ///   - limit: the maximum number of bytes of a row.
  public init(
    format: RowFormat, pads: Bool = false, options: PictureOptions = PictureOptions(),
    standsAlone: Bool = false, limit: Int = Limits.standard.row
  ) {
    self.limit = limit
    self.standsAlone = standsAlone
    self.format = format
    self.pads = pads
    self.options = options
  }

  /// The level of detail that rows must be laid out with.
  public var detail: RowDetail { format.detail }

  /// An upper bound for the bytes of the members around the content and of the closing brackets.
  private static let otherBytes = 320

  /// Writes `height` and the content of the row that was just laid out. Then writes `diagnostics`,
  /// `clipped`, `selected` and `unread`, if the row has them.
  ///
  /// - Parameter start: the index of the row in the JSON, or nil if the row begins at its end.
  public mutating func write(_ row: borrowing Row, to json: inout JSONWriter, from start: Int? = nil) {
    let diagnostics = (standsAlone ? row.style.diagnostics : []) + row.diagnostics
    // An escaped character of a sentence has at most twice its bytes.
    end = (start ?? json.bytes.count) + limit - Self.otherBytes
    end -= diagnostics.reduce(0) { $0 + 2 * $1.utf8.count + 3 }
    isClipped = false
    json.name("height")
    let unit = row.style.unit
    json.length(Int(row.height), in: unit)
    format.fitted(to: unit).write(row, &self, to: &json)
    json.diagnostics(diagnostics)
    if isClipped {
      json.name("clipped")
      json.bool(true)
    }
    if row.isSelected {
      json.name("selected")
      json.bool(true)
    }
    if row.isUnread {
      json.name("unread")
      json.bool(true)
    }
  }

  /// The number of bytes of content that fit.
  private func room(in json: JSONWriter) -> Int { max(0, end - json.bytes.count) }

  /// Removes everything after `mark` if it does not fit. Returns whether it was removed.
  private mutating func clip(_ json: inout JSONWriter, to mark: JSONWriter.Mark) -> Bool {
    guard json.bytes.count > end else { return false }
    json.rewind(to: mark)
    isClipped = true
    return true
  }

  /// Writes the picture and its size in CSS pixels, which stacks of pictures need. `render` appends
  /// the picture up to a limit of bytes, and returns whether all of it fits.
  mutating func writePicture(
    of row: borrowing Row, to json: inout JSONWriter,
    _ render: (borrowing Row, inout [UInt8], PictureOptions, _ limit: Int) -> Bool
  ) {
    lines.removeAll(keepingCapacity: true)
    isClipped = !render(row, &lines, options, room(in: json))
    let size = PictureSize(of: row)
    json.name("size")
    json.object { json in
      json.name("width")
      json.double(size.width)
      json.name("height")
      json.double(size.height)
    }
    json.name("picture")
    lines.withUnsafeBytes { json.string($0) }
    guard let overlay = OverlayPicture(of: row, options, limit: room(in: json)) else { return }
    let mark = json.mark
    json.overlay(overlay)
    isClipped = clip(&json, to: mark) || isClipped || overlay.isClipped
  }

  /// Writes the lines that `forEachLine` hands over, up to the first that does not fit.
  ///
  /// - Parameter forEachLine: calls its last argument with each line until that returns `false`.
  ///   Its other arguments are room for a line, whether lines are padded, and the maximum number of
  ///   bytes of all lines. Returns whether all lines fit.
  mutating func writeLines(
    to json: inout JSONWriter,
    _ forEachLine: (inout [UInt8], _ pads: Bool, _ limit: Int, (UnsafeRawBufferPointer) -> Bool) -> Bool
  ) {
    let (room, last) = (room(in: json), end)
    json.name("lines")
    json.beginArray()
    let isWhole = forEachLine(&lines, pads, room) { line in
      let mark = json.mark
      json.string(line)
      guard json.bytes.count > last else { return true }
      json.rewind(to: mark)
      return false
    }
    json.endArray()
    isClipped = !isWhole
  }

  /// Writes the spans of each line.
  mutating func writeSpans(of row: borrowing Row, to json: inout JSONWriter) {
    let lines = SpanRenderer.spans(of: row, limit: room(in: json))
    isClipped = lines.count < Int(row.height)
    json.name("lines")
    json.beginArray()
    for line in lines {
      let mark = json.mark
      json.array { json in
        for span in line { write(span, to: &json) }
      }
      if clip(&json, to: mark) { break }
    }
    json.endArray()
  }

  private func write(_ span: Span, to json: inout JSONWriter) {
    json.object { json in
      json.name("text")
      json.string(span.text)
      json.name("x")
      json.integer(span.x)
      json.name("width")
      json.integer(span.width)
      if let slot = span.slot {
        json.name("slot")
        json.string(slot.rawValue)
      }
      json.name("role")
      json.string(span.role)
    }
  }

  /// Writes the elements, and the label for screen readers.
  mutating func writeFrames(of row: borrowing Row, to json: inout JSONWriter) {
    let room = room(in: json)
    let label = FrameRenderer.label(of: row, limit: room / 4)
    lines.removeAll(keepingCapacity: true)
    var text = JSONWriter(appendingTo: lines)
    lines = []
    text.string(label.text)
    swap(&lines, &text.bytes)
    end -= lines.count
    let (frames, hasMore) = FrameRenderer.frames(of: row, limit: max(0, room - lines.count))
    isClipped = hasMore || label.isClipped
    json.name("elements")
    json.beginArray()
    for frame in frames {
      let mark = json.mark
      guard write(frame, to: &json), !clip(&json, to: mark) else { break }
    }
    json.endArray()
    json.name("label")
    json.raw(lines)
    writeOverlay(of: row, to: &json)
  }

  /// Writes the menu or the preview next to the row, up to the first element that does not fit.
  private mutating func writeOverlay(of row: borrowing Row, to json: inout JSONWriter) {
    let (found, hasMore) = FrameRenderer.overlay(of: row, limit: room(in: json))
    guard let overlay = found else { return }
    isClipped = isClipped || hasMore
    json.name("overlay")
    json.object { json in
      json.name("what")
      json.string(overlay.reveal.rawValue)
      writeRectangle(x: overlay.x, y: overlay.y, width: overlay.width, height: overlay.height, to: &json)
      json.name("elements")
      json.array { json in
        for frame in overlay.frames {
          let mark = json.mark
          guard write(frame, to: &json), !clip(&json, to: mark) else { break }
        }
      }
    }
  }

  /// Writes an element up to the first line that does not fit. Returns whether all lines fit.
  private mutating func write(_ frame: Frame, to json: inout JSONWriter) -> Bool {
    var hasAllLines = true
    json.beginObject()
    json.name("slot")
    json.string(frame.slot.rawValue)
    writeRectangle(x: frame.x, y: frame.y, width: frame.width, height: frame.height, to: &json)
    json.name("role")
    json.string(frame.role.rawValue)
    if let state = frame.state {
      json.name("state")
      json.string(state.rawValue)
    }
    if let reveal = frame.reveal, !reveal.isOverlay {
      json.name("reveal")
      json.string(reveal.rawValue)
    }
    if let widget = frame.widget { json.members(of: widget) }
    json.name("lines")
    json.beginArray()
    for (index, line) in frame.lines.enumerated() {
      let mark = json.mark
      write(line, to: &json)
      // Without its first line, an element is left out as a whole.
      hasAllLines = index == 0 || !clip(&json, to: mark)
      guard hasAllLines else { break }
    }
    json.endArray()
    if let hit = frame.hit {
      json.name("hit")
      json.object { json in
        writeRectangle(x: hit.x, y: hit.y, width: hit.width, height: hit.height, to: &json)
      }
    }
    if !frame.parts.isEmpty {
      json.name("parts")
      json.array { json in
        for part in frame.parts { json.part(part) { writeMembers(of: $0, to: &$1) } }
      }
    }
    json.name("truncated")
    json.bool(frame.isTruncated)
    json.name("hidden")
    json.array { json in
      for range in frame.hidden {
        json.array { json in
          json.integer(range.lowerBound)
          json.integer(range.upperBound)
        }
      }
    }
    json.endObject()
    return hasAllLines
  }

  private func write(_ line: Frame.Line, to json: inout JSONWriter) {
    json.object { writeMembers(of: line, to: &$0) }
  }

  private func writeMembers(of line: Frame.Line, to json: inout JSONWriter) {
    json.name("text")
    json.string(line.text)
    writeRectangle(x: line.x, y: line.y, width: line.width, height: nil, to: &json)
    json.name("baseline")
    json.double(line.baseline)
    json.name("direction")
    json.string(line.isRightToLeft ? "rtl" : "ltr")
    if let font = line.font { write(font, to: &json) }
    if !line.runs.isEmpty { write(line.runs, to: &json) }
  }

  private func write(_ font: Frame.Font, to json: inout JSONWriter) {
    json.name("font")
    json.object { json in
      json.name("family")
      json.string(font.family)
      json.name("size")
      json.double(font.size)
      json.name("weight")
      json.integer(font.weight)
    }
  }

  private func write(_ runs: [Frame.Run], to json: inout JSONWriter) {
    json.name("runs")
    json.array { json in
      for run in runs {
        json.object { json in
          json.name("bytes")
          json.array { json in
            json.integer(run.bytes.lowerBound)
            json.integer(run.bytes.upperBound)
          }
          writeRectangle(x: run.x, y: nil, width: run.width, height: nil, to: &json)
          json.name("family")
          json.string(run.family)
          json.name("direction")
          json.string(run.isRightToLeft ? "rtl" : "ltr")
        }
      }
    }
  }

  private func writeRectangle(
    x: Double, y: Double?, width: Double, height: Double?, to json: inout JSONWriter
  ) {
    json.name("x")
    json.double(x)
    if let y {
      json.name("y")
      json.double(y)
    }
    json.name("width")
    json.double(width)
    if let height {
      json.name("height")
      json.double(height)
    }
  }
}

extension JSONWriter {
  /// Writes the member `overlay` of a picture.
  fileprivate mutating func overlay(_ overlay: OverlayPicture) {
    name("overlay")
    object { json in
      json.name("what")
      json.string(overlay.reveal.rawValue)
      for (name, value): (StaticString, Double) in [
        ("x", overlay.x), ("y", overlay.y), ("width", overlay.size.width), ("height", overlay.size.height),
      ] {
        json.name(name)
        json.double(value)
      }
      json.name("picture")
      overlay.picture.withUnsafeBytes { json.string($0) }
    }
  }

  /// Writes the member `diagnostics` of a row or a view, unless it is empty.
  public mutating func diagnostics(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    name("diagnostics")
    array { json in for sentence in sentences { json.string(sentence) } }
  }
}
