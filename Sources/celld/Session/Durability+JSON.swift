import ArgumentParser
import CellStore
import CellWire

extension Durability {
  /// Reads `"written"`, `{"replicated": 2}` and so on.
  init?(_ node: JSONNode) {
    if let count = node.present("replicated")?.int64 {
      self.init("replicated:\(count)")
    } else if let text = node.string {
      self.init(text)
    } else {
      return nil
    }
  }

  func write(to result: inout JSONWriter) {
    guard replicas > 0 else { return result.string(description) }
    result.object { result in
      result.name("replicated")
      result.integer(replicas)
    }
  }
}

extension Durability: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
