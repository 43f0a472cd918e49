import CellWire

/// The description of the protocol for programs (OpenRPC 1.3), made from the tables that check
/// parameters.
public enum OpenRPC {
  /// The document, as JSON: the result of `rpc.discover`.
  public static let document: [UInt8] = {
    var writer = JSONWriter(capacity: 64 << 10)
    writer.value(value)
    return writer.bytes
  }()

  private static var value: JSON {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": "celld", "version": .string(celldVersion),
        "description": .string(
          "Lays out objects in named lists as object cells. JSON-RPC 2.0 over a Unix socket, one message a line. "
            + "In parameters null means absent, except for members of an environment in view.set."),
        "license": ["name": "MIT"],
      ],
      "methods": .array(Methods.all.map(method)),
      "components": [
        "schemas": .object(
          Schema.components.map { component in
            var schema = component.schema.json
            schema["description"] = .string(component.summary)
            return JSON.Member(component.name, schema)
          }),
        "errors": .object(
          ErrorKind.allCases.map { kind in
            JSON.Member(kind.rawValue, ["code": JSON(kind.code), "message": .string(kind.rawValue)])
          }),
      ],
    ]
  }

  private static func method(_ method: any Method.Type) -> JSON {
    let description = method.description
    return [
      "name": .string(method.name), "summary": .string(description.summary), "paramStructure": "by-name",
      "params": .array(
        description.params.list.map { property in
          [
            "name": .string(property.name), "summary": .string(property.summary),
            "required": .bool(property.isRequired), "schema": property.schema.json,
          ]
        }),
      "result": ["name": "result", "schema": description.result.json],
      "examples": [example(description.example)],
    ]
  }

  /// An example pairing. Tests read all of its texts, so reading cannot fail.
  private static func example(_ example: MethodDescription.Example) -> JSON {
    let params = (try? JSON(parsing: example.params))?.members ?? []
    let result = (try? JSON(parsing: example.result)) ?? .null
    return [
      "name": "example",
      "params": .array(params.map { ["name": .string($0.name), "value": $0.value] }),
      "result": ["name": "result", "value": result],
    ]
  }
}
