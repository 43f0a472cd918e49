import CellWire
import Foundation
import Testing

@Suite("Fonts through the socket")
struct FontTests {
  private func start() throws -> (daemon: DaemonProcess, client: RPCClient) {
    let daemon = try DaemonProcess()
    return (daemon, try RPCClient(daemon))
  }

  private func layOut(_ title: String, _ font: JSON?, width: JSON = 600, _ client: RPCClient) throws -> JSON {
    var environment: JSON = ["unit": "point", "profile": "ios"]
    environment["width"] = width
    environment["font"] = font
    let cell: JSON = ["id": "x", "title": .string(title)]
    return try client.call("cell.layout", ["cell": cell, "environment": environment, "format": "frames"])
  }

  /// The first line of the title.
  private func line(_ result: JSON) throws -> JSON {
    let title = result["row"]?["elements"]?.array?.first { $0["slot"]?.string == "title" }
    return try #require(title?["lines"]?.array?.first)
  }

  @Test func helloTellsOfFonts() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    let features = try client.call("hello", [:])["features"]?.array ?? []
    #expect(features.contains { $0.string == "fonts" })
  }

  @Test func lettersHaveAdvancesOfTheirOwn() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    func width(_ title: String, _ font: JSON?) throws -> Double {
      try line(layOut(title, font, client))["width"]?.double ?? 0
    }
    #expect(try width("iiiiii", nil) < width("WWWWWW", nil) / 3)
    #expect(try width("iiiiii", ["family": "fixed"]) == width("WWWWWW", ["family": "fixed"]))
    #expect(try width("AVAVAV", ["family": "Inter"]) == width("AVAVAV", nil))
    #expect(try width("AVAVAV", ["family": "Roboto"]) != width("AVAVAV", nil))
    #expect(try abs(width("size", ["size": 34]) - 2 * width("size", ["size": 17])) < 0.2)
    #expect(try width("weight", ["weight": 900]) > width("weight", ["weight": 100]))
  }

  @Test func noLineIsWiderThanItsElement() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    let titles = [
      "Pump station 7 — vibration alarm on bearing 2", "エレベーター B — 定期点検の記録と報告",
      "فحص المصعد الدوري في المبنى رقم ثلاثة",
      "👩🏽‍🔧👷🏽‍♀️👨‍👩‍👧‍👦🇩🇪🇫🇷👍🏿 repair team at work",
    ]
    for title in titles {
      for width in stride(from: 40, through: 400, by: 30) {
        let elements = try layOut(title, nil, width: JSON(Double(width)), client)["row"]?["elements"]?
          .array
        for element in elements ?? [] {
          let right = (element["x"]?.double ?? 0) + (element["width"]?.double ?? 0)
          for line in element["lines"]?.array ?? [] {
            #expect((line["x"]?.double ?? 0) + (line["width"]?.double ?? 0) <= right + 1.0 / 64, "\(line)")
          }
        }
      }
    }
  }

  @Test func aProfileWithoutItsFontIsTold() throws {
    let directory = try DaemonProcess.makeDirectory()
    let fonts = directory + "/fonts.conf"
    try """
    <fontconfig><dir>/usr/share/fonts/opentype/inter</dir><cachedir>\(directory)</cachedir></fontconfig>
    """.write(toFile: fonts, atomically: true, encoding: .utf8)
    let daemon = try DaemonProcess(environment: ["FONTCONFIG_FILE": fonts], in: directory)
    defer { withExtendedLifetime(daemon) {} }
    let client = try RPCClient(daemon)
    try client.call(
      "cells.push", ["session": "s", "cells": [["id": "a", "title": "A"], ["id": "b", "title": "B"]]])
    let cell: JSON = ["id": "a", "title": "A"]
    for profile in ["compose", "ios"] {
      let environment: JSON = ["unit": "point", "width": 400, "profile": .string(profile)]
      let rows = try client.call(
        "rows.pull", ["session": "s", "environment": environment, "format": "frames"])
      let header = try client.call(
        "header.pull", ["session": "s", "id": "a", "environment": environment, "format": "frames"])
      let alone =
        try client.call("cell.layout", ["cell": cell, "environment": environment, "format": "frames"])["row"]
        ?? .null
      let view = try client.call("view.set", ["session": "s", "unit": "point", "profile": .string(profile)])
      for told in [rows, header, alone, view].map({ $0["diagnostics"]?.array }) {
        let sentence = told?.first?.string ?? ""
        #expect(told?.count == (profile == "compose" ? 1 : nil))
        #expect(sentence.contains("Roboto") == (profile == "compose"), "\(sentence)")
        #expect(sentence.contains("fonts-roboto-unhinted") == sentence.contains("Inter"))
      }
      #expect(rows["rows"]?.array?.allSatisfy { $0["diagnostics"] == nil } == true)
    }
    let columns = try client.call("rows.pull", ["session": "s", "environment": ["width": 40]])
    #expect(columns["diagnostics"] == nil)
  }

  /// A machine gets a font for a text that none of its fonts could draw.
  @Test func aCharacterWithoutAFontIsReportedUntilAFontIsInstalled() throws {
    let directory = try DaemonProcess.makeDirectory()
    let folder = directory + "/fonts"
    try FileManager.default.copyItem(atPath: "/usr/share/fonts/opentype/inter", toPath: folder)
    try """
    <fontconfig><dir>\(folder)</dir><cachedir>\(directory)/cache</cachedir></fontconfig>
    """.write(toFile: directory + "/fonts.conf", atomically: true, encoding: .utf8)
    let daemon = try DaemonProcess(
      environment: ["FONTCONFIG_FILE": directory + "/fonts.conf"], in: directory)
    defer { withExtendedLifetime(daemon) {} }
    let client = try RPCClient(daemon)
    let cells: JSON = [["id": "1", "title": "Valve"], ["id": "2", "title": "日本語", "subtitle": "漢字"]]
    try client.call("cells.push", ["session": "s", "cells": cells])
    func diagnostics() throws -> [JSON?] {
      let environment: JSON = ["unit": "point", "width": 400]
      let rows = try client.call(
        "rows.pull", ["session": "s", "environment": environment, "format": "frames"])["rows"]
      return rows?.array?.map { $0["diagnostics"] } ?? []
    }
    let sentence = "text: no installed font has “日” (U+65E5); install the Debian package fonts-noto-cjk"
    #expect(try diagnostics() == [nil, [.string(sentence)]])
    // fontconfig compares times in seconds.
    sleep(2)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/new.ttc",
      withDestinationPath: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
    #expect(try eventually { try diagnostics() == [nil, nil] })
  }

  /// The font of a profile is installed while another one replaces it.
  @Test func theFontOfAProfileIsUsedOnceItIsInstalled() throws {
    let directory = try DaemonProcess.makeDirectory()
    let folder = directory + "/fonts"
    try FileManager.default.copyItem(atPath: "/usr/share/fonts/opentype/inter", toPath: folder)
    try """
    <fontconfig><dir>\(folder)</dir><cachedir>\(directory)/cache</cachedir></fontconfig>
    """.write(toFile: directory + "/fonts.conf", atomically: true, encoding: .utf8)
    let daemon = try DaemonProcess(
      environment: ["FONTCONFIG_FILE": directory + "/fonts.conf"], in: directory)
    defer { withExtendedLifetime(daemon) {} }
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": [["id": "1", "title": "Valve"]]])
    func diagnostics() throws -> JSON? {
      let environment: JSON = ["unit": "point", "width": 400, "profile": "compose"]
      return try client.call(
        "rows.pull", ["session": "s", "environment": environment, "format": "frames"])["diagnostics"]
    }
    #expect(try diagnostics()?[0]?.string?.contains("is not installed") == true)
    // fontconfig compares times in seconds.
    sleep(2)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/roboto", withDestinationPath: "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF")
    #expect(try eventually { try diagnostics() == nil })
  }

  @Test func aFontCanBeAString() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    #expect(try line(layOut("AV", "Roboto", client)) == line(layOut("AV", ["family": "Roboto"], client)))
    let view = try client.call("cells.push", ["session": "s", "cells": []])
    #expect(view["revision"] != nil)
    let set = try client.call("view.set", ["session": "s", "unit": "point", "font": "Roboto"])["set"]
    #expect(set?["font"] == ["family": "Roboto"])
  }

  @Test func aMissingFamilyIsUnsupported() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    let refused = try refusal { _ = try layOut("x", ["family": "No Such Family"], client) }
    #expect(refused == RPCClient.Refusal(kind: "unsupported", path: "/environment/font"))
    let view = try refusal {
      try client.call("cells.push", ["session": "s", "cells": [["id": "a", "title": "A"]]])
      try client.call("view.set", ["session": "s", "unit": "point", "font": ["family": "No Such Family"]])
    }
    #expect(view == RPCClient.Refusal(kind: "unsupported", path: "/font"))
    // Columns need no fonts.
    try client.call("view.set", ["session": "s", "unit": "column", "font": ["family": "No Such Family"]])
  }
}
