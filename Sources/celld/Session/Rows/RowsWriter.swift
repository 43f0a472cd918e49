import CellEngine
import CellProtocol

/// Collects the rows of an answer, and then writes it.
struct RowsWriter {
  private let request: RowRequest
  private var writer = JSONWriter(capacity: 4096)
  private var tags: [UInt64] = []
  /// The index to go on with, where the answer was cut.
  var next: Int?
  /// Ids that the list does not have.
  var missing: [String] = []

  init(_ request: RowRequest) {
    self.request = request
    writer.beginArray()
  }

  /// Adds the row at `place`, which was made. `false` where the limit does not admit it; the first row always is.
  mutating func add(_ place: CellList.Place, y: Int, in snapshot: ViewSnapshot) -> Bool {
    let chunk = snapshot.list.chunk(at: place)
    let index = snapshot.list.index(of: place)
    let key = chunk.key(place.offset)
    let mark = writer.mark
    if request.knows(key, changed: chunk.revision(place.offset)) {
      let height = snapshot.rows.heights(of: chunk)?[place.offset] ?? 0
      writer.same(id: chunk.entry(place.offset).packed.id, index: index, y: y, height: Int(height))
    } else if let row = snapshot.rows.row(of: chunk, at: place.offset, form: request.form) {
      writer.row(row, index: index, y: y)
    }
    if writer.bytes.count > request.limit, !tags.isEmpty {
      writer.rewind(to: mark)
      return false
    }
    tags.append(key.tag)
    return true
  }

  /// The answer, with the rows added so far.
  mutating func answer(_ snapshot: ViewSnapshot, _ tops: RowTops) -> RowAnswer {
    writer.endArray()
    var head = JSONWriter(capacity: writer.bytes.count + 512)
    let environment = snapshot.environment
    head.name("session")
    head.string(snapshot.session)
    head.name("view")
    if let view = snapshot.view { head.string(view) } else { head.null() }
    head.name("revision")
    head.integer(snapshot.revision)
    head.name("layout")
    head.integer(snapshot.layout)
    head.name("clock")
    head.string(
      Clock(
        instance: snapshot.instance, layout: snapshot.layout, revision: snapshot.revision, form: request.form
      ).text)
    head.name("widthClass")
    head.string(environment.widthClass.rawValue)
    head.name("heightClass")
    head.string(environment.heightClass.rawValue)
    head.name("width")
    if environment.width == LayoutEnvironment.unlimited {
      head.null()
    } else {
      head.integer(environment.width)
    }
    head.name("count")
    head.integer(snapshot.list.count)
    head.name("height")
    head.integer(tops.height)
    head.name("exact")
    head.bool(tops.isExact)
    head.name("rows")
    head.raw(writer.bytes)
    if let next {
      head.name("next")
      head.integer(next)
    }
    if !missing.isEmpty {
      head.name("missing")
      head.array { head in
        for id in missing { head.string(id) }
      }
    }
    return RowAnswer(members: head.bytes, tags: tags, isExact: tops.isExact)
  }
}

extension JSONWriter {
  /// A row that the client has.
  fileprivate mutating func same(id: String, index: Int, y: Int, height: Int) {
    beginObject()
    name("id")
    string(id)
    name("index")
    integer(index)
    name("y")
    integer(y)
    name("height")
    integer(height)
    name("same")
    bool(true)
    endObject()
  }

  /// A row from its rendered parts, and what stands between them.
  fileprivate mutating func row(_ row: RenderedRow, index: Int, y: Int) {
    row.bytes.withUnsafeBytes { json in
      raw(UnsafeRawBufferPointer(rebasing: json[..<row.split]))
      bytes.append(decimal: index)
      bytes.append(contentsOf: ",\"y\":".utf8)
      bytes.append(decimal: y)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: json[row.split...]))
    }
  }
}

extension [UInt8] {
  /// Appends a number that is not negative in decimal digits.
  fileprivate mutating func append(decimal value: Int) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
