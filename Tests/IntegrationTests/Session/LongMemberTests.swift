import CellWire
import Testing

/// A cell with a long list takes work in proportion to the length, whatever member the list is, and
/// whatever is asked for. The members are those of the schema, so that a new one is checked, too.
@Suite(.serialized) struct LongMemberTests {
  /// A list in a cell, from the schema.
  private struct List {
    let path: [String]
    /// The element with a number.
    let element: (Int) -> JSON

    /// A cell with `count` elements in this list.
    func cell(_ count: Int) -> JSON {
      var value = JSON.array((0..<count).map(element))
      for name in path.dropFirst().reversed() {
        // The list of an array is in its only element.
        value =
          name == "0"
          ? .array([["id": "m", "title": "M", "kind": "menu", "items": value]])
          : .object([.init(name, value)])
      }
      return .object([.init("id", "1"), .init("title", "T"), .init(path[0], value)])
    }
  }

  /// The requests that read or change the cell, in this order.
  private static func requests(_ cell: JSON) -> [(method: String, params: JSON)] {
    let points: JSON = ["unit": "point", "width": 320, "lineLimits": "none", "tagLines": 0]
    var whole: [JSON.Member] = cell.members ?? []
    whole.removeAll { $0.name == "id" }
    func pull(_ format: String, _ environment: JSON, reveal what: String? = nil) -> (String, JSON) {
      var params: JSON = ["session": "s", "format": .string(format), "environment": environment]
      if let what { params["reveal"] = ["id": "1", "what": .string(what)] }
      return ("rows.pull", params)
    }
    let query: JSON = [
      "where": ["field": "text", "contains": "none"], "sort": ["tags", "status", "columns"],
    ]
    return [
      ("cells.push", ["session": "s", "cells": .array([cell])]),
      ("cells.push", ["session": "s", "cells": .array([cell])]),
      ("cells.patch", ["session": "s", "patches": [["id": "1", "patch": .object(whole)]]]),
      ("cells.patch", ["session": "s", "patches": [["id": "1", "patch": ["title": "U"]]]]),
      ("action.invoke", ["session": "s", "id": "1", "action": "e7"]),
      ("cells.get", ["session": "s"]), ("lint", ["session": "s"]),
      ("lint", ["session": "s", "environment": ["profile": "ios"]]),
      pull("text", ["width": 60]), pull("ansi", query), pull("svg", points), pull("html", points),
      pull("frames", points, reveal: "overflow"), pull("frames", points, reveal: "leading"),
      pull("frames", points, reveal: "trailing"), pull("frames", points, reveal: "menu"),
      ("header.pull", ["session": "s", "id": "1", "format": "svg", "environment": points]),
      ("cell.layout", ["cell": cell]),
    ]
  }

  // A sanitised program takes other times.
  @Test(.enabled(if: !DaemonProcess.isSanitized)) func workIsInProportionToEachListThoroughly() throws {
    let daemon = try DaemonProcess()
    let schemas = try RPCClient(daemon).call("rpc.discover")["components"]?["schemas"]
    let lists = Self.lists(in: try #require(schemas?["Cell"]), at: [], try #require(schemas))
    #expect(Set(lists.map { $0.path.joined(separator: "/") }).count > 12)
    for list in lists {
      let few = try Self.work(list.cell(2_500))
      // Twice what is in proportion. Work in proportion to the square takes 16 times as long.
      typealias Work = (request: String, seconds: Double)
      func isTooMuch(_ few: Work, _ many: Work) -> Bool {
        many.seconds >= 8 * few.seconds + 0.02
      }
      var many = try Self.work(list.cell(10_000))
      if zip(few, many).contains(where: isTooMuch) {
        // Other programs take the caches of the processor now and then.
        many = zip(many, try Self.work(list.cell(10_000))).map { $0.seconds < $1.seconds ? $0 : $1 }
      }
      for (few, many) in zip(few, many) {
        #expect(
          !isTooMuch(few, many),
          "\(list.path) \(list.element(7).text): \(many.request) takes \(few.seconds), then \(many.seconds)")
      }
    }
  }

  /// The processor time of each request.
  private static func work(_ cell: JSON) throws -> [(request: String, seconds: Double)] {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    return try requests(cell).map { method, params in
      let before = daemon.processorSeconds
      do { try client.call(method, params) } catch let refusal as RPCClient.Refusal {
        // Only some of the lists are of actions.
        guard refusal.kind == "actionNotFound" else { throw refusal }
      }
      return ("\(method) \(params["format"]?.text ?? "")", daemon.processorSeconds - before)
    }
  }

  // MARK: The schema

  private static func lists(in schema: JSON, at path: [String], _ schemas: JSON) -> [List] {
    if let name = reference(schema), let target = schemas[name] {
      return lists(in: target, at: path, schemas)
    }
    if let parts = schema["anyOf"]?.array { return parts.flatMap { lists(in: $0, at: path, schemas) } }
    if let items = schema["items"] {
      if schema["maxItems"] != nil { return [] }
      let own = elements(of: items, schemas).map { List(path: path, element: $0) }
      // Menus in menus are like menus.
      guard path.count == 1, path != ["icons"] else { return own }
      return own
        + lists(in: items, at: path + ["0"], schemas).filter { $0.path.count == 3 && $0.path.last == "items" }
        .map { List(path: Array($0.path.dropLast()), element: $0.element) }
    }
    if schema["type"] == nil, path.last == "data" {
      return [List(path: path) { ["k\($0)": .array([JSON($0)])] }]
    }
    let parts = schema["allOf"]?.array ?? []
    return parts.flatMap { lists(in: $0, at: path, schemas) }
      + (schema["properties"]?.members ?? []).flatMap {
        lists(in: $0.value, at: path + [$0.name], schemas)
      }
  }

  private static func reference(_ schema: JSON) -> String? {
    schema["$ref"]?.string.map { String($0.split(separator: "/").last ?? "") }
  }

  /// All sorts of elements: texts, numbers, and objects of each kind.
  private static func elements(of schema: JSON, _ schemas: JSON) -> [(Int) -> JSON] {
    if let parts = schema["anyOf"]?.array { return parts.flatMap { elements(of: $0, schemas) } }
    if let name = reference(schema), let object = schemas[name] {
      let properties = object["properties"]?.members ?? []
      let kinds = object["properties"]?["kind"]?["enum"]?.array ?? [.null]
      return kinds.map { kind in
        { number in
          var element: JSON = .object(properties.compactMap { value(of: $0, number) })
          if kind != .null { element["kind"] = kind }
          return element
        }
      }
    }
    if schema["type"]?.string == "number" { return [{ JSON($0) }] }
    return [{ .string("e\($0)") }]
  }

  /// A value of a member without members of its own.
  private static func value(of property: JSON.Member, _ number: Int) -> JSON.Member? {
    let schema = property.value
    let types =
      schema["type"]?.array?.compactMap(\.string) ?? schema["type"].flatMap { $0.string.map { [$0] } } ?? []
    if property.name == "kind" { return nil }
    if let first = schema["enum"]?.array?.first { return .init(property.name, first) }
    if types.contains("string") { return .init(property.name, .string("e\(number)")) }
    if types.contains("boolean") { return .init(property.name, .bool(true)) }
    return types.contains("number") ? .init(property.name, 1) : nil
  }
}
