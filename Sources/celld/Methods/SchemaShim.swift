import CellProtocol

extension Method {
  func validate(_ params: JSONNode?) throws(RPCError) {}
}

enum OpenRPC {
  static let document = "{}"
}
