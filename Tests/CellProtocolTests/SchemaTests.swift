import CellEngine
import Testing

@testable import CellProtocol
@testable import CellWire

@Suite("The schema of the protocol") struct SchemaTests {
  private func fault(_ method: any CellProtocol.Method.Type, _ params: String) throws -> RPCError? {
    try JSONDocument(params.utf8).withRoot { root -> RPCError? in
      do throws(RPCError) {
        try method.description.validate(root)
        return nil
      } catch { return error }
    }
  }

  @Test("every example is accepted, and its result matches the schema", arguments: Methods.all)
  func examples(method: any CellProtocol.Method.Type) throws {
    let example = method.description.example
    #expect(try fault(method, example.params) == nil)
    try JSONDocument(example.result.utf8).withRoot { (root) throws in
      try method.description.result.following().validate(root)
    }
  }

  @Test("unknown, missing and wrong parameters are reported with their path", arguments: Methods.all)
  func refused(method: any CellProtocol.Method.Type) throws {
    let params = method.description.params
    #expect(try fault(method, #"{"nosuch":1}"#)?.path == "/nosuch")
    #expect(try fault(method, "[]")?.kind == .invalidParams)
    for property in params.list {
      if property.isRequired {
        #expect(try fault(method, "{}") != nil)
        #expect(throws: RPCError.self) { try method.description.validate(nil) }
        #expect(try fault(method, #"{"\#(property.name)":null}"#) != nil)
      } else {
        let complete = method.description.example.params.dropLast()
        let comma = complete.count > 1 ? "," : ""
        guard try JSON(parsing: method.description.example.params)[property.name] == nil else { continue }
        #expect(try fault(method, #"\#(complete)\#(comma)"\#(property.name)":null}"#) == nil)
      }
      guard !property.schema.isLeftToCodec else { continue }
      // No part of the protocol accepts an object with this member.
      #expect(
        try fault(method, #"{"\#(property.name)":{"nosuch":[]}}"#)?.path?.hasPrefix("/\(property.name)")
          == true)
    }
  }

  @Test(
    "places inside of parameters, with the nearest name",
    arguments: [
      (CellsPushMethod.self, #"{"session":"s","cells":{}}"#, "/cells", nil),
      (CellsPushMethod.self, #"{"sesion":"s","cells":[]}"#, "/sesion", "session"),
      (CellsPushMethod.self, #"{"session":"","cells":[]}"#, "/session", nil),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"position":"ent"}"#, "/position", "end"),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"position":-1}"#, "/position", nil),
      (
        CellsPushMethod.self, #"{"session":"s","cells":[],"position":{"befor":"x"}}"#, "/position/befor",
        "before"
      ),
      (
        CellsPushMethod.self, #"{"session":"s","cells":[],"position":{"aftr":"x"}}"#, "/position/aftr",
        "after"
      ),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"position":true}"#, "/position", nil),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"position":{}}"#, "/position", nil),
      (
        CellsPushMethod.self, #"{"session":"s","cells":[],"position":{"before":1,"after":2}}"#,
        "/position/after", nil
      ),
      (
        CellsPushMethod.self, #"{"session":"s","cells":[],"position":{"before":true}}"#, "/position/before",
        nil
      ),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"position":{"after":[]}}"#, "/position/after", nil),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"position":[]}"#, "/position", nil),
      (CellsPushMethod.self, #"{"session":"s","cells":[],"ifRevision":"3"}"#, "/ifRevision", nil),
      (
        CellsPatchMethod.self, #"{"session":"s","patches":[{"id":"a","patch":{}},{"id":"b","path":{}}]}"#,
        "/patches/1/path", "patch"
      ),
      (CellsPatchMethod.self, #"{"session":"s","patches":[{"id":"a"}]}"#, "/patches/0/patch", nil),
      (RowsPullMethod.self, #"{"session":"s","format":"txt"}"#, "/format", "text"),
      (RowsPullMethod.self, #"{"session":"s","count":-1}"#, "/count", nil),
      (RowsPullMethod.self, #"{"session":"s","ids":["a",null]}"#, "/ids/1", nil),
      (RowsPullMethod.self, #"{"session":"s","include":["cells"]}"#, "/include/0", "cell"),
      (RowsPullMethod.self, #"{"session":"s","top":-0.5}"#, "/top", nil),
      (ViewSetMethod.self, #"{"session":"s","widht":80}"#, "/widht", "width"),
      (ViewSetMethod.self, #"{"session":"s","widthClass":"compakt"}"#, "/widthClass", "compact"),
      (SessionCreateMethod.self, #"{"session":"s","preserve":["icon"]}"#, "/preserve/0", "icons"),
      (SessionCreateMethod.self, #"{"session":"s","selection":"multi"}"#, "/selection", nil),
      (SelectionSetMethod.self, #"{"session":"s","all":1}"#, "/all", nil),
    ] as [(any CellProtocol.Method.Type, String, String, String?)])
  func places(method: any CellProtocol.Method.Type, params: String, path: String, hint: String?) throws {
    let error = try fault(method, params)
    #expect(error?.kind == .invalidParams)
    #expect(error?.path == path)
    if let hint { #expect(error?.hint == hint) }
  }

  @Test("accepted names, positions and nulls")
  func taken() throws {
    for params in [
      #"{"session":7,"cells":[],"position":"start"}"#,
      #"{"session":"s","cells":[],"position":3,"partial":null}"#,
      #"{"session":"s","cells":[1],"position":{"after":5}}"#,
      #"{"session":"é","cells":[],"ifRevision":9007199254740992}"#,
    ] {
      #expect(try fault(CellsPushMethod.self, params) == nil)
    }
    #expect(
      try fault(ViewSetMethod.self, #"{"session":"s","width":null,"profile":null,"font":{"family":"x"}}"#)
        == nil)
    #expect(try fault(SessionCreateMethod.self, #"{"session":"s","preserve":[]}"#) == nil)
    #expect(
      try fault(SessionCreateMethod.self, #"{"session":"s","preserve":"none"}"#)?.message
        == "Expected \"auto\" or a list of control, unread, number, icons, image, description, status and "
        + "accessory, got \"none\".")
    try PingMethod.description.validate(nil)
  }

  @Test("the document is JSON with all methods, members and references") func openRPC() throws {
    let json = try JSON(parsing: OpenRPC.document)
    #expect(json["openrpc"]?.string?.hasPrefix("1.") == true)
    let methods = json["methods"]?.array ?? []
    #expect(methods.compactMap { $0["name"]?.string } == Methods.names)
    for method in methods {
      #expect(method["summary"]?.string?.isEmpty == false)
      #expect(method["result"]?["schema"] != nil)
    }
    let schemas = json["components"]?["schemas"]
    let cell = schemas?["Cell"]
    #expect(cell?["properties"]?.members?.map(\.name) == ObjectTable.of(.cell).pointee.names)
    #expect(cell?["required"] == ["id"])
    // Only a skeleton can leave out the title.
    let condition: JSON = [
      "anyOf": [
        ["required": ["title"]],
        ["required": ["kind"], "properties": ["kind": ["const": "skeleton"]]],
      ]
    ]
    #expect(cell?["allOf"] == [condition])
    #expect(cell?["additionalProperties"] == false)
    let environment = schemas?["Environment"]?["properties"]?.members?.map(\.name) ?? []
    #expect(environment == ObjectCodec<Environment>.environment.names.names)
    let set = methods.first { $0["name"] == "view.set" }?["params"]?.array?.compactMap { $0["name"]?.string }
    #expect(set == ["session", "owner", "view"] + environment)
    for reference in references(in: json) {
      let name = String(reference.dropFirst("#/components/schemas/".count))
      #expect(schemas?[name] != nil, "\(reference) names a schema")
    }
    #expect(json["components"]?["errors"]?.members?.count == ErrorKind.allCases.count)
  }

  @Test("every member of the codec has one sentence") func summaries() {
    for component in Schema.components {
      guard case .object(let properties) = component.schema else { continue }
      for property in properties.list { #expect(!property.summary.isEmpty) }
      #expect(Set(properties.list.map(\.name)).count == properties.list.count)
    }
  }

  private func references(in json: JSON) -> [String] {
    switch json {
    case .array(let elements): elements.flatMap(references)
    case .object(let members):
      members.flatMap { $0.name == "$ref" ? [$0.value.string ?? ""] : references(in: $0.value) }
    default: []
    }
  }
}

extension Schema {
  /// Whether a codec checks an object of the schema, or nothing does.
  fileprivate var isLeftToCodec: Bool {
    switch self {
    case .any, .reference: true
    case .either(let schemas, _): schemas.contains(where: \.isLeftToCodec)
    default: false
    }
  }

  /// Returns the schema with its references resolved, so that it checks them too.
  fileprivate func following() -> Schema {
    switch self {
    case .reference(let name): Schema.components.first { $0.name == name }?.schema.following() ?? .choice([])
    case .array(let element, let atMost): .array(element.following(), atMost: atMost)
    case .object(let properties): .object(properties.following())
    case .open(let properties): .open(properties.following())
    case .map(let names, let schema): .map(names, schema.following())
    case .either(let schemas, let expected): .either(schemas.map { $0.following() }, expected: expected)
    case .nullable(let schema): .nullable(schema.following())
    default: self
    }
  }
}

extension Schema.Properties {
  fileprivate func following() -> Schema.Properties {
    Schema.Properties(
      list.map { property in
        // Actions contain actions, and conditions contain conditions.
        let isRecursive = ["items", "all", "any", "not"].contains(property.name)
        return Schema.Property(
          property.name, isRecursive ? .any : property.schema.following(), isRequired: property.isRequired,
          property.summary)
      })
  }
}
