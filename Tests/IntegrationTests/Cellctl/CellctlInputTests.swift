import Foundation
import Testing

/// The options of `push` and `render` about input, with the real programs.
@Suite struct CellctlInputTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  private func render(_ arguments: String..., input: String) throws -> CellctlProcess {
    try CellctlProcess.run(["render"] + arguments, input: input)
  }

  @Test func `a document with one list is rendered without options`() throws {
    let run = try render(
      "--map", "title={metadata.name},tags={metadata/labels/*}",
      input:
        "{\n \"kind\": \"List\",\n \"items\": [{\"metadata\": {\"uid\": \"u\", \"name\": \"web\", \"labels\": {\"a\": \"x\"}}}]\n}"
    )
    #expect(run.output == "web\n‹x›\n")
    #expect(
      run.errors == """
        cellctl: taking the 1 record at "items" (--at items)
        cellctl: the id of a record is its "metadata/uid" (--id metadata/uid)

        """)
  }

  @Test(arguments: [
    (["--from", "csv"], "name,size\nweb,5\n"), (["--from", "tsv"], "name\tsize\nweb\t5\n"),
    (["--from", "yaml"], "- name: web\n  size: 5\n"),
    (["--from", "json"], "[{\"name\":\"web\",\"size\":5}]"),
    (["--at", "a/0/b"], "{\"a\":[{\"b\":[{\"name\":\"web\",\"size\":5}]}],\"c\":[{}]}"),
    (["--jq", ".a[]"], "{\"a\":[{\"name\":\"web\",\"size\":5}]}"),
    (["--at", "a", "--jq", "."], "{\"a\":[{\"name\":\"web\",\"size\":5}],\"b\":[{}]}"),
  ])
  func `every format makes the same row`(options: [String], input: String) throws {
    let run = try CellctlProcess.run(
      ["render", "--id", "name", "--map", "title={name} {size}"] + options, input: input)
    #expect(run.output == "web 5\n", "\(run.errors)")
  }

  @Test func `lines of text are records`() throws {
    let run = try render("--from", "lines", "--id", "line", "--map", "title={text}", input: "one\ntwo\n")
    #expect(run.output == "one\ntwo\n")
  }

  @Test func `a tree is flattened`() throws {
    let run = try render(
      "--children", "children", "--jq", "{id: .name, title: (indent + .name)}",
      input: #"{"name":"sda","children":[{"name":"sda1","children":[{"name":"data"}]}]}"#)
    #expect(run.output == "sda\n└ sda1\n  └ data\n", "\(run.output)")
  }

  @Test func `a tree of cells is flattened`() throws {
    let tree =
      #"[{"id":"1","title":"x","kids":[{"id":"2","title":"y","kids":[{"id":"3","title":"z"}]}]},{"id":"4","title":"w","kids":null}]"#
    let pushed = try cellctl.run("push", "s", "--children", "kids", input: tree)
    #expect(pushed.status == 0, "\(pushed.errors)")
    #expect(try cellctl.texts("id", of: "s") == ["1", "2", "3", "4"])
    #expect(try render("--children", "kids", input: tree).output == "x\ny\nz\nw\n")
    let mapped = try render("--children", "kids", "--map", "title={depth}{title}", input: tree)
    #expect(mapped.output == "0x\n1y\n2z\n0w\n", "\(mapped.errors)")
    // A member of the record itself.
    let own = #"{"id":"1","title":"x","depth":3,"kids":[]}"#
    let deep = try render("--children", "kids", "--no-guess", input: own)
    #expect(deep.status == 5 && deep.errors.contains("Unknown member \"depth\""), "\(deep.errors)")
  }

  @Test func `a mapping can be kept in a file`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("map-\(UUID().uuidString)")
    try "# A comment.\ntitle = {name}\nsubtitle={size}\n".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try render("--map", "@\(file.path)", "--map", "caption=x", input: #"{"name":"web","size":5}"#)
    #expect(run.output == "web\n5\nx\n" || run.output.hasPrefix("web\n5"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("x"))
  }

  @Test func `options that exclude each other are usage errors`() throws {
    for arguments in [
      ["render", "--jq", ".", "--preset", "x"], ["push", "s", "--replace", "--follow"],
      ["push", "s", "--replace", "--keep", "3"], ["push", "s", "--replace", "--position", "start"],
      ["push", "s", "--allow-empty"], ["push", "s", "--keep", "0"], ["push", "s", "--position", "middle"],
      ["push", "s", "--keep", "3", "--position", "4"], ["render", "--from", "xml"],
    ] {
      #expect(try CellctlProcess.run(arguments, input: "").status == 2, "\(arguments)")
    }
  }

  @Test func `without jq the error names the package`() throws {
    let run = try CellctlProcess.run(
      ["render", "--jq", "."], input: "{}", environment: ["PATH": "/nonexistent"])
    #expect(run.status == 1)
    #expect(run.errors.contains("apt-get install jq"))
  }

  @Test(arguments: ["", " ", "\n", "\r\n\u{FEFF}"])
  func `byte order marks between documents are dropped before jq`(gap: String) throws {
    let input = "\u{FEFF}{\"n\":\"a\u{FEFF}b\\\"\u{FEFF}\"}" + gap + "\u{FEFF}{\"n\":\"c\\\\\"}\u{FEFF}"
    let run = try render("--jq", "{id: .n, title: (.n | length | tostring)}", input: input)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == ["5", "2"])
  }

  @Test func `an error of the program has its line`() throws {
    let run = try render("--jq", ".items[]\n| {id: .n", input: "{}")
    #expect(run.status == 2)
    #expect(run.errors.contains("--jq, line 2: syntax error"))
    #expect(run.errors.contains("2 | | {id: .n"))
  }

  @Test func `new cells go to the position`() throws {
    let ids = { try cellctl.texts("id", of: "s") }
    let push = { (id: String, position: String) in
      let record = #"{"id":"\#(id)1","title":"T"}"# + "\n" + #"{"id":"\#(id)2","title":"T"}"#
      let run = try cellctl.run("push", "s", "--position", position, input: record)
      #expect(run.status == 0, "\(run.errors)")
    }
    try push("a", "end")
    try push("b", "start")
    #expect(try ids() == ["b1", "b2", "a1", "a2"])
    try push("c", "1")
    #expect(try ids() == ["b1", "c1", "c2", "b2", "a1", "a2"])
    try push("d", "after:b2")
    try push("e", "before:b2")
    #expect(try ids() == ["b1", "c1", "c2", "e1", "e2", "b2", "d1", "d2", "a1", "a2"])
    #expect(try cellctl.run("push", "s", "--position", "after:zz", input: "{}").status == 4)
  }

  @Test func `cells of many requests keep their order at a position`() throws {
    try cellctl.run("push", "s", input: #"{"id":"last","title":"T"}"#)
    let title = String(repeating: "x", count: 1000)
    let records = (0..<3000).map { #"{"id":"\#($0)","title":"\#(title)"}"# }
    #expect(
      try cellctl.run("push", "s", "--position", "start", input: records.joined(separator: "\n")).status == 0)
    #expect(try cellctl.texts("id", of: "s") == (0..<3000).map(String.init) + ["last"])
  }

  @Test func `--keep removes the cells at the other end`() throws {
    let records = (0..<5000).map { #"{"id":"\#($0)","title":"T"}"# }.joined(separator: "\n")
    #expect(try cellctl.run("push", "s", "--keep", "3", input: records).status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["4997", "4998", "4999"])
    let newer = (0..<3).map { #"{"id":"n\#($0)","title":"T"}"# }.joined(separator: "\n")
    #expect(try cellctl.run("push", "s", "--keep", "4", "--position", "start", input: newer).status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["n2", "n1", "n0", "4997"])
  }

  @Test func `--follow reads what is added to a file, and a new file of its name`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    let write = { (id: String) in Data(#"{"id":"\#(id)","title":"T"}"#.utf8 + [0x0A]) }
    try write("a").write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let running = try CellctlProcess.start(["push", "s", "--follow", file.path], socket: cellctl.socketPath)
    defer { running.process.terminate() }
    #expect(eventually { (try? cellctl.texts("id", of: "s")) == ["a"] })
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: write("b"))
    #expect(try eventually { try cellctl.texts("id", of: "s") == ["a", "b"] })
    // A rotated log.
    try write("c").write(to: file, options: .atomic)
    #expect(try eventually { try cellctl.texts("id", of: "s") == ["a", "b", "c"] })
    #expect(running.process.isRunning)
  }

  @Test func `an empty input does not empty a list`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    let run = try cellctl.run("push", "s", "--replace", input: "\n")
    #expect(run.status == 5)
    #expect(run.errors.contains("--allow-empty"))
    #expect(try cellctl.texts("id", of: "s") == ["a"])
  }

  @Test func `the rows before an error are printed`() throws {
    let records = "{\"id\":1,\"title\":\"A\"}\n7\n{\"id\":2,\"title\":\"B\"}"
    let plain = try render(input: records)
    #expect(plain.status == 5)
    #expect(plain.output == "A\n")
    #expect(plain.errors.contains("line 2: the record is not a JSON object"))
    let filtered = try render("--jq", "{id, title}", input: records)
    #expect(filtered.status == 5)
    #expect(filtered.output == "A\nB\n")
    #expect(filtered.errors.contains("Cannot index number"))
    #expect(try render("-o", "json", input: records).output.isEmpty)
  }

  @Test(arguments: [
    "title={t},subtitle={o},tags={t},href={t}", "title={big}", "title={name},description={big}",
  ])
  func `hostile fields do no harm in templates`(map: String) throws {
    let big = String(repeating: "x", count: 10_000_000)
    let record =
      #"{"name":"-rf","t":"a\nb\u001b[31mred\u0007\u009b2J","o":{"k":"\u001b]0;x\u0007"},"big":""# + big
      + "\"}"
    let run = try render("--map", map, "--width", "60", input: record)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count <= 4)
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control && scalar != "\n"
    }
    #expect(!run.output.unicodeScalars.contains(where: isControl))
    #expect(!run.errors.unicodeScalars.contains(where: isControl))
  }

  @Test func `with --partial the records beside an error are pushed`() throws {
    let records = "{\"id\":1,\"title\":\"A\"}\n7\n{\"id\":2,\"title\":\"B\"}"
    let filtered = try cellctl.run("push", "s", "--partial", "--jq", "{id, title}", input: records)
    #expect(filtered.status == 5)
    #expect(filtered.errors.contains("Cannot index number"))
    #expect(try cellctl.texts("title", of: "s") == ["A", "B"])
    let open = try cellctl.run("push", "t", "--partial", input: #"[{"id":1,"title":"A"},{"id":2"#)
    #expect(open.status == 5)
    #expect(open.errors.contains("the array is not closed"))
    #expect(try cellctl.texts("title", of: "t") == ["A"])
  }

  @Test func `no records are reported`() throws {
    let run = try render(input: "[]")
    #expect(run.status == 0)
    #expect(run.errors == "cellctl: there are no records\n")
  }
}
