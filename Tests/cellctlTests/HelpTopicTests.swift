import CellEngine
import CellProtocol
import Foundation
import Testing

@testable import cellctl

@Suite struct HelpTopicTests {
  @Test(arguments: HelpTopic.allCases, [100, 80, 48, 40])
  func `no line is wider than the terminal, except a word of an example`(topic: HelpTopic, columns: Int) {
    for line in topic.text(columns: columns).split(separator: "\n").map(String.init) {
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
    #expect(Set(scripts) == Set(Recipe.all.map(\.name)))
    for recipe in Recipe.all where ["fzf", "i3bar", "tmux"].contains(recipe.name) {
      let script = try String(contentsOf: folder.appendingPathComponent(recipe.name), encoding: .utf8)
      let commands = script.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.contains(":?") }
        .joined(separator: "\n").replacing("\"$SESSION\"", with: "jobs")
      #expect(commands == recipe.commands)
    }
  }

  @Test func `members, values, formats and codes come from their tables`() {
    for property in Components.cell {
      #expect(HelpTopic.cell.text(columns: 80).contains("\n  \(property.name) "))
    }
    for state in Status.State.allCases {
      #expect(HelpTopic.cell.text(columns: 80).contains(state.rawValue))
      #expect(HelpTopic.states.text(columns: 80).contains("\n  \(state.rawValue) "))
    }
    for property in Components.environment {
      #expect(HelpTopic.environment.text(columns: 80).contains("\n  \(property.name) "))
    }
    for profile in Profile.all { #expect(HelpTopic.environment.text(columns: 80).contains(profile.name)) }
    for format in FormatArgument.allCases {
      #expect(HelpTopic.formats.text(columns: 80).contains("\n  \(format) "))
    }
    for status in ExitStatus.allCases {
      #expect(HelpTopic.exitCodes.text(columns: 80).contains("\n  \(status.rawValue) "))
    }
  }
}
