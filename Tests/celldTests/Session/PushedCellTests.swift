import CellEngine
import CellProtocol
import CellWire
import Testing

@testable import celld

/// The stored form of a pushed cell, and whether a second push changes it.
/// The bytes that the cells of a list take.
@Suite struct EntryBytesTests {
  private func entry(_ actions: [Action]) -> Entry {
    var cell = Cell(id: "a", title: "Title")
    cell.actions = actions
    return PushedCell(cell).entry(revision: 1)
  }

  private func toggles(_ count: Int, _ id: String, on: Bool?) -> [Action] {
    (0..<count).map { number in
      var action = Action(id: id + "\(number)")
      action.kind = .toggle
      action.on = on
      return action
    }
  }

  /// The bytes beyond those of the record.
  private func rest(_ entry: Entry) -> Int { entry.byteCount - entry.packed.byteCount }

  @Test func statesOfActionsCount() {
    let plain = rest(entry([]))
    #expect(plain > Entry.bytesInChunk)
    #expect(rest(entry(toggles(400, "", on: nil))) == plain, "no action has a state")
    let state = MemoryLayout<CellState.ActionState>.stride
    #expect(rest(entry(toggles(400, "", on: true))) == plain + 40 + 400 * state)
    let long = "an id of more than 15 bytes "
    #expect(rest(entry(toggles(3, long, on: true))) == plain + 40 + 3 * (state + 32 + long.utf8.count + 1))
  }

  @Test func theSumOfAListHasTheBytesOfItsCells() {
    let entries = [entry([]), entry(toggles(40, "", on: false))]
    var list = CellList()
    list.insert(entries, at: 0)
    #expect(list.summary.bytes == entries.reduce(0) { $0 + $1.byteCount })
  }
}

@Suite struct PushedCellTests {
  private func pushed(_ json: String) throws -> PushedCell {
    try JSONDocument(json.utf8).withRoot { (root) throws in PushedCell(try CellCodec.read(root)) }
  }

  private func written(_ entry: Entry) -> String {
    var writer = JSONWriter()
    CellCodec.write(Cell(entry.packed, state: entry.state), to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func whatAListGivesBackChangesNothing() throws {
    for seed in 0..<UInt64(2000) {
      var cells = SpelledCells(seed: seed)
      let spelled = cells.cell()
      let first = try pushed(spelled).entry(revision: 1)
      let given = written(first)
      let second = try pushed(given)
      #expect(second.entry(over: first, revision: 2) == nil, "\(spelled) came back as \(given)")
      #expect(second.entry(patching: first, revision: 2) == nil, "\(spelled) came back as \(given)")
      #expect(written(second.entry(revision: 2)) == given)
    }
  }

  @Test(arguments: [
    (#""data":{"a":[1,"x y"]}"#, #""data": { "a" : [ 1 , "x y" ] }"#),
    (#""data":"A/""#, #""data":"\u0041\/""#),
    ("", #""truncate":{}"#), ("", #""header":{"chart":{}}"#), ("", #""swipe":{"trailing":[]}"#),
    ("", #""icons":[""]"#), ("", #""status":[{"text":""}]"#), ("", #""info":"""#), ("", #""data":null"#),
    (#""rating":0"#, #""rating":-0.0"#),
    (#""header":{"chart":{"values":[0]}}"#, #""header":{"chart":{"values":[-0]}}"#),
  ])
  func spellingsOfOneValueAreOneCell(one: String, other: String) throws {
    func cell(_ members: String) -> String {
      #"{"id":"a","title":"A""# + (members.isEmpty ? "" : ",") + members + "}"
    }
    let entry = try pushed(cell(one)).entry(revision: 1)
    #expect(try pushed(cell(other)).entry(over: entry, revision: 2) == nil)
  }

  @Test func theStateOfAnActionIsThatOfItsKind() throws {
    let toggle = try pushed(
      #"{"id":"a","title":"A","actions":[{"id":"x","kind":"toggle","on":true}]}"#
    ).entry(revision: 1)
    let download = try pushed(#"{"id":"a","title":"A","actions":[{"id":"x","kind":"download"}]}"#)
    #expect(download.entry(over: toggle, revision: 2)?.state.actions == [])
  }
}

/// Random cells in the spellings of clients: short forms, empty and null members, white space.
private struct SpelledCells {
  private var random: Random
  private var actionCount = 0

  init(seed: UInt64) { random = Random(seed: seed) }

  private mutating func pick(_ choices: [String]) -> String { choices[random.next(choices.count)] }

  private mutating func list(_ element: (inout SpelledCells) -> String) -> String {
    let elements = (0..<random.next(4)).map { _ in element(&self) }
    return "[" + elements.joined(separator: pick([",", " , "])) + "]"
  }

  private mutating func object(_ members: [(String, (inout SpelledCells) -> String)]) -> String {
    var spelled: [String] = []
    for (name, value) in members where random.next(3) > 0 {
      spelled.append("\"\(name)\"" + pick([":", " : "]) + value(&self))
    }
    return "{" + spelled.joined(separator: ",") + "}"
  }

  private mutating func text() -> String {
    pick([
      "null", "\"\"", "\"x\"", "\"e\u{301}\u{1F469}\"", #""\u0041\/\n""#, #""\u001b[31m""#, "\"a b\"",
      "\"مرحبا\"",
    ])
  }

  private mutating func bool() -> String { pick(["true", "false", "null"]) }

  private mutating func number() -> String { pick(["0", "-0", "-0.0", "0.50", "1e0", "1", "null"]) }

  private mutating func icon() -> String {
    random.next(2) == 0
      ? text() : object([("name", { $0.text() }), ("text", { $0.text() }), ("label", { $0.text() })])
  }

  private mutating func image() -> String {
    if random.next(3) == 0 { return text() }
    return object([
      ("initials", { $0.text() }), ("shape", { $0.pick(["null", "\"circle\"", "\"square\""]) }),
      ("person", { $0.bool() }), ("size", { $0.number() }), ("source", { $0.text() }),
      ("label", { $0.text() }),
    ])
  }

  private mutating func status() -> String {
    if random.next(3) == 0 { return text() }
    return object([
      ("text", { $0.text() }), ("icon", { $0.icon() }),
      ("state", { $0.pick(["null", "\"negative\"", "\"neutral\""]) }),
      ("label", { $0.text() }),
    ])
  }

  private mutating func action(depth: Int) -> String {
    let rest = object([
      ("title", { $0.text() }), ("titleOn", { $0.text() }), ("icon", { $0.icon() }),
      ("role", { $0.pick(["null", "\"normal\"", "\"destructive\""]) }),
      ("presentation", { $0.pick(["null", "\"auto\"", "\"icon\""]) }),
      ("kind", { $0.pick(["null", "\"toggle\"", "\"download\"", "\"menu\"", "\"button\""]) }),
      ("on", { $0.bool() }), ("progress", { $0.number() }), ("enabled", { $0.bool() }),
      ("items", { depth > 1 ? "[]" : $0.list { $0.action(depth: depth + 1) } }),
    ])
    // The ids of actions must differ in a cell.
    let number = actionCount
    actionCount += 1
    let id = pick(["\"a\(number)\"", "\(number)", "\"\(number)\"", "-\(number)"])
    return "{\"id\":\(id)" + (rest == "{}" ? "" : ",") + rest.dropFirst()
  }

  private mutating func offers() -> String {
    list { $0.random.next(2) == 0 ? $0.action(depth: 1) : $0.pick(["\"a\"", "\"b\"", "7"]) }
  }

  private mutating func ids() -> String { list { $0.pick(["\"a\"", "\"b\"", "7"]) } }

  mutating func cell() -> String {
    let rest = object([
      ("subtitle", { $0.text() }), ("footnote", { $0.text() }), ("caption", { $0.text() }),
      ("description", { $0.text() }), ("preview", { $0.text() }),
      (
        "number",
        { $0.pick(["7", "-0", "\"-0\"", "null", "\"\"", "\"12\"", "123456789012345678901234567890"]) }
      ),
      ("icons", { $0.list { $0.icon() } }), ("unread", { $0.bool() }), ("image", { $0.image() }),
      ("avatars", { $0.list { $0.image() } }),
      ("status", { $0.random.next(2) == 0 ? $0.status() : $0.list { $0.status() } }),
      ("info", { $0.status() }),
      ("tags", { $0.list { $0.text() } }),
      (
        "rating",
        { $0.random.next(2) == 0 ? $0.number() : #"{"value":\#($0.pick(["0", "1.50"])),"count":3}"# }
      ),
      ("accessory", { $0.pick(["null", "\"none\"", "\"menu\""]) }),
      ("actions", { $0.list { $0.action(depth: 0) } }),
      ("swipe", { $0.object([("leading", { $0.offers() }), ("trailing", { $0.offers() })]) }),
      ("menu", { $0.offers() }),
      ("detailActions", { $0.ids() }), ("selected", { $0.bool() }), ("enabled", { $0.bool() }),
      ("href", { $0.text() }), ("kind", { $0.pick(["null", "\"object\"", "\"grid\""]) }),
      ("count", { $0.pick(["null", "0", "12"]) }),
      (
        "columns",
        {
          $0.list {
            $0.object([
              ("text", { $0.text() }),
              ("width", { $0.pick(["null", "0", "-0.0", "0.5", "40", "\"rest\""]) }),
            ])
          }
        }
      ),
      (
        "header",
        {
          $0.object([
            ("tags", { $0.list { $0.text() } }), ("footnotes", { "[\($0.text())]" }),
            ("description", { $0.text() }),
            (
              "chart",
              {
                $0.object([
                  ("title", { $0.text() }), ("kpi", { $0.text() }),
                  (
                    "trend", { $0.pick(["\"+1 %\"", #"{"icon":"trend-up","text":"x","state":"ok"}"#, "{}"]) }
                  ),
                  ("type", { $0.pick(["\"line\"", "\"area\"", "\"column\"", "null"]) }),
                  ("minimum", { $0.text() }), ("maximum", { $0.text() }),
                  ("values", { $0.list { $0.pick(["1", "-0", "-2.5e-7", "1e300"]) } }),
                ])
              }
            ),
          ])
        }
      ),
      (
        "truncate",
        { $0.object([("title", { $0.pick(["null", "\"tail\""]) }), ("tags", { _ in "\"none\"" })]) }
      ),
      ("data", { $0.pick(["null", "[ ]", #"{ "a" : 1.10, "\u0062":[1e5,-0.0] }"#, "\"\"", "0"]) }),
    ])
    return #"{"id":"c","title":\#(pick(["\"\"", "\"T\"", "\"\\u0041\""]))"# + (rest == "{}" ? "" : ",")
      + rest.dropFirst()
  }
}

/// Returns a pseudorandom number that is the same in every run.
private struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}
