import CellEngine

/// Writes what a row is made of as members of a JSON object, in each format.
///
/// It keeps room to work in from row to row; use one per thread.
public struct RowWriter {
  private let format: RowFormat
  private let pads: Bool
  private let options: PictureOptions
  private let standsAlone: Bool
  private var lines: [UInt8] = []

  /// A writer of rows in `format`; `pads` fills the lines of `text` and `ansi` with spaces to the view's width, and
  /// `options` are for pictures. A row that `standsAlone` has the diagnostics of its view, too.
  public init(
    format: RowFormat, pads: Bool = false, options: PictureOptions = PictureOptions(),
    standsAlone: Bool = false
  ) {
    self.standsAlone = standsAlone
    self.format = format
    self.pads = pads
    self.options = options
  }

  /// Writes `height` and the content of the row that was just laid out, then its `diagnostics` where it has some and
  /// `selected` and `unread` where they hold.
  public mutating func write(_ row: inout CellLayout, to json: inout JSONWriter) {
    json.name("height")
    let unit = row.environment.unit
    json.length(Int(row.height), in: unit)
    // Text has no points: a watch whose view changed to points hears of frames.
    switch unit == .point && !format.fitsPoints ? .frames : format {
    case .text:
      lines.removeAll(keepingCapacity: true)
      row.appendText(to: &lines, pads: pads)
      writeLines(to: &json)
    case .ansi:
      lines.removeAll(keepingCapacity: true)
      row.appendANSI(to: &lines, pads: pads)
      writeLines(to: &json)
    case .spans: write(row.spans(), to: &json)
    case .frames:
      write(row.frames(), to: &json)
      json.name("label")
      json.string(row.spokenLabel())
    case .svg, .html: writePicture(of: &row, to: &json)
    }
    json.diagnostics((standsAlone ? row.environment.diagnostics : []) + row.diagnostics)
    if row.isSelected {
      json.name("selected")
      json.bool(true)
    }
    if row.isUnread {
      json.name("unread")
      json.bool(true)
    }
  }

  /// Writes the picture, and its size in CSS pixels, for those who put pictures below each other.
  private mutating func writePicture(of row: inout CellLayout, to json: inout JSONWriter) {
    lines.removeAll(keepingCapacity: true)
    if format == .svg {
      row.appendSVG(to: &lines, options: options)
    } else {
      row.appendHTML(to: &lines, options: options)
    }
    let size = row.pictureSize()
    json.name("size")
    json.object { json in
      json.name("width")
      json.double(size.width)
      json.name("height")
      json.double(size.height)
    }
    json.name("picture")
    lines.withUnsafeBytes { json.string($0) }
  }

  private func writeLines(to json: inout JSONWriter) {
    json.name("lines")
    json.beginArray()
    lines.withUnsafeBytes { bytes in
      var start = 0
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        json.string(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end + 1
      }
    }
    json.endArray()
  }

  private func write(_ lines: [[Span]], to json: inout JSONWriter) {
    json.name("lines")
    json.array { json in
      for line in lines {
        json.array { json in
          for span in line { write(span, to: &json) }
        }
      }
    }
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

  private func write(_ frames: [Frame], to json: inout JSONWriter) {
    json.name("elements")
    json.array { json in
      for frame in frames { write(frame, to: &json) }
    }
  }

  private func write(_ frame: Frame, to json: inout JSONWriter) {
    json.object { json in
      json.name("slot")
      json.string(frame.slot.rawValue)
      writeRectangle(x: frame.x, y: frame.y, width: frame.width, height: frame.height, to: &json)
      json.name("role")
      json.string(frame.role.rawValue)
      if let state = frame.state {
        json.name("state")
        json.string(state.rawValue)
      }
      if let widget = frame.widget { json.members(of: widget) }
      json.name("lines")
      json.array { json in
        for line in frame.lines { write(line, to: &json) }
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
    }
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
  /// Writes the member `diagnostics` of a row or of a view, where there is something to tell.
  public mutating func diagnostics(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    name("diagnostics")
    array { json in for sentence in sentences { json.string(sentence) } }
  }
}
