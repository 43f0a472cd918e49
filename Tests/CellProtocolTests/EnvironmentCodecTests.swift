import CellEngine
import Testing

@testable import CellProtocol

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
    "truncateAt":"word","ellipsis":"","breaks":"keepAll","widthModel":"wcwidth","ambiguousWidth":2,"separator":"blank",\#
    "margins":true,"tagLines":1,"statusWidth":13,"glyphs":"ascii","textScale":1.5,\#
    "font":{"family":"Inter","size":12,"weight":600},"theme":"dark"}
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
    #expect(try read(#"{"truncation":{},"font":{"family":""}}"#) == Environment())
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
