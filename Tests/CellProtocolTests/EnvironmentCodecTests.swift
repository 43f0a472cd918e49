import CellEngine
import Testing

@testable import CellProtocol
@testable import CellWire

@Suite("Environments as JSON") struct EnvironmentCodecTests {
  private func read(_ text: String) throws -> Environment {
    try JSONDocument(text.utf8).withRoot { (root) throws in
      try EnvironmentCodec.read(root, path: "/environment")
    }
  }

  private func written(_ environment: Environment) -> String {
    var writer = JSONWriter()
    EnvironmentCodec.write(environment, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static let full = #"""
    {"unit":"column","width":60,"height":24,"widthClass":"regular","heightClass":"compact","profile":"ios-classic",\#
    "mode":"edit","direction":"rtl","split":0.4,"description":"column","descriptionLines":0,"titleLines":2,\#
    "lineLimits":"none","verticalAlignment":"center","statusAxis":"horizontal","truncation":{"*":"head","title":"middle"},\#
    "truncateAt":"word","ellipsis":"","breaks":"keepAll","widthModel":"wcwidth","ambiguousWidth":2,"isolates":true,\#
    "separator":"blank","margins":true,"tagLines":1,"statusWidth":13,"glyphs":"ascii","textScale":1.5,\#
    "font":{"family":"Inter","size":12,"weight":600},"theme":"dark",\#
    "where":{"all":[{"any":[{"field":"status/state","in":["negative",null]},{"field":"data/a~1b","above":1.5}]},\#
    {"not":{"field":"title","matches":"pump*","exact":true}},{"field":"tags","is":true},\#
    {"field":"id","contains":"x"},{"field":"number","below":"2026"}]},\#
    "sort":[{"field":"data/n","descending":true,"numeric":true},{"field":"title","fuzzy":"pmp 7"}],"group":"data/plant",\#
    "collapsed":["Berlin",3,false,null]}
    """#

  @Test("a round trip keeps every member, and every member is known") func roundTrip() throws {
    #expect(written(try read(Self.full)) == Self.full)
    let names = try JSON(parsing: Self.full).members?.map(\.name)
    #expect(names == ObjectCodec<Environment>.environment.names.names)
  }

  @Test("null restores the default, but a width of null is unlimited") func nulls() throws {
    let nothing = ObjectCodec<Environment>.environment.names.names.map { "\"\($0)\":null" }.joined(
      separator: ",")
    var environment = try read(Self.full)
    try JSONDocument("{\(nothing)}".utf8).withRoot { (root) throws in
      try EnvironmentCodec.apply(root, to: &environment)
    }
    var expected = Environment()
    expected.width = .unlimited
    #expect(environment == expected)
    #expect(written(environment) == #"{"width":null}"#)
  }

  @Test("absent members stay, and an error changes nothing") func apply() throws {
    var environment = try read(#"{"width":60,"mode":"edit"}"#)
    let before = environment
    try JSONDocument(#"{"session":"s","view":"v","width":70}"#.utf8).withRoot { (root) throws in
      try EnvironmentCodec.apply(root, to: &environment, besides: ["session", "view"])
    }
    #expect(environment.width == .definite(70))
    #expect(environment.mode == .edit)
    environment = before
    #expect(throws: RPCError.self) {
      try JSONDocument(#"{"width":70,"mode":"edt"}"#.utf8).withRoot { (root) throws in
        try EnvironmentCodec.apply(root, to: &environment)
      }
    }
    #expect(environment == before)
  }

  @Test(
    "what does not fit is told with its place",
    arguments: [
      (#"{"widht":1}"#, "/environment/widht", "width"), (#"{"width":-1}"#, "/environment/width", nil),
      (#"{"width":"80"}"#, "/environment/width", nil),
      (#"{"widthClass":"expnded"}"#, "/environment/widthClass", "expanded"),
      (#"{"split":1.5}"#, "/environment/split", nil),
      (#"{"ambiguousWidth":3}"#, "/environment/ambiguousWidth", nil),
      (#"{"textScale":0.4}"#, "/environment/textScale", nil),
      (#"{"profile":"compos"}"#, "/environment/profile", "compose"),
      (#"{"truncation":{"titel":"tail"}}"#, "/environment/truncation/titel", "title"),
      (#"{"font":{"weight":0}}"#, "/environment/font/weight", nil),
      (#"{"titleLines":1.5}"#, "/environment/titleLines", nil),
      (#"{"ellipsis":"\#(String(repeating: ".", count: 257))"}"#, "/environment/ellipsis", nil),
      ("[]", "/environment", nil), (#"{"width":1e999}"#, "/environment/width", nil),
      (#"{"where":[]}"#, "/environment/where", nil), (#"{"where":{}}"#, "/environment/where", nil),
      (#"{"where":{"field":"tilte","is":1}}"#, "/environment/where/field", "title"),
      (#"{"where":{"field":"title"}}"#, "/environment/where", nil),
      (#"{"where":{"is":1}}"#, "/environment/where/field", nil),
      (#"{"where":{"field":"title","iz":1}}"#, "/environment/where/iz", "is"),
      (#"{"where":{"field":"title","is":1,"in":[1]}}"#, "/environment/where", nil),
      (#"{"where":{"field":"title","is":[]}}"#, "/environment/where/is", nil),
      (#"{"where":{"field":"title","above":null}}"#, "/environment/where/above", nil),
      (#"{"where":{"all":[],"field":"title"}}"#, "/environment/where", nil),
      (
        #"{"where":{"all":[{"not":{"any":[{"field":"x","is":1}]}}]}}"#,
        "/environment/where/all/0/not/any/0/field", nil
      ),
      (#"{"where":{"field":"title","exact":1,"is":"a"}}"#, "/environment/where/exact", nil),
      (#"{"where":{"field":"status/state","is":"negativ"}}"#, "/environment/where/is", "negative"),
      (#"{"where":{"field":"info/state","in":["ok",1]}}"#, "/environment/where/in/1", nil),
      (#"{"sort":"tittle"}"#, "/environment/sort", "title"),
      (#"{"sort":["title","-"]}"#, "/environment/sort/1", nil),
      (#"{"sort":[{"descending":true}]}"#, "/environment/sort/0/field", nil),
      (#"{"sort":[{"field":"title","desc":true}]}"#, "/environment/sort/0/desc", nil),
      (#"{"group":"state"}"#, "/environment/group", nil),
      (#"{"collapsed":[{}]}"#, "/environment/collapsed/0", nil),
    ] as [(String, String, String?)])
  func refused(text: String, path: String, hint: String?) {
    do {
      _ = try read(text)
      Issue.record("\(text) must be refused")
    } catch {
      let error = error as? RPCError
      #expect(error?.kind == .invalidParams)
      #expect(error?.path == path)
      if let hint { #expect(error?.hint == hint) }
    }
  }

  @Test("empty values are treated as absent") func empty() throws {
    #expect(try read(#"{"truncation":{},"font":{"family":""},"sort":[],"collapsed":[]}"#) == Environment())
  }

  @Test("a sort key has short forms") func sortKeys() throws {
    let keys = [SortKey(CellField("title")!, descending: true), SortKey(CellField("number")!)]
    #expect(try read(#"{"sort":["-title",{"field":"number"}]}"#).sort == keys)
    #expect(try read(#"{"sort":"-title"}"#).sort == [keys[0]])
  }

  @Test("conditions know the words of states") func states() throws {
    let condition = try read(#"{"where":{"field":"status/state","in":["Error","ok",null]}}"#).condition
    #expect(
      condition
        == .comparison(
          Comparison(CellField("status/state")!, .in([.text("negative"), .text("positive"), .null]))))
  }

  @Test("conditions have limits") func conditionLimits() throws {
    func nested(_ depth: Int) -> String {
      let comparison = #"{"field":"title","is":1}"#
      return (1..<depth).reduce(comparison) { inner, _ in #"{"not":\#(inner)}"# }
    }
    func list(_ count: Int) -> String {
      let comparison = #"{"field":"title","is":1}"#
      return #"{"any":[\#([String](repeating: comparison, count: count).joined(separator: ","))]}"#
    }
    let half = list(30)
    #expect(try read(#"{"where":\#(nested(8))}"#).condition != nil)
    #expect(try read(#"{"where":{"all":[\#(half),\#(half)]}}"#).condition != nil)
    let empty = #"{"all":[\#([String](repeating: #"{"any":[]}"#, count: 64).joined(separator: ","))]}"#
    let long = String(repeating: "x", count: 257)
    for text in [
      nested(9), #"{"all":[\#(half),\#(half),\#(nested(2))]}"#, empty, #"{"field":"title","is":"\#(long)"}"#,
      #"{"field":"data/\#(long)","is":1}"#,
    ] {
      #expect(throws: RPCError.self, "\(text)") { try read(#"{"where":\#(text)}"#) }
    }
    #expect(throws: RPCError.self) {
      try read(#"{"sort":[\#([String](repeating: "\"id\"", count: 9).joined(separator: ","))]}"#)
    }
  }

  @Test("widths become whole columns", arguments: [("80.7", "80"), ("2e9", "1000000"), ("null", "null")])
  func wholeColumns(set: String, resolved: String) throws {
    let environment = try read(#"{"width":\#(set),"statusWidth":\#(set)}"#)
    var writer = JSONWriter()
    writer.beginObject()
    EnvironmentCodec.writeMembers(of: environment, try Style(environment), to: &writer)
    writer.endObject()
    let json = try JSON(parsing: writer.bytes)
    #expect(json["width"]?.text == resolved)
    #expect(json["statusWidth"]?.text == resolved)
  }

  @Test("a resolved environment has every member") func resolved() throws {
    let environment = try read(#"{"width":110,"glyphs":"ascii"}"#)
    let resolved = try Style(environment)
    var writer = JSONWriter()
    writer.beginObject()
    EnvironmentCodec.writeMembers(of: environment, resolved, to: &writer)
    writer.endObject()
    let json = try JSON(parsing: writer.bytes)
    #expect(json.members?.map(\.name) == ObjectCodec<Environment>.environment.names.names)
    #expect(json["width"] == 110)
    #expect(json["widthClass"] == "expanded")
    #expect(json["heightClass"] == "regular")
    #expect(json["height"] == .null)
    #expect(json["ellipsis"] == "...")
    #expect(json["profile"] == "compose")
    #expect(json["split"] == 0.5)
    #expect(json["truncation"] == ["*": "tail"])
    #expect(json["margins"] == false)
  }
}
