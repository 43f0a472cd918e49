import Testing

/// Lines, replies and their order, with the real daemon.
@Suite struct TransportTests {
  private func reply(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"# }

  @Test func answersInOrderAndKeepsIDsAsWritten() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    let ids = ["1", "-0", "1.10", "1e2", "123456789012345678901234567890", #""é\u00e9""#, "null", #""""#]
    client.send(ids.map { #"{"id":\#($0),"method":"ping"}"# }.joined(separator: "\n"))
    for id in ids { #expect(client.receive() == reply(id)) }
  }

  @Test func toleratesReturnsAndEmptyLines() throws {
    let client = try DaemonProcess.withClient()
    client.connection.send("\r\n\n{\"id\":1,\"method\":\"ping\"}\r\n\r\n{\"id\":2,\"method\":\"ping\"}")
    #expect(client.connection.receive() == reply("1"))
    #expect(client.connection.receive() == reply("2"))
  }

  @Test func readsLinesThatComeByteByByte() throws {
    let client = try DaemonProcess.withClient()
    for byte in #"{"id":"slow","method":"ping"}"#.utf8 + [10] {
      client.connection.send(bytes: [byte])
    }
    #expect(client.connection.receive() == reply(#""slow""#))
  }

  @Test func saysNothingBeforeItIsAskedAndNothingToNotifications() throws {
    let client = try DaemonProcess.withClient()
    #expect(client.connection.receive(within: 100) == nil)
    client.connection.send(#"{"method":"ping"}"#)
    client.connection.send(#"{"method":"no.such.method"}"#)
    client.connection.send(#"{"id":9,"method":"ping"}"#)
    #expect(client.connection.receive() == reply("9"))
  }

  @Test func answersAHalfClosedClientBeforeItCloses() throws {
    let client = try DaemonProcess.withClient()
    let count = 5000
    let lines = (0..<count).map { "{\"id\":\($0),\"method\":\"ping\"}" }.joined(separator: "\n")
    client.connection.send(lines)
    client.connection.halfClose()
    #expect(client.connection.receiveAll() == (0..<count).map { reply("\($0)") })
    #expect(client.connection.isClosed())
  }

  @Test func answersALastLineWithoutItsEnd() throws {
    let client = try DaemonProcess.withClient()
    client.connection.send(bytes: Array(#"{"id":1,"method":"ping"}"#.utf8))
    client.connection.halfClose()
    #expect(client.connection.receiveAll() == [reply("1")])
  }

  @Test func answersBatchesWithOneLine() throws {
    let client = try DaemonProcess.withClient()
    client.connection.send(
      #"[{"id":1,"method":"ping"},{"method":"ping"},{"id":"x","method":"pign"},7,{"id":[],"method":"ping"}]"#)
    let line = try #require(client.connection.receive())
    #expect(line.hasPrefix("[" + reply("1") + #",{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"#))
    #expect(line.hasSuffix("}]"))
    #expect(line.split(separator: "-32600").count == 3, "two of them are not requests")
  }

  @Test func answersNothingToABatchOfNotificationsAndRefusesAnEmptyOne() throws {
    let client = try DaemonProcess.withClient()
    client.connection.send(#"[{"method":"ping"},{"method":"ping"}]"#)
    client.connection.send("[]")
    let line = try #require(client.connection.receive())
    #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
  }

  @Test(arguments: [
    #"{"id":1,"method":"ping""#, "garbage", "{\"id\":1,\"method\":\"p\u{1}ing\"}",
    #"{"id":1,"id":2,"method":"ping"}"#,
    #"{"id":"\ud800","method":"ping"}"#, #"{"id":1,"method":"ping"} x"#, "\"", "[[[[",
    String(repeating: "[", count: 100_000),
    String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
  ])
  func answersWhatCannotBeReadAndGoesOn(line: String) throws {
    let client = try DaemonProcess.withClient()
    client.connection.send(line)
    client.connection.send(#"{"id":2,"method":"ping"}"#)
    let answer = try #require(client.connection.receive())
    #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
    #expect(client.connection.receive() == reply("2"))
  }

  @Test func refusesInvalidUTF8() throws {
    let client = try DaemonProcess.withClient()
    client.connection.send(bytes: Array("{\"id\":\"".utf8) + [0xFF, 0xC0] + Array("\"}\n".utf8))
    let answer = try #require(client.connection.receive())
    #expect(answer.contains("-32700"))
  }

  @Test func skipsALineThatIsTooLong() throws {
    let client = try DaemonProcess.withClient(["--limit", "line=1000"])
    let long = String(repeating: "x", count: 200_000)
    client.connection.send(#"{"id":1,"method":"ping"}"# + "\n" + long + "\n" + #"{"id":2,"method":"ping"}"#)
    #expect(client.connection.receive() == reply("1"))
    let answer = try #require(client.connection.receive())
    #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32006,"#))
    #expect(client.connection.receive() == reply("2"))
  }

  @Test func keepsTheOrderAroundALineThatIsParsedElsewhere() throws {
    let client = try DaemonProcess.withClient()
    let padding = String(repeating: " ", count: 1 << 20)
    client.connection.send(#"{"id":1,"method":"ping"}"#)
    client.connection.send(#"{"id":2,"# + padding + #""method":"ping"}"#)
    client.connection.send("[" + padding + #"{"id":3,"method":"ping"}]"#)
    client.connection.send(padding + "oops")
    client.connection.send(#"{"id":4,"method":"ping"}"#)
    #expect(client.connection.receive() == reply("1"))
    #expect(client.connection.receive() == reply("2"))
    #expect(client.connection.receive() == "[" + reply("3") + "]")
    #expect(client.connection.receive()?.contains("-32700") == true)
    #expect(client.connection.receive() == reply("4"))
  }

  @Test func refusesUnknownMethodsWithTheNearestName() throws {
    let client = try DaemonProcess.withClient()
    client.connection.send(#"{"id":1,"method":"pign"}"#)
    let answer = try #require(client.connection.receive())
    #expect(answer.contains(#""kind":"methodNotFound""#))
    #expect(answer.contains(#""hint":"ping""#))
  }
}
