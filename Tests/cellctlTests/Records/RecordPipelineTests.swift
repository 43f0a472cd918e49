import CellWire
import Glibc
import Testing

@testable import cellctl

/// The way from input to cells.
@Suite struct RecordPipelineTests {
  init() {
    // As in cellctl. A program can end before it has read its input.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The cells of an input, and the notes.
  private func run(
    _ text: String, _ pipeline: RecordPipeline, limit: Int = 1 << 20
  ) throws -> (cells: [String], notes: [String]) {
    try run(bytes: Array(text.utf8), pipeline, limit: limit)
  }

  private func run(
    bytes: [UInt8], _ pipeline: RecordPipeline, limit: Int = 1 << 20
  ) throws -> (cells: [String], notes: [String]) {
    let notes = Notes()
    var pipeline = pipeline
    pipeline.note = { notes.lines.append($0) }
    let reader = try pipeline.reader(of: TextSource(bytes), limit: limit)
    var cells: [String] = []
    while let (cell, _) = try reader.nextCell() { cells.append(String(decoding: cell.json, as: UTF8.self)) }
    return (cells, notes.lines)
  }

  private func failure(_ text: String, _ pipeline: RecordPipeline) -> Failure? {
    do {
      let cells = try run(text, pipeline).cells
      Issue.record("no failure: \(cells)")
      return nil
    } catch {
      return error as? Failure
    }
  }

  private func mapped(_ map: String...) throws -> RecordPipeline {
    var pipeline = RecordPipeline()
    pipeline.mapping = try FieldMapping(map)
    return pipeline
  }

  @Test func `a single document with one list means that list`() throws {
    let (cells, notes) = try run(
      #"{"kind":"List","data":{"items":[{"name":"a"},{"name":"b"}],"n":[1]}}"#, mapped("title={name}"))
    #expect(cells == [#"{"id":"a","title":"a"}"#, #"{"id":"b","title":"b"}"#])
    #expect(
      notes == [
        "taking the 2 records at \"data/items\" (--at data/items)",
        "the id of a record is its \"name\" (--id name)",
      ])
  }

  @Test func `a text that is the name of a field is reported`() throws {
    let notes = try run(#"{"id":"a","name":"x"}"#, mapped("title=name")).notes
    #expect(notes.contains("title=name is the text \"name\"; the field is title={name}"))
  }

  @Test func `a status of a mapping has the state of its word`() throws {
    let map = try mapped("title={n},status={s},status/text={s},status/state={s}")
    #expect(
      try run(#"{"id":"a","n":"x","s":"failed"}"#, map).cells.first?.contains(
        #"{"text":"failed","state":"negative"}"#)
        == true)
    #expect(
      try run(#"{"id":"a","n":"x","s":"Tuesday"}"#, map).cells.first?.contains(#""state":"neutral""#) == true)
  }

  @Test(arguments: [
    ("{s|basename}", #"[{"text":"failed","state":"negative"}]"#),
    ("{s}", #"[{"text":"/run/failed","state":"negative"}]"#),
    ("{l|join}", #"[{"text":"on, 7","state":"positive"}]"#),
    ("{l}", #"[{"text":"on","state":"positive"},"7"]"#),
    ("{l/*}", #"[{"text":"on","state":"positive"},"7"]"#), ("{o}", #"[{"state":"critical","text":"o"}]"#),
    ("{none},status={l/0}", #"[{"text":"on","state":"positive"}]"#),
  ])
  func `a status can be any template`(template: String, expected: String) throws {
    let record =
      #"{"id":"a","n":"x","s":"/run/failed","l":["on",7,null],"o":{"state":"critical","text":"o"}}"#
    #expect(
      try run(record, mapped("title={n},status=\(template)")).cells == [
        #"{"id":"a","title":"x","status":\#(expected)}"#
      ])
  }

  @Test func `parts belong to the element before, until one comes again`() throws {
    let map = try mapped(
      "title=T,tags={t},status/icon={i},status/text={a},status/state={a},status/state={b},image/initials={a}",
      "status={b},status/text={none},status/icon={i}")
    #expect(
      try run(#"{"id":1,"t":["x",2],"i":"home","a":"ok","b":"down"}"#, map).cells == [
        #"{"id":1,"title":"T","tags":["x","2"],"image":{"initials":"ok"},"status":[{"icon":"home"},"#
          + #"{"text":"ok","state":"positive"},{"state":"negative"},{"text":"down","state":"negative"},"#
          + #"{"icon":"home"}]}"#
      ])
  }

  /// The text in Latin 1.
  private func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  @Test(arguments: [
    (InputFormat.csv, "id,title\na,one\nü,two\n", "record 2"), (.tsv, "id\ttitle\nü\tone\n", "record 1"),
    (.csv, "id,ü\na,one\n", "the header"), (.lines, "one\n\nzwölf\n", "line 3"),
    (.yaml, "- id: a\n- id: ü\n", "line 2"),
    (.json, #"{"id":"a"}"# + "\n" + #"{"id":"ü"}"#, "line 2, column 8"),
  ])
  func `other encodings than UTF-8 are errors`(format: InputFormat, text: String, place: String) throws {
    var pipeline = RecordPipeline()
    pipeline.format = format
    if format == .lines { pipeline.idRule = .line }
    let failure = #expect(throws: Failure.self) { try run(bytes: latin1(text), pipeline) }
    #expect(failure?.message == "\(place): the text is not valid UTF-8")
    #expect(failure?.hint?.contains("iconv -f LATIN1 -t UTF-8") == true)
    #expect(failure?.status == .badData)
  }

  @Test func `other encodings than UTF-8 do not reach jq`() throws {
    var pipeline = RecordPipeline()
    pipeline.program = JQSource(name: "--jq", program: ".")
    for text in ["{\"id\":\"a ä\"}", "{\"id\":1}\n{\"id\":\"ü\"}", "\"\u{C3}"] {
      let failure = #expect(throws: Failure.self) { try run(bytes: latin1(text), pipeline) }
      let line = text.contains("\n") ? 2 : 1
      #expect(failure?.message == "line \(line): the text is not valid UTF-8")
    }
    let last = #expect(throws: Failure.self) {
      try run(bytes: latin1("{\"id\":1}\n\n{\n\"id\":2,\n\"title\":\"ü\"}"), pipeline)
    }
    #expect(last?.message == "line 5: the text is not valid UTF-8")
    // Characters of all lengths, at all places of a piece.
    let text = "{\"id\":\"\(String(repeating: "aä€😀", count: 50))\"}"
    #expect(try run(text, pipeline).cells == [text])
    pipeline.format = .lines
    let failure = #expect(throws: Failure.self) { try run(bytes: latin1("a\nü\n"), pipeline) }
    #expect(failure?.message == "line 2: the text is not valid UTF-8")
  }

  @Test func `a record in another encoding is skipped like other bad ones`() throws {
    var pipeline = RecordPipeline()
    pipeline.format = .csv
    pipeline.skipsBadRecords = true
    let reader = try pipeline.reader(of: TextSource(latin1("id\nü\né\nb\n")), limit: 1 << 20)
    var results: [String] = []
    loop: while true {
      switch try reader.next() {
      case .cell(let cell, _): results.append(cell.id)
      case .rejected(let position, _): results.append("\(position)")
      case .idle, .end: break loop
      }
    }
    #expect(results == ["record 1", "record 2", "b"])
  }

  @Test func `the output of a preset's command is shown in any encoding`() throws {
    var pipeline = RecordPipeline()
    pipeline.format = .lines
    pipeline.idRule = .line
    pipeline.replacesBadText = true
    pipeline.mapping = try FieldMapping(["title={text}"])
    #expect(try run(bytes: latin1("ü\n"), pipeline).cells == ["{\"id\":\"1\",\"title\":\"\u{FFFD}\"}"])
  }

  @Test(arguments: [InputFormat.csv, .tsv, .lines, .json])
  func `a byte order mark is no text`(format: InputFormat) throws {
    var pipeline = RecordPipeline()
    pipeline.format = format
    let text = format == .json ? #"{"id":"a"}"# : format == .lines ? "a\n" : "id\na\n"
    if format == .lines {
      pipeline.mapping = try FieldMapping(["title={text}"])
      pipeline.idRule = .line
    }
    let plain = try run(text, pipeline).cells
    #expect(try run("\u{FEFF}" + text, pipeline).cells == plain && plain.count == 1)
  }

  @Test func `a document with an empty list has no records`() throws {
    let text = #"{"kind":"List","items":[],"metadata":{"resourceVersion":""}}"#
    let (cells, notes) = try run(text, mapped("title={name}"))
    #expect(cells.isEmpty)
    #expect(notes == ["taking the 0 records at \"items\" (--at items)"])
    #expect(try run(#"{"name":"a","tags":[]}"#, mapped("title=T")).cells.count == 1)
  }

  @Test func `the names on the way to a list can have any characters`() throws {
    let text = #"{"$a/b":{"*":{"c.d [x]":[{"name":"n"}]}}}"#
    let (cells, notes) = try run(text, mapped("title={name}"))
    #expect(cells == [#"{"id":"n","title":"n"}"#])
    let option = try #require(notes.first?.split(separator: "--at ").last?.dropLast())
    var pipeline = try mapped("title={name}")
    var reader = TemplateReader(String(option))
    pipeline.selection.path = try reader.path()
    #expect(try run(text, pipeline).cells == cells)
  }

  @Test func `the lists of a document are named`() throws {
    let several = failure(#"{"a":[{"n":1}],"b":{"c":[{"n":2}]}}"#, try mapped("title={n}"))
    #expect(several?.hint?.contains("it has lists at --at a, --at b/c") == true)
  }

  @Test(arguments: [
    // A record, because the mapping has a field of it.
    #"{"name":"a","items":[{"name":"b"}]}"#,
    // An element of an array is a record.
    #"[{"name":"a","items":[{"x":"b"}]}]"#,
    // A cell.
    #"{"id":"a","title":"A","items":[{"x":"b"}],"name":"a"}"#,
  ])
  func `a record with a list is a record`(text: String) throws {
    #expect(try run(text, mapped("title={name}")).cells.count == 1)
    #expect(try run(text, mapped("title={name}")).cells[0].contains("\"a\""))
  }

  @Test func `--at takes lists and values, also with wildcards`() throws {
    var pipeline = try mapped("title={n}")
    pipeline.idRule = try IDRule("n")
    let text = #"[{"x":{"l":[{"n":1},{"n":2}]}},{"x":{"l":[{"n":3}]}},{"x":{}}]"#
    for (path, count) in [("*/x/l", 3), ("0/x/l", 2), ("/1/x/l/0", 1), ("0.x.l", 2)] {
      var reader = TemplateReader(path)
      pipeline.selection.path = try reader.path()
      #expect(try run(text, pipeline).cells.count == count, "\(path)")
    }
    var reader = TemplateReader("itms")
    pipeline.selection.path = try reader.path()
    let missing = failure(#"{"items":[{"n":1}]}"#, pipeline)
    #expect(missing?.message.contains("nothing is at \"itms\"") == true)
    #expect(missing?.hint?.contains("--at items") == true)
    #expect(failure(#"[{"n":1}]"#, pipeline)?.hint == "it is a list itself; leave out --at")
  }

  @Test func `--children flattens trees, with the depth`() throws {
    var pipeline = try mapped("title={depth} {name}")
    pipeline.selection.children = "children"
    let text =
      #"[{"name":"a","children":[{"name":"b","children":[{"name":"c"}]},{"name":"d"}]},{"name":"e","children":null}]"#
    let titles = try run(text, pipeline).cells
    #expect(titles.map { $0.suffix(6) } == ["\"0 a\"}", "\"1 b\"}", "\"2 c\"}", "\"1 d\"}", "\"0 e\"}"])
  }

  @Test(arguments: [
    (#"{"id":7,"uid":"x"}"#, "{\"id\":7"), (#"{"uid":"x","name":"n"}"#, "{\"id\":\"x\""),
    (#"{"metadata":{"uid":"u"},"name":"n"}"#, "{\"id\":\"u\""), (#"{"ID":"i","number":3}"#, "{\"id\":\"i\""),
    (#"{"number":3}"#, "{\"id\":\"3\""), (#"{"__CURSOR":"c","name":""}"#, "{\"id\":\"c\""),
  ])
  func `the id is the first usual field`(record: String, start: String) throws {
    #expect(try run(record, mapped("title=T")).cells[0].hasPrefix(start))
  }

  @Test func `a record without a title names its fields`() throws {
    let untitled = failure(#"{"name":"web","state":"Up"}"#, try mapped("title={nme}"))
    #expect(untitled?.message == "line 1: the record has no value for the title")
    #expect(untitled?.hint == "its fields: name, state")
  }

  @Test func `a chosen id must be there again, and be different`() throws {
    let pipeline = try mapped("title=T")
    #expect(failure("{\"name\":\"a\"}\n{\"x\":1}", pipeline)?.message.hasPrefix("line 2: ") == true)
    let twice = failure("{\"name\":\"a\"}\n{\"name\":\"b\"}\n{\"name\":\"a\"}", pipeline)
    #expect(twice?.message == "line 3: the id \"a\" (name) is also that of line 1")
    #expect(twice?.status == .badData)
    let none = failure(#"{"x":1,"y":2}"#, pipeline)
    #expect(none?.hint?.contains("its fields: x, y") == true)
  }

  @Test func `a stream can repeat a chosen id`() throws {
    var pipeline = try mapped("title=T")
    pipeline.isOpenEnded = true
    #expect(try run("{\"name\":\"a\"}\n{\"name\":\"a\"}", pipeline).cells.count == 2)
  }

  @Test func `fields that no record has are reported once, with the nearest name`() throws {
    let notes = try run(
      "{\"id\":1,\"name\":\"a\",\"os\":{\"kernel\":1}}\n{\"id\":2,\"extra\":1}",
      mapped("title={id}", "subtitle={extra}{descripton}{os/kernl}{a or nam}")
    ).notes
    #expect(
      notes == [
        "no record has the field \"descripton\"",
        "no record has the field \"os/kernl\"; did you mean \"os/kernel\"?",
        "no record has the field \"a or nam\"; did you mean \"name\"?",
      ])
  }

  @Test(arguments: [
    (
      "{\"a\":1,\n \"b\": tru}", "record 1, line 2, column 7: expected true, false or null",
      "write a text in double quotes"
    ),
    ("{\"id\":1}\n{'a':1}", "line 2, column 2: expected the name of a member, in quotes", "in double quotes"),
    ("[{\"a\":[1,]}]", "record 1, line 1, column 10: expected a value", "remove the comma"),
    ("{\"a\":1 \"b\":2}", "line 1, column 8: expected a comma", "a comma is missing"),
    ("{\"a\":NaN}", "column 6", "write null"),
    ("{\"a\":None}", "column 6", "json.dumps"),
    ("{\"a\": // x\n1}", "column 7", "remove the comment"),
    ("<html>", "column 1", "HTML"),
    ("name,b\n1,2", "column 1", "--from"),
    ("{\"id\":\"x\",", "the JSON text ends too early", "cut off"),
    ("{\"é\":\"日本\",x", "line 1, column 11: ", "  {\"é\":\"日本\",x\n              ^\n"),
  ])
  func `broken JSON is shown with its place and the cause`(text: String, message: String, hint: String) {
    let found = failure(text, RecordPipeline())
    #expect(found?.message.contains(message) == true, "\(String(describing: found))")
    let parts = [found?.excerpt, found?.hint].compactMap { $0 }
    let lines = "  \(parts.joined(separator: "\n"))".replacing("\n", with: "\n  ")
    #expect(lines.contains(hint), "\(lines)")
  }

  private func filtered(_ program: String, bounds: JQFilter.Bounds? = nil) -> RecordPipeline {
    var pipeline = RecordPipeline()
    pipeline.program = JQSource(name: "--jq", program: program, now: "1700000000")
    if let bounds { pipeline.bounds = bounds }
    return pipeline
  }

  @Test func `the outputs of a jq program are the cells`() throws {
    let text = "{\"items\":[{\"n\":1},{\"n\":2}]}\n{\n\"items\":[{\"n\":3}]}"
    #expect(
      try run(text, filtered(".items[] | {id: .n, title: \"\\(.n)\"}")).cells
        == (1...3).map { "{\"id\":\($0),\"title\":\"\($0)\"}" })
    // An array of outputs means its elements.
    #expect(try run(text, filtered("[.items[] | {id: .n}]")).cells.count == 3)
  }

  @Test func `jq gets whole documents, without what is between them`() throws {
    let text = "\u{FEFF}{\"id\":1}\n\u{1E}{\n\"id\": 2\n}\u{FEFF}[{\"id\":7},\r\n{\"id\":8},5]\n\"four\""
    let program = "{id: (if type == \"object\" then .id else length end), title: type}"
    #expect(
      try run(text, filtered(program)).cells == [
        #"{"id":1,"title":"object"}"#, #"{"id":2,"title":"object"}"#, #"{"id":3,"title":"array"}"#,
        #"{"id":4,"title":"string"}"#,
      ])
    #expect(try run("", filtered(program)).cells == [])
    #expect(failure("{\"id\":1}\n{\"id\"", filtered(program))?.status == .badData)
  }

  @Test func `records of other formats go through a jq program`() throws {
    var pipeline = filtered("{id: .name, title: .size}")
    pipeline.format = .csv
    let rows = (0..<5000).map { "n\($0),\($0)" }.joined(separator: "\n")
    let cells = try run("name,size\n" + rows, pipeline).cells
    #expect(cells.count == 5000)
    #expect(cells.last == #"{"id":"n4999","title":"4999"}"#)
  }

  @Test(arguments: [
    (#""Running""#, "positive"), (#""CrashLoopBackOff""#, "negative"), (#""In Progress""#, "informative"),
    ("true", "positive"), ("null", "neutral"), ("{}", "neutral"), (#""WARN""#, "critical"),
  ])
  func `the function state knows usual words`(value: String, state: String) throws {
    #expect(try run(value, filtered("{id: 1, title: state}")).cells == ["{\"id\":1,\"title\":\"\(state)\"}"])
  }

  @Test(arguments: [
    ("1699999990 | age", "10s"), ("\"2023-11-14T22:00:00Z\" | age", "13m"),
    ("\"2023-11-14T23:00:00.123456+02:00\" | age", "73m"), ("\"2023-11-10 22:13:20 +0000 UTC\" | age", "4d"),
    ("1e9 | age", "22y"), ("2e9 | age", "0s"), ("999 | size", "999 B"), ("1200 | size", "1.2 kB"),
    ("\"8000000000\" | size", "8 GB"), ("999999 | size", "1 MB"), ("{depth: 2} | indent", "  └ "),
    ("{} | indent", ""), ("indent(1)", "└ "),
  ])
  func `the library has functions for ages, sizes and trees`(expression: String, expected: String) throws {
    let cells = try run("null", filtered("{id: 1, title: (\(expression))}")).cells
    #expect(cells == ["{\"id\":1,\"title\":\"\(expected)\"}"])
  }

  @Test func `the columns of a table can be named like the members of a cell`() throws {
    var pipeline = RecordPipeline()
    pipeline.format = .csv
    let table = "id,title,unread,number,status/text,status/state\n7,A,true,7,ok,positive\n8,B,false,x,,\n"
    #expect(
      try run(table, pipeline).cells == [
        #"{"id":"7","title":"A","unread":true,"number":"7","status":[{"text":"ok","state":"positive"}]}"#,
        #"{"id":"8","title":"B","unread":false,"number":"x"}"#,
      ])
    let unknown = failure("id,titel\n1,A\n", pipeline)
    #expect(unknown?.message.contains("\"titel\"") == true)
  }

  @Test(arguments: [
    (".[", "--jq, line 1: syntax error"), (".a\n| foo(1)", "--jq, line 2: foo/1 is not defined"),
    (".a + 1", "--jq: string (\"x\") and number (1) cannot be added"),
    ("import \"a\" as a; .", "--jq, line 1: syntax error"),
    ("include \"a\"; .", "--jq, line 1: syntax error"),
  ])
  func `an error of a program has the line of the program`(program: String, message: String) {
    #expect(failure(#"{"a":"x"}"#, filtered(program))?.message.hasPrefix(message) == true)
  }

  @Test func `a program sees no environment, and has bounds`() throws {
    #expect(
      try run("null", filtered("{id: 1, title: \"\\($ENV | length) \\(env | length)\"}")).cells[0].contains(
        "0 0"))
    let time = failure("null", filtered("def f: f; f", bounds: .init(seconds: 1, memory: 1 << 30)))
    #expect(time?.message == "--jq: the program took too much processor time")
    let memory = failure("null", filtered("[range(1e9)]", bounds: .init(seconds: 100, memory: 100 << 20)))
    #expect(memory?.message == "--jq: the program needs more memory than it may use")
  }

  @Test(arguments: ["9007199254740993", "12345678901234567890", "-9007199254740994", "1e300"])
  func `an id that jq may have rounded is refused`(id: String) {
    #expect(failure("{\"id\":\(id)}", filtered("{id, title: \"T\"}"))?.message.contains("rounded") == true)
  }

  @Test func `a long record is refused, wherever it is`() throws {
    let long = "{\"id\":1,\"title\":\"\(String(repeating: "x", count: 100))\"}"
    for text in [long, "[\(long)]", "{\n\"items\":[\(long)]}"] {
      #expect(throws: Failure.self) { try run(text, RecordPipeline(), limit: 50) }
    }
  }
}

/// The notes of a run.
private final class Notes {
  var lines: [String] = []
}

/// A text as a source of small pieces.
final class TextSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  /// A descriptor that can always be read.
  let descriptor: Int32?

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    descriptor = open("/dev/zero", O_RDONLY | O_CLOEXEC)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  func read(milliseconds: Int32) throws -> InputPiece {
    guard !rest.isEmpty else { return .end }
    defer { rest = rest.dropFirst(7) }
    return .bytes(rest.prefix(7))
  }
}
