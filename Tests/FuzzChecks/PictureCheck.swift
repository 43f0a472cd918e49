import CellEngine
import CellProtocol

/// Pictures of a cell and of its header, in any environment.
struct PictureCheck {
  private let cell: Cell
  private let environment: Style
  private let options: PictureOptions
  private let page: Int
  private let reveal: Reveal?

  private static let type = "data:image/png;base64,"
  private static let image = type + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAf"

  private static func isBase64(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+/=".utf8.contains(byte)
  }

  init(_ input: UnsafeBufferPointer<UInt8>) throws(BrokenInvariant) {
    var source = ByteSource(input)
    var set = source.environment()
    set.unit = source.pick(LengthUnit.allCases)
    if set.unit == .point, case .definite(let columns) = set.width { set.width = .definite(columns * 8) }
    set.theme = source.pick(CellEngine.Environment.Theme.allCases)
    if source.bool(4) { set.font = CellEngine.Environment.Font(family: source.text(upTo: 24)) }
    options = PictureOptions(pinsText: source.bool())
    page = source.int(0...2)
    let selection = source.pick(SelectionMode.allCases)
    let kept = source.keptColumns()
    var cell = source.cell()
    cell.header = source.header()
    if source.bool() {
      cell.image?.source = Self.image + (source.bool() ? "" : source.text(upTo: 16))
    }
    self.cell = cell
    reveal = source.bool() ? source.pick(Reveal.allCases) : nil
    do {
      environment = try Style(set, selection: selection, kept: kept)
    } catch {
      throw BrokenInvariant(description: "\(error)")
    }
  }

  func run() throws(BrokenInvariant) {
    let packed = CellRecord(cell)
    var layout = CellLayout(environment)
    var result: Result<Void, BrokenInvariant> = .success(())
    let preparation = Preparation(environment)
    var height: Int32 = 0
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells([packed], for: preparation), at: 0,
      detail: .height
    ) { height = $0.height }
    layout.layOut(
      packed, state: CellState(of: cell),
      prepared: reveal == nil
        ? PreparedCells([packed], for: preparation) : PreparedCells(revealing: packed, for: preparation),
      at: 0, revealing: reveal
    ) { row in
      result = Result { () throws(BrokenInvariant) in
        try check(row)
        try require(row.height == height, "a revealed part changes the height")
        if let overlay = OverlayPicture(of: row, options) {
          _ = try PictureMarkup(overlay.picture, environment.theme)
        }
      }
    }
    try result.get()
    layout.layOutHeader(
      packed, state: CellState(of: cell),
      prepared: PreparedCells(header: packed, for: Preparation(environment)),
      page: page
    ) { row, _, _ in
      result = Result { () throws(BrokenInvariant) in try check(row) }
    }
    try result.get()
  }

  private func check(_ row: borrowing Row) throws(BrokenInvariant) {
    var svg: [UInt8] = []
    SVGRenderer(options).append(row, to: &svg)
    let picture = try PictureMarkup(svg, row.style.theme)
    var html: [UInt8] = []
    HTMLRenderer(options).append(row, to: &html)
    let item = try PictureMarkup(html, row.style.theme)
    try require(picture.texts == item.texts, "svg and html have other texts")
    try require(item.labels == picture.labels, "svg and html have other labels")
    // The row has a label, and so has each widget. The chevron of a link has none.
    let frames = FrameRenderer.frames(of: row)
    let widgets = frames.filter { $0.widget != nil }
    let linked = widgets.count { $0.slot == .accessory && $0.widget?.id == "open" && !picture.links.isEmpty }
    try require(picture.labels.count == 1 + widgets.count - linked, "not one label for each widget")
    for widget in widgets.compactMap(\.widget) {
      try require(!widget.label.isEmpty, "a widget without a label")
    }
    for link in picture.links {
      let scheme = link.prefix { !":/?#".contains($0) }
      let isKept = ["http", "https", "mailto"].contains(scheme.lowercased())
      try require(isKept || link.dropFirst(scheme.count).first != ":", "a link to \(link)")
    }
    for image in picture.images {
      let isFile =
        image.hasPrefix(Self.image) && image.utf8.dropFirst(Self.type.utf8.count).allSatisfy(Self.isBase64)
      try require(isFile, "an image of \(image)")
    }
    try require(picture.images == item.images, "svg and html have other images")
    try parts(frames)
    let size = PictureSize(of: row)
    try require(size.width >= 0 && size.height > 0, "a picture of no height")
  }

  /// Parts are inside of their rows. Their letters are those of the element's lines.
  private func parts(_ frames: [Frame]) throws(BrokenInvariant) {
    for frame in frames {
      if environment.unit == .column { try require(frame.parts.isEmpty, "parts in columns") }
      // Scalars are compared, because clusters can change where two lines are joined.
      let shown = ShownText.ink(frame.lines.map(\.text).joined())
      for part in frame.parts {
        try require(part.width >= 0 && part.height >= 0, "a part of \(frame.slot) with no size")
        guard case .text(let line) = part.content else { continue }
        try require(
          shown.contains(ShownText.ink(line.text)),
          "a part of \(frame.slot) has other letters than its lines: "
            + "\(line.text.debugDescription), \(frame.lines.map(\.text))")
        try require(
          line.x >= frame.x - 0.02 && line.x + line.width <= frame.x + frame.width + 0.02,
          "letters leave their \(frame.slot)")
      }
    }
  }
}
