import CellWire
import Glibc
import Testing

@testable import cellctl

/// The heads of presets, and the conditions that choose one.
@Suite struct PresetTests {
  private func preset(_ head: String...) throws -> Preset {
    try Preset(
      name: "p", path: "p.jq", text: head.map { "# \($0)\n" }.joined() + "\n# title: not the head\n.")
  }

  private func failure(_ head: String) -> String? {
    do {
      _ = try preset("title: P", head)
      return nil
    } catch {
      return (error as? Failure)?.message
    }
  }

  @Test func `the head has the settings of a preset`() throws {
    let preset = try preset(
      "title: Pumps: all of them", "a comment", "command: pumps --list", "exit: 0, 3", "from: tsv",
      "columns: id, title")
    #expect(preset.title == "Pumps: all of them")
    #expect(preset.command == "pumps --list")
    #expect(preset.exitStatuses == [0, 3])
    #expect(preset.format == .tsv)
    #expect(preset.columns == ["id", "title"])
  }

  @Test func `a preset without settings reads JSON and fits nothing`() throws {
    let preset = try preset("title: P")
    #expect(preset.exitStatuses == [0])
    #expect(preset.format == .json)
    #expect(try JSONDocument(Array(#"{"a":1}"#.utf8)).withRoot { preset.fits($0) } == false)
  }

  @Test(arguments: [
    ("exit: 256", "expected an exit status from 0 to 255, got \"256\""),
    ("exit: 0, one", "expected an exit status from 0 to 255, got \"one\""),
    ("from: jsn", "unknown format \"jsn\""),
    ("version: 2", "version 2 of presets is newer than this cellctl"),
  ])
  func `a wrong setting is reported with its line`(head: String, message: String) {
    #expect(failure(head) == "p.jq, line 2: \(message)")
  }

  @Test(arguments: [
    ("unit", true), ("unit, load", true), ("unit, job", false), ("unit=a", true), ("unit=b", false),
    ("!job", true), ("unit, !load", false), ("!unit=b", true), ("none", false), ("!none", true),
    ("items/*/kind=Pod", true), ("items/*/name=x", false), ("items/*/name", true), ("!items/*/uid", true),
  ])
  func `conditions look at fields and values`(conditions: String, fits: Bool) throws {
    let record =
      #"{"unit":"a","load":1,"none":null,"items":[{"kind":"Pod","name":"x"},{"kind":"Pod","name":"y"}]}"#
    let preset = try preset("fits: \(conditions)")
    #expect(try JSONDocument(Array(record.utf8)).withRoot { preset.fits($0) } == fits)
  }
}
