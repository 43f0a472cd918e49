import CellEngine
import CellProtocol
import Foundation
import Testing

@testable import cellctl

@Suite struct HelpTopicTests {
  private func page(_ name: String, columns: Int = 80) throws -> [String] {
    try #require(HelpTopic.named(name)).page.lines(columns: columns)
  }

  @Test(arguments: HelpTopic.all.map(\.name), [100, 80, 48, 40])
  func `no line is wider than the terminal, except a word of an example`(topic: String, columns: Int) throws {
    for line in try page(topic, columns: columns) {
      #expect(
        line.columns <= columns || line.hasPrefix("    ") && line.shellWords.count { $0 != "\\" } == 1,
        "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test func `each recipe is a script in the folder of examples`() throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../examples").standardized
    // The examples in other languages use a client of celld, and not cellctl.
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      let text = try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
      return text?.hasPrefix("#!/bin/sh") ?? false
    }
    // A recipe is a paragraph `NAME: SUMMARY`.
    let recipes = try page("recipes", columns: 100).compactMap { $0.wholeMatch(of: /(\w+): .*/)?.1 }
    #expect(Set(scripts) == Set(recipes.map(String.init)))
    let text = String(decoding: PackageResources.topics_txt, as: UTF8.self)
    for recipe in ["fzf", "i3bar", "tmux"] {
      let script = try String(contentsOf: folder.appendingPathComponent(recipe), encoding: .utf8)
      let commands = script.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.contains(":?") }
        .map { "    \($0)" }.joined(separator: "\n").replacing("\"$SESSION\"", with: "jobs")
      #expect(text.contains("\n\n\(commands)\n\n"), "\(recipe)")
    }
  }

  @Test func `members, values, formats and codes come from their tables`() throws {
    func names(_ topic: String) throws -> Set<String> {
      Set(try page(topic).compactMap { $0.prefixMatch(of: #/  (\S+)  /#)?.1 }.map(String.init))
    }
    let states = Status.State.allCases.map(\.rawValue)
    #expect(try names("cell").isSuperset(of: Components.cell.map(\.name) + states))
    #expect(try names("states") == Set(states))
    #expect(try names("environment").isSuperset(of: Components.environment.map(\.name)))
    #expect(try names("formats").isSuperset(of: FormatArgument.allCases.map(\.description)))
    #expect(try names("exit-codes") == Set(ExitStatus.allCases.map { "\($0.rawValue)" }))
    let environment = try page("environment").joined()
    for profile in Profile.all { #expect(environment.contains(profile.name)) }
  }

  @Test func `every place of a topic has a value`() throws {
    let text = String(decoding: PackageResources.topics_txt, as: UTF8.self)
    for place in text.matches(of: /{{(.+?)}}/) {
      #expect(HelpTopic.values[String(place.output.1)] != nil, "\(place.output.0)")
    }
    let filled = PageTemplate("{{a}}-{{#list}}<{{b}}{{a}}>{{/list}}{{none}}").filled(
      ["a": .text("1{{b}}"), "list": .list([["b": .text("2")], ["a": .text("3"), "b": .text("")]])])
    #expect(filled == "1{{b}}-<21{{b}}><3>")
  }

  @Test func `a text is laid out by its indents`() {
    let text = """
      A paragraph on
      two lines.

      Heading:
        name    its text, which
                goes on
        longer  text

          echo 'a b' | cat
      """
    #expect(
      HelpText(text).lines(columns: 80) == [
        "A paragraph on two lines.", "", "Heading:", "  name    its text, which goes on", "  longer  text",
        "",
        "  echo 'a b' | cat",
      ])
    // Without room for a text next to its name, it is below the name.
    #expect(
      HelpText(text).lines(columns: 30).suffix(6) == [
        "  name", "      its text, which goes on", "  longer", "      text", "", "  echo 'a b' | cat",
      ])
  }
}
