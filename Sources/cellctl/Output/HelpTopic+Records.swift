/// The page about records, which `push`, `render`, `pick`, `show` and `watch` read.
extension HelpTopic {
  static var recordsPage: [HelpBlock] {
    [
      .paragraph(
        """
        'push', 'render' and 'pick' read records, which are JSON objects, and make a cell of each. Input is a file, \
        or standard input. A file whose name begins with - is written as ./-x. 'show', 'watch', 'push' and 'pick' take a \
        command after --, too, and read its output with the same options:
        """),
      .example(
        """
        cellctl show -- docker ps --format json
        cellctl watch --every 2s -- ip -j addr
        cellctl push addresses --every 5s --guess -- ip -j addr
        """),
      .paragraph(commandDiscussion),
      .paragraph(
        """
        If cellctl is killed, the kernel kills the command, and another process of cellctl kills what is left of its \
        process group. What began a session of its own goes on, as daemons do. A program that gets other rights when \
        it is started (setuid) is ended by that other process only.
        """),
      .paragraph(
        """
        A run that fails keeps the list of the run before. Above the rows are the time of both runs, and the last 20 \
        lines of its standard error. What was guessed at the first run with records stays; a run that does not fit is \
        reported like one that failed.
        """),
      .paragraph(
        """
        'render', 'pick' and 'watch FILE' guess what is not said: the format, the list inside, and the fields that are \
        title, status, subtitle, description, date, tags and link. A line on standard error has the options that say \
        the same, to copy and change. --explain prints what was compared, --no-guess turns it off. 'push' guesses with \
        --guess. Fields that are named like a password, a token or a key are not shown; --map shows them.
        """),
      .section(
        "--from selects the format:",
        InputFormat.allCases.map { (name: $0.rawValue, text: $0.summary) }),
      .paragraph(
        """
        A table needs no --map if its columns are named like the members of a cell: id, title, status/state.
        """),
      .paragraph(
        """
        JSON can be one record per line, an array of records, or documents with any line breaks. A document that \
        is not a cell, and has exactly one array of objects, means that array. Otherwise --at selects the records:
        """),
      .example(
        """
        cellctl render pods.json --map 'title={metadata.name}'
        cellctl render alerts.json --at data/alerts --map 'title={labels.alertname}'
        """),
      .paragraph(
        """
        --at takes '.items[].parts[]' and '$.items[*].parts[*]', too; the elements of a list need no step of their own. \
        --shape says what the value is if it is no list of objects:
        """),
      .section(
        "--shape SHAPE:",
        [
          ("columns", "an object of lists, one of each column"),
          ("rows", "a list of lists; the first has the names, unless --columns a,b does"),
          ("members", "an object whose members are records: {key} and {value}"),
          ("values", "a list of texts or numbers: {value}"),
          ("wrapped", "objects with one member each; its name is {key}"),
        ]),
      .paragraph(
        """
        'push FILE --follow' goes on at the end of the file, like 'tail -F', and after it with the file that replaces \
        it. Each document is a record then: name the records in a list with --at. YAML and mdk cannot be followed, \
        because they are read as a whole.
        """),
      .example("cellctl push log app.ndjson --follow --keep 1000"),
      .paragraph(
        """
        --from mdk reads a page of SAP's Mobile Development Kit. --data is a reply of OData, or an object with a \
        reply for each entity set. Without it, a row shows the names of the properties:
        """),
      .example("cellctl render --from mdk Orders.page --data orders.json"),
      .paragraph(
        """
        --children flattens a tree, of cells or of other records. {depth} is 0 for the records at the top; --map and \
        --jq can use it:
        """),
      .example("cellctl render disks.json --children children --map 'title={depth} {name}'"),
      .section(
        """
        --jq PROGRAM runs the program jq. Its inputs are the documents, and its outputs are the records. It has \
        functions of cellctl, which 'cellctl help presets' lists. The most common are:
        """,
        [
          (
            "state", "the state of a status for a usual word: \"Running\" is positive, \"failed\" is negative"
          ),
          ("age", "the time since an ISO date, or since seconds of 1970: \"3h\""),
          ("size", "a number of bytes: \"1.2 GB\""),
          ("indent", "the start of a title in a tree, from .depth"),
        ]),
      .example("cellctl render a.json --jq '{id, title, status: {text, state: (.text|state)}}'"),
      .paragraph(
        """
        The program has no environment, cannot import modules, and has limits on time (300 s) and memory (2 GiB). \
        $SOURCE_DATE_EPOCH sets the time of 'age'. An id that is a number beyond 2^53 is refused, because jq rounds \
        it.
        """),
      .paragraph(
        """
        For other formats there are programs that make JSON of them: 'jc' for the output of many commands, 'mlr' \
        for tables, 'xq' for XML:
        """),
      .example("jc ps | cellctl render --id pid --map 'title={command}'"),
    ]
  }
}
