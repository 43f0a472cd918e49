extension Schema {
  /// The schema as JSON Schema (draft 7), as OpenRPC has it. References point to
  /// `#/components/schemas`.
  package var json: JSON {
    switch self {
    case .any: return [:]
    case .text: return ["type": "string"]
    case .name, .rowName: return ["type": ["string", "integer"], "minLength": 1, "maxLength": 256]
    case .boolean: return ["type": "boolean"]
    case .integer(let range):
      var json: JSON = ["type": "integer"]
      if range.lowerBound > .min { json["minimum"] = JSON(range.lowerBound) }
      if range.upperBound < .max { json["maximum"] = JSON(range.upperBound) }
      return json
    case .number(let range):
      var json: JSON = ["type": "number"]
      if range.lowerBound.isFinite { json["minimum"] = JSON(range.lowerBound) }
      if range.upperBound.isFinite { json["maximum"] = JSON(range.upperBound) }
      return json
    case .choice(let names): return ["type": "string", "enum": .array(names.map(JSON.string))]
    case .array(let element, let atMost):
      var json: JSON = ["type": "array", "items": element.json]
      if let atMost { json["maxItems"] = JSON(atMost) }
      return json
    case .object(let properties):
      var json = properties.json
      json["additionalProperties"] = false
      return json
    case .oneOf(let properties):
      var json = properties.json
      json["additionalProperties"] = false
      json["minProperties"] = 1
      json["maxProperties"] = 1
      return json
    case .open(let properties): return properties.json
    case .map(let names, let schema):
      return [
        "type": "object", "propertyNames": ["enum": .array(names.map(JSON.string))],
        "additionalProperties": schema.json,
      ]
    case .either(let schemas, _): return ["anyOf": .array(schemas.map(\.json))]
    case .nullable(let schema): return ["anyOf": [schema.json, ["type": "null"]]]
    case .reference(let name): return ["$ref": .string("#/components/schemas/\(name)")]
    }
  }
}

extension Schema.Properties {
  fileprivate var json: JSON {
    var json: JSON = ["type": "object"]
    if !list.isEmpty {
      json["properties"] = .object(
        list.map { property in
          var schema = property.schema.json
          // Draft 7 allows nothing next to a reference.
          if schema["$ref"] != nil { schema = ["allOf": [schema]] }
          schema["description"] = .string(property.summary)
          return JSON.Member(property.name, schema)
        })
    }
    let required = list.filter { $0.isRequired && $0.exception == nil }.map { JSON.string($0.name) }
    if !required.isEmpty { json["required"] = .array(required) }
    let conditions = list.compactMap { property in
      property.exception.map { $0.json(ofMember: property.name) }
    }
    if !conditions.isEmpty { json["allOf"] = .array(conditions) }
    return json
  }
}

extension Schema.Exception {
  /// Objects that have the member `name` or are an exception.
  fileprivate func json(ofMember name: String) -> JSON {
    let condition = JSON.object([JSON.Member(member, ["const": .string(text)])])
    return [
      "anyOf": [
        ["required": [.string(name)]],
        ["required": [.string(member)], "properties": condition],
      ]
    ]
  }
}
