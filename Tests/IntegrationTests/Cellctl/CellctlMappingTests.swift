import Foundation
import Testing

/// The cells that `--map` makes of records.
@Suite struct CellctlMappingTests {
  private let cellctl: CellctlSession
  private let record = """
    {"name":"web","state":"up","labels":["a","b"],"os":{"kernel":"6.1"},"ports":[80,443],"ready":true,\
    "none":null,"a/b":"slash","stars":4.5}
    """

  init() throws {
    cellctl = try CellctlSession()
  }

  /// The cell in its long form, as JSON with sorted names, without its id and its selection.
  private func cell(_ map: String) throws -> String {
    let run = try cellctl.run("push", "s", "--id", "name", "--map", map, input: record)
    try #require(run.status == 0, "\(run.errors)")
    var cell = try cellctl.cells(of: "s")[0]
    cell["id"] = nil
    cell["selected"] = nil
    let data = try JSONSerialization.data(
      withJSONObject: cell, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  @Test(arguments: [
    ("title={name}", #"{"title":"web"}"#),
    ("title={/name}", #"{"title":"web"}"#),
    ("title=Host {name}\\, {os/kernel}", #"{"title":"Host web, 6.1"}"#),
    ("title={a\\/b}", #"{"title":"slash"}"#),
    ("title=\\{{name}\\}", #"{"title":"{web}"}"#),
    ("title={name},subtitle={none}", #"{"title":"web"}"#),
    ("title={name},subtitle=port {missing}", #"{"title":"web"}"#),
    ("title={name},subtitle={ports}", #"{"subtitle":"80, 443","title":"web"}"#),
    ("title={name},subtitle={ports/1}", #"{"subtitle":"443","title":"web"}"#),
    ("title={name},tags={labels}", #"{"tags":["a","b"],"title":"web"}"#),
    ("title={name},tags={labels},tags=v{os/kernel}", #"{"tags":["a","b","v6.1"],"title":"web"}"#),
    ("title={name},unread={ready}", #"{"title":"web","unread":true}"#),
    ("title={name},unread=true", #"{"title":"web","unread":true}"#),
    ("title={name},data={os}", #"{"data":{"kernel":"6.1"},"title":"web"}"#),
    (
      "title={name},status={state},status=fixed",
      #"{"status":[{"state":"positive","text":"up"},{"state":"positive","text":"fixed"}],"title":"web"}"#
    ),
    (
      "title={name},status/text={state},status/state=positive,status/text=b",
      #"{"status":[{"state":"positive","text":"up"},{"state":"neutral","text":"b"}],"title":"web"}"#
    ),
    (
      "title={name},image/initials={os/kernel},image/person=true",
      #"{"image":{"initials":"6.1","person":true},"title":"web"}"#
    ),
    ("title={name},rating={stars}", #"{"rating":{"max":5,"value":4.5},"title":"web"}"#),
  ])
  func `a mapping makes this cell`(map: String, expected: String) throws {
    let cell = try cell(map)
    let found = try JSONSerialization.jsonObject(with: Data(cell.utf8)) as? NSDictionary
    let wanted = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary
    #expect(found == wanted, "\(cell)")
  }

  @Test func `the whole record can be kept`() throws {
    let run = try cellctl.run("push", "s", "--id", "name", "--map", "title={name},data={}", input: record)
    #expect(run.status == 0)
    let data = try cellctl.cells(of: "s")[0]["data"] as? [String: Any]
    #expect(data?["stars"] as? Double == 4.5)
  }

  @Test func `a title without a value is bad data`() throws {
    let run = try cellctl.run("push", "s", "--id", "name", "--map", "title={nothing}", input: record)
    #expect(run.status == 5)
    #expect(run.errors.contains("title"))
  }
}
