import CellWire

extension MethodCall {
  /// Decodes the parameter `cells`, here or on a worker. Then it calls `body`, which answers the
  /// call. `onError` is called if either fails.
  ///
  /// - Parameter known: a list that probably has most of the cells.
  func decodeCells(
    _ result: inout JSONWriter, known: CellList? = nil, onError: @escaping () -> Void = {},
    _ body: @escaping (CellDecoder.Decoded, inout JSONWriter) throws(RPCError) -> Outcome
  ) throws(RPCError) -> Outcome {
    let decoder = CellDecoder(partial: params.bool("partial"), replyLimit: replyLimit, known: known)
    guard let node = params["cells"] else { throw .missingMember("cells", at: "") }
    guard node.isLong, let document else {
      do throws(RPCError) {
        return try body(try decoder.decode(node), &result)
      } catch {
        onError()
        throw error
      }
    }
    let reply = reply
    context.workers.submit(claim().forJSON(bytes: node.raw.count), isLarge: true) {
      // The node is valid as long as its document.
      withExtendedLifetime(document) {
        Result { () throws(RPCError) in try decoder.decodeInParallel(node) }
      }
    } then: { (decoded: Result<CellDecoder.Decoded, RPCError>) in
      reply.finish { (result) throws(RPCError) in
        do throws(RPCError) {
          return try body(try decoded.get(), &result)
        } catch {
          onError()
          throw error
        }
      }
    }
    return .deferred
  }
}
