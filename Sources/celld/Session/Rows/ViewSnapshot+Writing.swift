import CellEngine
import CellProtocol
import CellWire

extension ViewSnapshot {
  /// Writes an answer as one JSON object. Its rows have been made.
  func write(_ asked: Asked, _ request: RowRequest, _ tops: RowTops, into json: inout JSONWriter) -> RowAnswer
  {
    json.beginObject()
    writeHead(request, tops, to: &json)
    var (anchor, section) = first(of: asked, request, RowPositions(self, tops))
    if let section { json.section(section) }
    json.name("rows")
    json.beginArray()
    var rowWriter = RowsWriter(request, style.unit, at: json.bytes.count)
    var next: Int?
    var missing = JSONWriter(capacity: 0)
    switch asked {
    case .range(let range, let upcoming):
      next = write(range, tops, &rowWriter, to: &json) ?? upcoming
    case .named(let named, let upcoming):
      missing.beginArray()
      next = write(named, tops, &rowWriter, to: &json, &missing) ?? upcoming
    }
    json.endArray()
    if let anchor { json.anchor(anchor, style.unit) }
    if let next {
      json.name("next")
      json.integer(next)
    }
    if missing.bytes.count > 1 {
      missing.endArray()
      json.name("missing")
      json.raw(missing.bytes)
    }
    json.endObject()
    anchor?.lastRows = LastRows(rowWriter.ids, section: section?.packed.id)
    var shape = rowWriter.shape
    shape.combine(next)
    shape.combine(tops.count)
    shape.combine(section?.key)
    shape.combine(section?.revision)
    shape.combine(tops.height)
    return RowAnswer(
      revision: revision, layout: layout, tags: rowWriter.tags, shape: shape.finalize(),
      hasNewRows: rowWriter.hasNewRows, isExact: tops.isExact, anchor: anchor)
  }

  /// The first row of a span, and the section of the first row.
  private func first(
    of asked: Asked, _ request: RowRequest, _ positions: RowPositions
  ) -> (anchor: RowAnchor?, section: Entry?) {
    let first: CellList.Place?
    switch asked {
    case .range(let range, _): first = range.isEmpty ? nil : list.place(at: range.lowerBound)
    case .named(let named, _): first = named.finds.lazy.compactMap(\.place).first
    }
    guard let first else { return (nil, nil) }
    return (positions.anchor(of: first, in: request.window), ordered?.section(ofRowAt: first))
  }

  private func writeHead(_ request: RowRequest, _ tops: RowTops, to json: inout JSONWriter) {
    json.name("session")
    json.string(session)
    json.name("view")
    if let view { json.string(view) } else { json.null() }
    json.name("revision")
    json.integer(revision)
    json.name("layout")
    json.integer(layout)
    json.name("clock")
    Clock(life: life, fingerprint: fingerprint, revision: revision, form: request.form).write(to: &json)
    json.name("widthClass")
    json.string(style.widthClass.rawValue)
    json.name("heightClass")
    json.string(style.heightClass.rawValue)
    json.name("width")
    if style.width == Style.unlimited {
      json.null()
    } else {
      json.length(Int(style.width), in: style.unit)
    }
    json.name("count")
    json.integer(tops.count)
    json.name("height")
    json.length(tops.height, in: style.unit)
    json.name("exact")
    json.bool(tops.isExact)
    json.diagnostics(style.diagnostics)
  }

  /// Writes the rows of `range`. Returns the index at which the limit stopped it.
  private func write(
    _ range: Range<Int>, _ tops: RowTops, _ rowWriter: inout RowsWriter, to json: inout JSONWriter
  ) -> Int? {
    guard !range.isEmpty else { return nil }
    var y = rows.top(of: list.place(at: range.lowerBound), in: list, tops)
    var next: Int?
    _ = list.allChunks(in: range) { chunk, start, offsets in
      guard let known = rows.known(chunk) else { return true }
      let rendered = known.rendered.rows(rowWriter.form)
      let run = rowWriter.addRun(
        known, rendered, offsets, index: start + offsets.lowerBound, y: &y, to: &json)
      for offset in offsets.dropFirst(run) {
        guard rowWriter.add(known, rendered, offset, index: start + offset, y: y, to: &json) else {
          next = start + offset
          return false
        }
        y += Int(known.heights[offset])
      }
      return true
    }
    return next
  }

  /// Writes the rows of cells that exist, and the unknown ids, up to the limit for both. Returns
  /// the position in the ids at which the limit stopped it.
  private func write(
    _ named: NamedCells, _ tops: RowTops, _ rowWriter: inout RowsWriter, to json: inout JSONWriter,
    _ missing: inout JSONWriter
  ) -> Int? {
    for (number, place) in named.finds {
      let isAdded: Bool
      if let place {
        guard let known = rows.known(list.chunk(at: place)) else { continue }
        isAdded = rowWriter.add(
          known, known.rendered.rows(rowWriter.form), place.offset, index: list.index(of: place),
          y: rows.top(of: place, in: list, tops), to: &json)
      } else {
        isAdded = rowWriter.addMissing(named.ids[number], beside: json.bytes.count, to: &missing)
      }
      guard isAdded else { return number }
    }
    return nil
  }
}
