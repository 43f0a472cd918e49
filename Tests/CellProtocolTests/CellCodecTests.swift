import CellEngine
import Testing

@testable import CellProtocol
@testable import CellWire

@Suite("Cells as JSON") struct CellCodecTests {
  private func read(_ text: String) throws -> Cell {
    try JSONDocument(text.utf8).withRoot { (root) throws in try CellCodec.read(root) }
  }

  private func written(_ cell: Cell) -> String {
    var writer = JSONWriter()
    CellCodec.write(cell, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func fault(_ text: String) -> RPCError? {
    do {
      _ = try read(text)
      return nil
    } catch { return error as? RPCError }
  }

  /// Every member, in its long form.
  static let full = #"""
    {"id":"c1","title":"Title","subtitle":"Sub","footnote":"Foot","caption":"Cap","description":"Desc","preview":"Peek",\#
    "number":"12","icons":[{"name":"flag","text":"F","label":"Flag"}],"unread":true,\#
    "image":{"initials":"AB","shape":"circle","person":true,"size":44,"source":"a.png","label":"A B"},\#
    "avatars":[{"initials":"X"}],"status":[{"text":"High","icon":{"text":"!"},"state":"negative","label":"Prio"}],\#
    "info":{"text":"Late","state":"critical"},"tags":["a","b"],"rating":{"value":3.5,"max":5,"count":12},\#
    "accessory":"disclosure","actions":[{"id":"go","title":"Go","titleOn":"Gone","icon":{"name":"x"},"kind":"toggle","on":true,\#
    "role":"positive","presentation":"button","enabled":false,"items":[{"id":"sub","kind":"button"}]},\#
    {"id":"get","kind":"download","progress":0.5}],"swipe":{"leading":["go",{"id":"pin","kind":"toggle","on":true}],\#
    "trailing":[{"id":"del","title":"Delete","icon":{"name":"delete"},"kind":"button","role":"destructive"}]},\#
    "menu":[{"id":"more","kind":"menu","items":[{"id":"copy","title":"Copy","kind":"button"}]},"go"],"detailActions":["go"],"selected":false,"enabled":false,\#
    "href":"https://example.com","kind":"grid","columns":[{"text":"A","width":0.5},{"text":"B","width":40},\#
    {"text":"","width":"rest"}],"count":3,"header":{"tags":["t"],"footnotes":["f","g"],"chart":{"title":"T","subtitle":"S",\#
    "trend":"up","values":[1,-2.5]},"description":"D"},"truncate":{"title":"middle"},"data":{"n":1.10,"big":123456789012345678901}}
    """#

  @Test("a record is written with all members") func record() throws {
    let cell = try read(Self.full)
    var writer = JSONWriter()
    CellCodec.write(CellRecord(cell), CellState(of: cell), to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    var again = try read(text)
    // What is false does not have to be written.
    again.selected = again.selected ?? false
    #expect(again == cell, "\(text)")
  }

  @Test("an action id is unique in a cell, including menus") func actionIDs() throws {
    func path(_ actions: String) -> String? { fault(#"{"id":1,"title":"T","actions":[\#(actions)]}"#)?.path }
    #expect(path(#"{"id":"c"},{"id":"c"}"#) == "/actions/1/id")
    #expect(path(#"{"id":"c"},{"id":"m","items":[{"id":"d"},{"id":"c"}]}"#) == "/actions/1/items/1/id")
    #expect(path(#"{"id":"c","items":[{"id":"c"}]}"#) == "/actions/0/items/0/id")
    #expect(
      fault(#"{"id":1,"title":"T","actions":[{"id":1},{"id":"1"}]}"#)?.message.contains(
        #"Two actions have the id "1""#)
        == true)
    #expect(
      try read(#"{"id":1,"title":"T","actions":[{"id":"c"},{"id":"d"}],"menu":["c"]}"#).actions.count == 2)
  }

  @Test("whole actions of gestures have ids of their own") func gestureIDs() throws {
    func path(_ members: String) -> String? { fault(#"{"id":1,"title":"T",\#(members)}"#)?.path }
    #expect(path(#""actions":[{"id":"c"}],"swipe":{"trailing":["c",{"id":"c"}]}"#) == "/swipe/trailing/1/id")
    #expect(path(#""swipe":{"leading":[{"id":"c"}],"trailing":[{"id":"c"}]}"#) == "/swipe/trailing/0/id")
    #expect(path(#""menu":[{"id":"m","items":[{"id":"c"}]},{"id":"c"}]"#) == "/menu/1/id")
    #expect(path(#""swipe":{"trailing":[{"id":"c"}]},"menu":["c","c"]"#) == nil)
    #expect(path(#""menu":[true]"#) == "/menu/0")
    #expect(path(#""menu":[{"id":"m","role":"destructiv"}]"#) == "/menu/0/role")
  }

  @Test("a round trip keeps every member, byte for byte") func roundTrip() throws {
    #expect(written(try read(Self.full)) == Self.full)
    let names = try JSON(parsing: Self.full).members?.map(\.name)
    #expect(names == ObjectTable.of(.cell).pointee.names, "the full cell has every member")
  }

  @Test("every member is packed and unpacked") func packing() throws {
    let cell = try read(Self.full)
    #expect(Cell(CellRecord(cell), state: CellState(of: cell)) == cell)
  }

  @Test(
    "short forms become long ones",
    arguments: [
      (#""status":"Open""#, #""status":[{"text":"Open","state":"neutral"}]"#),
      (#""status":{"text":"Open"}"#, #""status":[{"text":"Open","state":"neutral"}]"#),
      (
        #""status":["A",{"icon":"!"}]"#,
        #""status":[{"text":"A","state":"neutral"},{"icon":{"text":"!"},"state":"neutral"}]"#
      ),
      (#""info":"x""#, #""info":{"text":"x","state":"neutral"}"#),
      (#""icons":["★"]"#, #""icons":[{"text":"★"}]"#), (#""icons":"★""#, #""icons":[{"text":"★"}]"#),
      (#""icons":["flag",{"text":"flag"}]"#, #""icons":[{"name":"flag"},{"text":"flag"}]"#),
      (#""icons":["Flag","flags"]"#, #""icons":[{"text":"Flag"},{"text":"flags"}]"#),
      (#""icons":"sap-icon://zebra""#, #""icons":[{"name":"sap-icon://zebra"}]"#),
      (
        #""icons":"FioriIcon.actions.addFavorite""#,
        #""icons":[{"name":"FioriIcon.actions.addFavorite"}]"#
      ),
      (
        #""status":{"icon":"warning","state":"Warning"}"#,
        #""status":[{"icon":{"name":"warning"},"state":"critical"}]"#
      ),
      (#""tags":"new""#, #""tags":["new"]"#),
      (#""image":"AB""#, #""image":{"initials":"AB"}"#),
      (#""avatars":["A","B"]"#, #""avatars":[{"initials":"A"},{"initials":"B"}]"#),
      (#""rating":4.5"#, #""rating":{"value":4.5,"max":5}"#), (#""number":42"#, #""number":"42""#),
      (#""rating":{"value":9,"max":10}"#, #""rating":{"value":9,"max":10}"#),
      (#""columns":[{"text":"a"}]"#, #""columns":[{"text":"a","width":"rest"}]"#),
    ])
  func shortForms(short: String, long: String) throws {
    #expect(written(try read(#"{"id":"a","title":"t",\#(short)}"#)) == #"{"id":"a","title":"t",\#(long)}"#)
  }

  @Test(
    "states have the words of other systems, in any case",
    arguments: [
      ("success", "positive"), ("OK", "positive"), ("Warning", "critical"), ("Error", "negative"),
      ("info", "informative"), ("Information", "informative"), ("None", "neutral"),
      ("NEGATIVE", "negative"),
    ])
  func states(word: String, state: String) throws {
    let cell = try read(#"{"id":"a","title":"t","info":{"text":"x","state":"\#(word)"}}"#)
    #expect(cell.info?.state.rawValue == state)
  }

  @Test("only a skeleton needs no title") func titles() throws {
    #expect(
      written(try read(#"{"id":"a","kind":"skeleton"}"#)) == #"{"id":"a","title":"","kind":"skeleton"}"#)
    for kind in Cell.Kind.allCases where kind != .skeleton {
      #expect(fault(#"{"id":"a","kind":"\#(kind.rawValue)"}"#)?.kind == .invalidParams, "\(kind)")
    }
    #expect(fault(#"{"kind":"skeleton"}"#)?.kind == .invalidParams)
  }

  @Test("parts of the list cannot be selected", arguments: Cell.Kind.allCases)
  func selectedParts(_ kind: Cell.Kind) throws {
    let text = #"{"id":"a","title":"T","selected":true,"kind":"\#(kind.rawValue)"}"#
    #expect((fault(text)?.path == "/selected") == !kind.isObject)
    let patch = try JSON(parsing: Array(#"{"kind":"\#(kind.rawValue)"}"#.utf8))
    let selected = try read(#"{"id":"a","title":"T","selected":true}"#)
    #expect((try CellCodec.patched(selected, with: patch).selected == true) == kind.isObject)
  }

  @Test("a count is a whole number", arguments: ["-1", "1.5", #""3""#, "2147483648"])
  func counts(_ count: String) {
    #expect(fault(#"{"id":"a","title":"T","kind":"section","count":\#(count)}"#)?.path == "/count")
  }

  @Test("an unknown state is an error with the names of the states") func unknownState() {
    let error = #expect(throws: RPCError.self) {
      try read(#"{"id":"a","title":"t","info":{"text":"x","state":"critcal"}}"#)
    }
    #expect(error?.path == "/info/state" && error?.hint == "critical")
  }

  @Test(
    "null and empty texts are as absent",
    arguments: ObjectTable.of(.cell).pointee.names.dropFirst(2).flatMap { ["\"\($0)\":null"] }
      + [
        #""subtitle":"""#, #""number":"""#, #""status":"""#, #""status":["",null]"#, #""tags":["",null]"#,
        #""image":"""#,
        #""icons":["",{"name":""}]"#, #""info":{"text":""}"#, #""href":"""#, #""truncate":{"title":null}"#,
        #""menu":[]"#, #""truncate":{}"#, #""header":{}"#, #""header":{"chart":{},"tags":[""]}"#,
        #""swipe":{}"#,
        #""swipe":{"leading":[]}"#, #""tags":[]"#, #""icons":[]"#, #""status":[]"#, #""actions":[]"#,
        #""accessory":"""#, #""kind":"""#, #""truncate":{"title":""}"#, #""info":{"text":"","state":""}"#,
        #""header":{"chart":{"type":""}}"#, #""image":{"shape":""}"#,
        #""accessory":"none""#, #""kind":"object""#, #""enabled":true"#, #""unread":false"#,
      ])
  func absent(member: String) throws {
    #expect(written(try read(#"{"id":"a","title":"",\#(member)}"#)) == #"{"id":"a","title":""}"#)
  }

  @Test("integers are names") func integerNames() throws {
    for (id, text) in [
      ("7", "7"), ("-7", "-7"), ("0", "0"), ("-0", "0"),
      ("123456789012345678901234", "123456789012345678901234"),
    ] {
      #expect(try read(#"{"id":\#(id),"title":"t","menu":[\#(id)]}"#).id == text)
      #expect(try read(#"{"id":\#(id),"title":"t","menu":[\#(id)]}"#).menu == [.reference(text)])
    }
    #expect(try read(#"{"id":"\#(String(repeating: "x", count: 256))","title":"t"}"#).id.count == 256)
    #expect(fault(#"{"id":\#(String(repeating: "1", count: 257)),"title":"t"}"#)?.path == "/id")
  }

  @Test(
    "what does not fit is told with its place",
    arguments: [
      (#"[]"#, "", nil), (#"{"title":"t"}"#, "/id", nil), (#"{"id":"a"}"#, "/title", nil),
      (#"{"id":"a","title":null}"#, "/title", nil), (#"{"id":"","title":"t"}"#, "/id", nil),
      (#"{"id":1.0,"title":"t"}"#, "/id", nil),
      (#"{"id":"a\u0007","title":"t"}"#, "/id", nil), (#"{"id":"a\u0085","title":"t"}"#, "/id", nil),
      (#"{"id":true,"title":"t"}"#, "/id", nil), (#"{"id":"a","tilte":"t"}"#, "/tilte", "title"),
      (#"{"id":"a","title":"t","status":[{"txet":"x"}]}"#, "/status/0/txet", "text"),
      (#"{"id":"a","title":"t","status":[{"text":"x","state":"positve"}]}"#, "/status/0/state", "positive"),
      (#"{"id":"a","title":"t","status":7}"#, "/status", nil), (#"{"id":"a","title":5}"#, "/title", nil),
      (#"{"id":"a","title":"t","unread":"yes"}"#, "/unread", nil),
      (#"{"id":"a","title":"t","tags":1}"#, "/tags", nil),
      (#"{"id":"a","title":"t","tags":["x",1]}"#, "/tags/1", nil),
      (#"{"id":"a","title":"t","number":1.5}"#, "/number", nil),
      (#"{"id":"a","title":"t","rating":6}"#, "/rating", nil),
      (#"{"id":"a","title":"t","rating":{"value":6}}"#, "/rating/value", nil),
      (#"{"id":"a","title":"t","rating":{"max":5}}"#, "/rating/value", nil),
      (#"{"id":"a","title":"t","rating":{"value":1,"count":-1}}"#, "/rating/count", nil),
      (#"{"id":"a","title":"t","accessory":"disclosur"}"#, "/accessory", "disclosure"),
      (#"{"id":"a","title":"t","actions":[{"title":"x"}]}"#, "/actions/0/id", nil),
      (#"{"id":"a","title":"t","actions":[{"id":"x","progress":1.1}]}"#, "/actions/0/progress", nil),
      (
        #"{"id":"a","title":"t","actions":[{"id":"x","items":[{"id":"y","kin":1}]}]}"#,
        "/actions/0/items/0/kin", "kind"
      ),
      (#"{"id":"a","title":"t","columns":[{"width":-1}]}"#, "/columns/0/width", nil),
      (#"{"id":"a","title":"t","columns":[{"width":"rst"}]}"#, "/columns/0/width", nil),
      (#"{"id":"a","title":"t","header":{"footnotes":["1","2","3"]}}"#, "/header/footnotes/2", nil),
      (#"{"id":"a","title":"t","truncate":{"titel":"tail"}}"#, "/truncate/titel", "title"),
      (#"{"id":"a","title":"t","truncate":{"title":"mid"}}"#, "/truncate/title", nil),
      (#"{"id":"a","title":"t","swipe":{"leading":[{}]}}"#, "/swipe/leading/0/id", nil),
      (#"{"id":"a","title":"t","header":{"chart":{"values":[1e999]}}}"#, "/header/chart/values/0", nil),
    ] as [(String, String, String?)])
  func refused(text: String, path: String, hint: String?) {
    let error = fault(text)
    #expect(error?.kind == .invalidParams)
    #expect(error?.path == path)
    if let hint { #expect(error?.hint == hint) }
  }

  @Test("data has one canonical form") func data() throws {
    let cell = try read("{\"id\":\"a\",\"title\":\"t\",\"data\":{\n \"x\": [1.10,\n 2]}}")
    #expect(cell.data == #"{"x":[1.10,2]}"#)
    #expect(try read(#"{"id":"a","title":"t","data": [1.0 , "\u0041"] }"#).data == #"[1.0,"A"]"#)
    #expect(
      try read(#"{"id":"a","title":"t","data":{ "\/" : [ -0.0, 1E+2 , "a b\n" ] , "": {} }}"#).data
        == #"{"/":[-0.0,1E+2,"a b\n"],"":{}}"#)
  }

  /// Only the members of a patch are written and read, so the result is compared with a merge of
  /// all members.
  @Test(
    "a patch has the result of a merge of the whole cell",
    arguments: [
      #"{}"#, #"{"title":"New"}"#, #"{"title":""}"#, #"{"subtitle":null,"footnote":""}"#,
      #"{"rating":{"value":1}}"#, #"{"rating":null}"#, #"{"rating":{"max":null,"count":null}}"#,
      #"{"status":{"text":"One"}}"#, #"{"status":[{"text":"One"},"Two"],"tags":"t"}"#,
      #"{"data":{"n":null,"x":{"y":null,"z":[null,{"a":null}]}}}"#, #"{"data":7,"count":null}"#,
      #"{"image":{"label":null},"header":{"chart":{"values":[1]},"tags":null}}"#,
      #"{"truncate":{"title":null,"subtitle":"head"}}"#, #"{"selected":true,"unread":false}"#,
      #"{"kind":"object","columns":null}"#, #"{"kind":"section","swipe":null}"#,
      #"{"swipe":{"leading":null}}"#, #"{"actions":[{"id":"go"}],"menu":[]}"#, #"{"id":"c1"}"#,
      #"{"number":12,"enabled":true,"href":"h","info":{"state":"positive"}}"#,
    ]) func patchedMembers(patch: String) throws
  {
    for text in [Self.full, #"{"id":"c1","title":"T"}"#, #"{"id":"c1","kind":"skeleton"}"#] {
      let patch = try JSON(parsing: patch)
      var cell = try read(text)
      if patch["kind"]?.string == "section" { cell.selected = nil }
      var writer = JSONWriter()
      CellCodec.write(cell, to: &writer)
      let whole = try JSON(parsing: writer.bytes).merging(patch).text
      do {
        let found = try CellCodec.patched(cell, with: patch)
        #expect(try found == read(whole), "\(text)")
      } catch {
        #expect(fault(whole)?.path == (error as? RPCError)?.path, "\(text): \(error)")
      }
    }
  }

  @Test("a patch is merged into the long form, and never changes the id") func patch() throws {
    let cell = try read(Self.full)
    let patched = try CellCodec.patched(
      cell,
      with: JSON(
        parsing:
          #"{"title":"New","subtitle":null,"rating":{"value":1},"status":"Done","data":{"n":null},"image":{"label":null},"id":"c1"}"#
      ))
    var expected = cell
    expected.title = "New"
    expected.subtitle = nil
    expected.rating?.value = 1
    expected.status = [Status(text: "Done")]
    expected.data = #"{"big":123456789012345678901}"#
    expected.image?.label = nil
    #expect(patched == expected)

    for (patch, path) in [
      (#"{"id":"c2"}"#, "/p/id"), (#"{"title":null}"#, "/p/title"), (#"{"tilte":"x"}"#, "/p/tilte"),
      (#"{"subtitel":null}"#, "/p/subtitel"),
      ("[]", "/p"),
      (#"{"rating":{"value":7}}"#, "/p/rating/value"), (#"{"id":null}"#, "/p/id"),
    ] {
      do {
        _ = try CellCodec.patched(cell, with: JSON(parsing: patch), path: "/p")
        Issue.record("\(patch) must be refused")
      } catch { #expect((error as? RPCError)?.path == path) }
    }
  }
}

extension CellCodec {
  /// The cell with a patch, as a list makes it.
  static func patched(_ cell: Cell, with patch: JSON, path: String = "") throws(RPCError) -> Cell {
    var decoder = RecordDecoder()
    try read(CellRecord(cell), CellState(of: cell), with: patch, into: &decoder, path: path)
    var patched = Cell(decoder.record(), state: decoder.state)
    patched.selected = cell.selected == nil && decoder.selected == false ? nil : decoder.selected
    return patched
  }
}
