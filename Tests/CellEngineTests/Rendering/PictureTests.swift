import Foundation
import FoundationXML
import Testing

@testable import CellEngine

@Suite("Pictures")
struct PictureTests {
  /// The elements that an XML parser finds in a picture.
  private final class Document: NSObject, XMLParserDelegate {
    struct Element {
      var name: String
      var attributes: [String: String]
      var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ bytes: [UInt8]) throws {
      super.init()
      let parser = XMLParser(data: Data(bytes))
      parser.delegate = self
      try #require(
        parser.parse(), "\(parser.parserError.debugDescription)\n\(String(decoding: bytes, as: UTF8.self))")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if let last = open.last { elements[last].text += string }
    }

    subscript(name: String) -> [Element] { elements.filter { $0.name == name } }
  }

  private func bytes(
    _ cell: Cell, html: Bool = false, pinsText: Bool = true,
    _ change: (inout CellEngine.Environment) -> Void = { _ in }
  ) throws -> [UInt8] {
    var environment = CellEngine.Environment()
    environment.unit = .point
    environment.width = .definite(720)
    change(&environment)
    let resolved = try Style(environment, kept: KeptColumns(ColumnNeeds(of: [cell])))
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    var output: [UInt8] = []
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells([packed], for: Preparation(resolved)), at: 0
    ) { row in
      let options = PictureOptions(pinsText: pinsText)
      if html {
        HTMLRenderer(options).append(row, to: &output)
      } else {
        SVGRenderer(options).append(row, to: &output)
      }
    }
    return output
  }

  private func picture(
    _ cell: Cell, _ change: (inout CellEngine.Environment) -> Void = { _ in }
  ) throws -> Document { try Document(try bytes(cell, change)) }

  private static let hostile = [
    "<script>alert(1)</script>", "\" onload=\"alert(1)", "' style='x", "]]><!-- &amp; &#x3C;",
    "</text></svg>",
    "\u{1}\u{8}\u{B}\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}\u{85}\u{7F}",
    String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self), "<![CDATA[x]]>", "&", "<", "javascript:alert(1)",
  ]

  @Test(arguments: hostile, [LengthUnit.column, .point])
  func textStaysText(_ text: String, unit: LengthUnit) throws {
    var cell = Cell(id: text, title: text)
    cell.subtitle = text
    cell.description = text
    cell.tags = [text]
    cell.status = [Status(text: text, icon: Icon(text: text), label: text)]
    cell.image = Image(initials: text, source: text, label: text)
    cell.icons = [Icon(name: text, label: text)]
    cell.actions = [Action(id: text, title: text)]
    cell.href = text
    for html in [false, true] {
      let document = try Document(
        try bytes(cell, html: html) {
          $0.unit = unit
          $0.font = CellEngine.Environment.Font(family: text)
          $0.ellipsis = text
        })
      let names = Set(document.elements.map(\.name))
      #expect(
        names.isSubset(of: ["svg", "g", "rect", "text", "path", "a", "li", "circle", "polygon"]), "\(names)")
      #expect(
        document.elements.allSatisfy {
          $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") && $0 != "style" }
        })
      if text.contains("<script>") {
        #expect(document["text"].contains { $0.text.contains("<script>") })
      }
    }
  }

  @Test(
    "links lead to pages and mail, and nowhere else",
    arguments: [
      ("https://example.com/?a=1&b=2", "https://example.com/?a=1&b=2"),
      ("HTTP://example.com", "HTTP://example.com"),
      ("mailto:a@example.com", "mailto:a@example.com"), ("/orders/7", "/orders/7"), ("order:7", nil),
      ("orders/7:a", "orders/7:a"), ("#7", "#7"), ("javascript:alert(1)", nil), ("JavaScript:alert(1)", nil),
      ("data:text/html,x", nil), ("java\nscript:alert(1)", nil), (" javascript:alert(1)", nil),
      ("file:///x", nil),
      ("a b", "a%20b"),
    ] as [(String, String?)])
  func links(address: String, href: String?) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.href = address
    #expect(try picture(cell)["a"].first?.attributes["href"] == href)
    #expect(try picture(cell)["svg"].first?.attributes["role"] == (href == nil ? "img" : "group"))
  }

  @Test(arguments: [
    ("Noto Sans", "'Noto Sans', sans-serif"), ("monospace", "monospace, sans-serif"),
    ("Math", "Math, sans-serif"), ("sans-serif", "sans-serif"), ("a'b\"\\", "'ab', sans-serif"),
  ])
  func familiesAreNamedAsInCSS(family: String, list: String) throws {
    let output = try Document(
      try bytes(Cell(id: "1", title: "Title")) { $0.font = .init(family: family) })
    #expect(output["svg"].first?.attributes["font-family"] == list)
  }

  @Test func textIsPinnedToItsWidth() throws {
    let cell = Cell(id: "1", title: "Title")
    let pinned = try Document(try bytes(cell))["text"].first?.attributes
    #expect(pinned?["textLength"] == "40" && pinned?["lengthAdjust"] == "spacingAndGlyphs")
    let free = try Document(try bytes(cell, pinsText: false))["text"].first?.attributes
    #expect(free?["textLength"] == nil && free?["lengthAdjust"] == nil)
  }

  /// Chromium collapses the spaces of a text without its own `xml:space`.
  @Test func spacesOfEachTextAreKept() throws {
    var cell = Cell(id: "1", title: "  two  spaces")
    cell.subtitle = "a     b"
    cell.icons = [Icon(text: "x  y")]
    for html in [false, true] {
      let texts = try Document(try bytes(cell, html: html))["text"]
      #expect(texts.count >= 3 && texts.allSatisfy { $0.attributes["xml:space"] == "preserve" })
    }
  }

  @Test func textsHaveTheirDirectionAndLanguage() throws {
    let hebrew = try #require(try picture(Cell(id: "1", title: "שלום"))["text"].first?.attributes)
    #expect(hebrew["direction"] == "rtl" && hebrew["xml:lang"] == "he")
    #expect(try picture(Cell(id: "1", title: "振動 ポンプ"))["text"].first?.attributes["xml:lang"] == "ja")
    #expect(try picture(Cell(id: "1", title: "振動"))["text"].first?.attributes["xml:lang"] == nil)
    let item = try Document(try bytes(Cell(id: "1", title: "สวัสดี"), html: true) { $0.direction = .rtl })["li"]
      .first
    #expect(item?.attributes["lang"] == "th" && item?.attributes["dir"] == "rtl")
  }

  /// The time grows with the text, and not with its square.
  @Test(.timeLimit(.minutes(1))) func longTextsAreDrawn() throws {
    let words = repeatElement("word", count: 40_000).joined(separator: " ")
    let output = try bytes(Cell(id: "1", title: words)) { environment in
      environment.width = .definite(100)
      environment.titleLines = 0
    }
    #expect(output.count > 10 * words.utf8.count)
  }

  @Test func theSpokenLabelIsTheRowsName() throws {
    var cell = Cell(id: "1", title: "Pump \"7\" & more")
    cell.status = [Status(text: "High", state: .negative)]
    let label = "Pump \"7\" & more, High, negative"
    #expect(try picture(cell)["svg"].first?.attributes["aria-label"] == label)
    #expect(try Document(try bytes(cell, html: true))["li"].first?.attributes["aria-label"] == label)
  }

  @Test func everyNamedIconHasAPicture() {
    for entry in IconTable.entries {
      let name = String(decoding: entry.name.bytes, as: UTF8.self)
      #expect(IconPath.named(name) != nil, "\(name)")
    }
  }

  @Test func pagesHoldAllRows() throws {
    let cells = [Cell(id: "1", title: "One"), Cell(id: "2", title: "Two <b>")]
    let page = PicturePage(title: "A & B", theme: .dark)
    let size = PictureSize(width: 720, height: 56)
    let svg = try Document(page.svg(try cells.map { PicturePage.Row(picture: try bytes($0), size: size) }))
    #expect(svg["text"].map(\.text) == ["One", "Two <b>"])
    #expect(svg["svg"].first?.attributes["height"] == "112")
    #expect(
      svg["g"].filter { $0.attributes["role"] == "listitem" }.map { $0.attributes["transform"] } == [
        "translate(0 0)", "translate(0 56)",
      ])
    let html = try Document(
      page.html(try cells.map { PicturePage.Row(picture: try bytes($0, html: true), size: size) }))
    #expect(html["li"].count == 2 && html["title"].first?.text == "A & B")
    #expect(html["script"].isEmpty && html["link"].isEmpty)
  }

  /// A document has the rules of the classes that its pictures have. Texts cannot add one.
  @Test func aDocumentHasTheRulesOfItsClasses() throws {
    var cell = Cell(id: "1", title: "\" class=\"c-rated\"")
    cell.subtitle = "c-tag"
    cell.status = [Status(text: "High", state: .negative)]
    let row = PicturePage.Row(picture: try bytes(cell), size: PictureSize(width: 720, height: 72))
    let document = try Document(PicturePage(title: "Rows", theme: .light).svg([row]))
    let rules = try #require(document["style"].first?.text)
    #expect(
      rules.split(separator: "}") == [
        ".c-background{fill:var(--sapList_Background,revert-layer)",
        ".c-negative{fill:var(--sapNegativeTextColor,revert-layer)",
        ".c-secondary{fill:var(--sapContent_LabelColor,revert-layer)",
        ".c-text{fill:var(--sapList_TextColor,revert-layer)",
      ])
  }

  // MARK: Colours

  /// The contrast ratio of two colours, 1…21 (WCAG 2).
  private func contrast(_ left: Color, _ right: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      let parts = [color.red, color.green, color.blue].map { part in
        let share = Double(part) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (a, b) = (luminance(left), luminance(right))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(arguments: CellEngine.Environment.Theme.allCases)
  func textsCanBeRead(_ name: CellEngine.Environment.Theme) {
    let theme = name.colors
    for ground in [theme.background, theme.selected, theme.page] {
      for role in [StyleRole.title, .key, .secondary, .body, .number, .more, .rating, .button] {
        #expect(contrast(theme.color(of: role, nil), ground) >= 4.5, "\(role)")
      }
      for state in Status.State.allCases {
        #expect(contrast(theme.color(of: .secondary, state), ground) >= 4.5, "\(state)")
      }
      for token in ColorToken.allCases where token.isMark {
        #expect(contrast(theme[token], ground) >= 3, "\(token)")
      }
    }
    if [.highContrastLight, .highContrastDark].contains(name) {
      for role in StyleRole.allCases where ![.disabled, .image, .separator, .placeholder].contains(role) {
        #expect(contrast(theme.color(of: role, nil), theme.background) >= 7, "\(role)")
      }
      for state in Status.State.allCases {
        #expect(contrast(theme.states[state], theme.background) >= 7, "\(state)")
      }
    }
    #expect(contrast(theme.color(of: .tag, nil), theme.tag) >= 4.5)
    #expect(contrast(theme.initials, theme.image) >= 4.5 && contrast(theme.onAccent, theme.accent) >= 4.5)
  }

  // MARK: States of a row

  private func environment(
    _ profile: String
  ) -> (inout CellEngine.Environment) -> Void { { $0.profile = profile } }

  @Test func anImageHasNoRing() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB")
    cell.selected = true
    let image = try #require(
      try picture(cell)["rect"].first { $0.attributes["fill"] == "#eaecee" }?.attributes)
    #expect(image["stroke"] == nil)
  }

  /// An avatar that covers another one has a ring in the colour of the row.
  @Test func avatarsHaveARingInTheColourOfTheRow() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.avatars = [Image(initials: "AB"), Image(initials: "CD")]
    cell.selected = true
    let rings = try picture(cell, environment("ios"))["rect"].compactMap { $0.attributes["stroke"] }
    #expect(rings == ["#ebf8ff", "#ebf8ff"])
  }

  /// Avatars that are too small for initials have colours, and equal ones have equal colours.
  @Test func smallAvatarsHaveColours() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.avatars = ["AB", "CD", "AB"].map { Image(initials: $0) }
    let colors = try picture(cell, environment("compose"))["rect"].filter { $0.attributes["stroke"] != nil }
      .compactMap { $0.attributes["fill"] }
    #expect(colors.count == 3 && colors[0] == colors[2] && colors[0] != colors[1])
    #expect(try picture(cell, environment("compose"))["text"].map(\.text) == ["Title"])
  }

  /// The part of a ring that is done differs in its thickness, too: two greys do not differ enough.
  @Test func theRestOfADownloadIsThin() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.actions = [Action(id: "a", kind: .download, progress: 0.07)]
    let rings = try picture(cell) { $0.theme = .highContrastLight }["circle"].map(\.attributes)
    let widths = rings.compactMap { $0["stroke-width"].flatMap { Double($0) } }
    #expect(widths == [1, 2.5] && rings.last?["stroke-dasharray"] != nil)
  }

  @Test func aDisabledCellIsDimmed() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB")
    cell.icons = [Icon(name: "flag")]
    cell.unread = true
    cell.actions = ["a", "b"].map { Action(id: $0, title: $0) }
    cell.enabled = false
    for profile in Profile.all.map(\.name) {
      let document = try picture(cell, environment(profile))
      let colors = Set(
        document.elements.filter { $0.name != "svg" }.flatMap {
          [$0.attributes["fill"], $0.attributes["stroke"]]
        }.compactMap { $0 })
      #expect(colors.isSubset(of: ["#ffffff", "#77818b", "#eaecee", "none"]), "\(profile) \(colors)")
      #expect(document["rect"].contains { $0.attributes["opacity"] == "0.4" })
    }
  }

  /// Horizon dims images to 40 percent. Initials can be seen on the dimmed ground of each theme.
  @Test(arguments: CellEngine.Environment.Theme.allCases)
  func initialsOfADisabledCellAreVisible(_ name: CellEngine.Environment.Theme) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB")
    cell.enabled = false
    let theme = name.colors
    let ground = Color(
      [\Color.red, \.green, \.blue].reduce(0) { hex, part in
        let mixed = Double(theme.image[keyPath: part]) * 0.4 + Double(theme.background[keyPath: part]) * 0.6
        return hex << 8 | UInt32(mixed)
      }, .background)
    let document = try picture(cell) {
      $0.profile = "ios"
      $0.theme = name
    }
    let fill = try #require(document["text"].first { $0.text == "AB" }?.attributes["fill"])
    let color = Color(try #require(UInt32(fill.dropFirst(), radix: 16)), .initials)
    #expect(contrast(color, ground) > 2.5, "\(fill)")
  }

  /// On iOS, a separator begins at the texts. In other systems it has the width of the row.
  @Test(arguments: [("ios", 72.0), ("ios-classic", 73), ("swiftui", 73), ("compose", 0), ("android", 0)])
  func separators(profile: String, inset: Double) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB")
    for direction in [CellEngine.Environment.Direction.ltr, .rtl] {
      let rule = try #require(
        try picture(cell) {
          $0.profile = profile
          $0.width = .definite(390)
          $0.separator = .line
          $0.direction = direction
        }["rect"].first { $0.attributes["fill"] == ThemeColors.light.separator.hexadecimal }?.attributes)
      let x = rule["x"].flatMap(Double.init) ?? 0
      let width = try #require(rule["width"].flatMap(Double.init))
      #expect(x == (direction == .rtl ? 0 : inset) && width == 390 - inset, "\(profile)")
    }
  }

  @Test(arguments: [("compose", 1), ("android", 1), ("ios", 3), ("swiftui", 3)])
  func dotsOfAMenu(profile: String, columns: Int) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.accessory = .menu
    let dots = try picture(cell, environment(profile))["circle"]
    #expect(dots.count == 3 && Set(dots.compactMap { $0.attributes["cx"] }).count == columns)
  }

  /// Marks have the size of the texts next to them.
  @Test(arguments: ["compose", "ios", "swiftui"]) func marksGrowWithTheTextScale(profile: String) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.subtitle = "Subtitle"
    cell.unread = true
    cell.icons = [Icon(name: "lock")]
    cell.accessory = .menu
    cell.kind = .contact
    cell.actions = [
      Action(id: "mail", icon: Icon(name: "mail")), Action(id: "get", kind: .download, progress: 0.5),
    ]
    func sizes(_ scale: Double) throws -> [Double] {
      let document = try picture(cell) {
        $0.profile = profile
        $0.textScale = scale
      }
      let radii = document["circle"].compactMap { $0.attributes["r"].flatMap(Double.init) }
      let scales = document["path"].compactMap { path in
        path.attributes["transform"]?.components(separatedBy: "scale(").last.flatMap {
          Double($0.dropLast())
        }
      }
      return radii + scales
    }
    let plain = try sizes(1)
    let large = try sizes(2)
    #expect(plain.count >= 5 && plain.count == large.count)
    for (one, two) in zip(plain, large) { #expect(abs(two - 2 * one) < 0.02, "\(plain) \(large)") }
  }

  @Test func aDisabledStateHasNoColour() {
    #expect(ThemeColors.light.color(of: .disabled, .negative) == ThemeColors.light.disabled)
    #expect(ThemeColors.light.color(of: .secondary, .negative) == ThemeColors.light.states.negative)
  }
}

extension ColorToken {
  /// Whether marks on the ground of a row have this colour.
  fileprivate var isMark: Bool {
    switch self {
    case .icon, .accent, .control, .rated, .unrated, .tagBorder: true
    default: rawValue >= ColorToken.accent1.rawValue
    }
  }
}
