import CellClient
import CellWire

extension Client {
  /// Calls a method that returns a list, again from `next` on while the reply was cut. Returns the
  /// result with the whole list.
  func callForAll(_ method: String, _ parameters: Parameters, list member: String) throws -> JSON {
    var parameters = parameters
    var result = try call(method, parameters).result
    var elements = result[member]?.array ?? []
    var start = 0
    while let next = try Self.next(result["next"]?.int, after: start) {
      start = next
      parameters.set("start", start)
      result = try call(method, parameters).result
      elements += result[member]?.array ?? []
    }
    result["next"] = nil
    result[member] = .array(elements)
    return result
  }
}
