import CellEngine
import CellWire

/// The pages. Members, values, formats and codes come from the tables that define them.
extension HelpTopic {
  static var cellPage: [HelpBlock] {
    let parts = [
      "Icon", "Image", "Status", "Rating", "Action", "SwipeActions", "GridColumn", "Header", "Chart",
    ]
    return [
      .paragraph(
        """
        A cell is a JSON object. Only "id" and "title" are required. 'cellctl push SESSION FILE' reads one cell \
        per line, or an array of cells. Parentheses contain the possible values.
        """),
      .table(members(Components.cell)),
    ] + parts.map(component) + [
      .section("The states of a status ('cellctl help states'):", stateTable),
      .paragraph("A cell with all members:"),
      .example(ExampleCell.cell),
    ]
  }

  static var environmentPage: [HelpBlock] {
    [
      .paragraph(
        """
        The layout of rows depends on their environment. 'rows' and 'watch' use one of their own: --width, \
        --class and --profile set the most common members, and --set MEMBER=VALUE any member. Or they use a \
        view that all clients share: --view NAME. 'view' and 'class' change a shared view. Every session has \
        the view "main".
        """),
      .paragraph(
        """
        Without --width, the width is $CELLCTL_WIDTH, else that of the terminal. In a pipe there is no limit: \
        nothing is truncated or aligned to a trailing edge. --no-trunc truncates nothing anywhere. --width, --class, --profile and --no-trunc \
        win over --set. --set unit=point lays out in points; a column is 8 points wide.
        """),
      .paragraph("Examples:"),
      .example("--set mode=edit --set truncation.title=middle --set font=Inter --set font.size=20"),
      .table(members(Components.environment)),
      component("Font"),
      .paragraph("'cellctl help queries' explains where, sort, group and collapsed."),
      .paragraph("null resets a member to its default, but a width of null is no limit."),
    ]
  }

  static var queriesPage: [HelpBlock] {
    [
      .paragraph(
        """
        'rows', 'watch', 'export', 'get', 'render' and 'show' take --where, --sort and --group. They show a part of \
        the cells, in an order of its own. A shared view has the same as members: 'cellctl view jobs sort=-number'.
        """),
      .paragraph("Examples:"),
      .example(
        """
        cellctl rows jobs --where status/state=negative
        cellctl rows jobs --where text~pump
        cellctl rows jobs --where 'title~pump' --where 'data/hours>8' --sort -data/hours
        cellctl watch jobs --group data/plant --sort status/state,title
        """),
      .section(
        "Operators of --where. Texts are compared without case and marks; several conditions must all be true:",
        [
          (
            "FIELD=VALUE",
            "a value of the field is equal; without VALUE, the field has no value; == is the same"
          ),
          ("FIELD!=VALUE", "no value of the field is equal"),
          ("FIELD~VALUE", "a value contains this text; with * or ?, it matches this pattern"),
          ("FIELD<VALUE", "a value is before this one"),
          ("FIELD<=VALUE", "a value is before this one or equal"),
          ("FIELD>VALUE", "a value is after this one"),
          ("FIELD>=VALUE", "a value is after this one or equal"),
        ]),
      .paragraph(
        """
        Fields: \(CellField.paths.joined(separator: ", ")), and paths in the data of a cell, such as \
        data/plant/name. 'text' is all that people read in a cell, and all of its data. A minus before a field of --sort is for descending order. Texts that hold numbers, such as \
        "item 9" and "item 10", are in the order of these numbers.
        """),
      .paragraph("A condition with 'or' is JSON, in a shared view or with --set:"),
      .example(
        #"--set 'where={"any":[{"field":"unread","is":true},{"field":"status/state","is":"negative"}]}'"#),
      component("Condition"),
      component("SortKey"),
    ]
  }

  static var exitCodesPage: [HelpBlock] {
    [
      .table(ExitStatus.allCases.map { (name: "\($0.rawValue)", text: $0.summary) }),
      .paragraph(
        """
        With a command, 'show' and 'push' end with its status after it printed records, or with 128 and the number of the \
        signal that ended it. If nothing could be read, they end with 5.
        """),
      .paragraph("'push --partial' ends with 5 if records were rejected; the others were pushed."),
      .paragraph(
        """
        If the reader of the output ends, as in 'cellctl rows jobs | head', cellctl ends silently with 0.
        """),
    ]
  }

  static var formatsPage: [HelpBlock] {
    let widths = WidthClass.allCases.map { "\($0.rawValue) \(EnvironmentOptions.pictureWidth(of: $0))" }
    return [
      .section(
        "--format selects how rows are drawn:",
        FormatArgument.allCases.map { (name: $0.description, text: $0.summary) }),
      .paragraph(
        """
        The default is ansi if colours are used, else text. Colours are used with --color always, and never \
        with --color never. Otherwise NO_COLOR, CLICOLOR_FORCE, CLICOLOR=0 and the terminal decide, in this \
        order.
        """),
      .paragraph("Pictures (svg, html, png) are files:"),
      .example("cellctl rows jobs --format svg > jobs.svg"),
      .paragraph(
        """
        They are drawn in points with the fonts of the daemon's machine; --set unit=column draws a terminal \
        instead. Without --width, --class sets the width: \(widths.joined(separator: ", ")). The default is \
        medium. --set theme=dark selects dark colours.
        """),
      .paragraph(
        """
        A png has no colour emoji, and its text may be wider than it was measured. A browser draws the html \
        page as it was measured:
        """),
      .example("chromium --headless --window-size=720,900 --screenshot=jobs.png jobs.html"),
      .section(
        "-o selects how cellctl prints results:",
        [
          ("text", "lines to read (the default)"), ("json", "one JSON value"),
          ("ndjson", "one JSON value per line; the default for spans and frames"),
          ("ids", "the id of each row, one per line (rows, render)"),
          (
            "null",
            "id, tab, row and a null character for each row, as 'fzf --read0 -d \\t --with-nth 2..' reads it (rows, render)"
          ),
        ]),
      .paragraph(
        """
        'rows -o json' prints the whole reply, 'rows -o ndjson' one row per line. 'watch -o ndjson' prints the \
        first reply and then one line per change. A row that did not change comes as {"id", "index", "y", \
        "height", "same": true}. In a pipe, 'watch' without -o prints all rows and an empty line after each \
        change.
        """),
      .paragraph("Data goes to standard output, messages to standard error."),
    ]
  }

  static var iconsPage: [HelpBlock] {
    [
      .paragraph(
        """
        An icon has a name of this table, or a text of at most two columns. A string that is a name means that \
        icon: "icons":["flag"] is short for [{"name":"flag"}], and {"text":"up"} is the text. The names of \
        SAP's icon font are known, too, also as sap-icon://NAME. An unknown name shows its first letter, \
        and the row has a diagnostic.
        """),
      .paragraph("The table shows the character of each name, and that of --set glyphs=ascii."),
      .table(
        Icon.drawings.map { icon in
          let aliases = icon.names.dropFirst().joined(separator: ", ")
          return (name: icon.names[0], text: "\(icon.glyph) \(icon.ascii)  \(aliases)")
        }),
    ]
  }

  static var mappingPage: [HelpBlock] {
    [
      .paragraph(
        """
        A record is a cell if it has an "id" and a "title" and no members that cells don't have ('cellctl help \
        cells'). Other records become cells with --map and --id:
        """),
      .example("--map 'title={name},subtitle=Version {version},status={state},data={}'"),
      .section(
        """
        --map has entries MEMBER=TEMPLATE, separated by commas. A template is text with fields in braces:
        """,
        [
          ("{name}", "a member of the record"),
          ("{os/kernel}", "a member of a member; {os.kernel} means the same"),
          ("{ports/0}", "an element of an array"),
          ("{labels/*/name}", "a member of each element: one entry of a list, or one text with commas"),
          ("{Tags/Name}", "in a list of objects with a name and a value, the value beside a name"),
          ("{nick or name}", "the first of them that has a value"),
          ("{}", "the whole record"),
        ]),
      .paragraph(
        """
        A template of one field keeps the type of its value: a number, a boolean, an array. In other templates, \
        arrays are joined by ", ". A member is omitted if none of the fields has a value. A field that no \
        record has is reported on standard error.
        """),
      .section(
        """
        After a bar, a field says how its value is written:
        """,
        [
          (
            "{x|state}",
            "as a status, a word, code or boolean with its state; elsewhere the name of the state"
          ),
          ("{x|age}", "the time since a date, or until it"),
          ("{x|date}", "a date in the local time zone"),
          ("{x|size}", "a number of bytes: 1.2 GB"),
          ("{x|number}", "a number with groups of digits, and the unit that the name says: 12 ms"),
          ("{x|named}", "a number with its name: 12 comments"),
          ("{x|basename}", "the last part of a path"),
          ("{x|join}", "the elements of a list, as one text"),
          ("{x|line}", "the first line of a text, without markup"),
          ("{x|text}", "a text without markup"),
        ]),
      .paragraph(
        """
        A status that is a text has the state of its word: "failed" is negative, "running" positive. An unknown word \
        is neutral. {key} is the key of an entry of a map (--at 'services/*'), and {index} counts records from 0. \
        Between values, " · " is left out next to a missing one.
        """),
      .paragraph(
        """
        A member that is a list, such as status or tags, can be repeated. An array adds all of its elements:
        """),
      .example("--map 'title={name},status={state},status={priority},tags={labels}'"),
      .paragraph(
        """
        A slash names a part of a member. 'status/text' starts a status, and the parts after it belong to that \
        status:
        """),
      .example("--map 'title={name},status/text={state},status/state={severity}'"),
      .paragraph("A backslash escapes the characters , = { } / . * | \\ in names and templates:"),
      .example(#"--map 'title={a\/b}\, {c}'"#),
      .paragraph(
        """
        Several --map add up. --map @FILE reads entries from a file; there, line breaks separate entries, too, and \
        lines that start with # are comments.
        """),
      .section(
        """
        Without --id, the id is that of the mapping. Without that, it is the first of \(idFields) that the first \
        record has.
        """,
        [
          ("--id FIELD", "a field ('name', 'metadata/uid') or a template ('{host}:{port}')"),
          ("--id line", "the number of the line"),
          (
            "--id hash",
            """
            a hash of the record, with a number if there are equal ones before it. push --follow counts them among \
            the last 100000 different records; an equal one after that replaces the first cell
            """
          ),
          ("--id '{line}'", "a field with the name \"line\" (or \"hash\")"),
        ]),
      .paragraph(
        """
        A record with a known id replaces that cell. --replace makes the list equal to the records. For anything \
        more than a mapping can do, see --jq in 'cellctl help records'.
        """),
    ]
  }

  private static var idFields: String { IDAssignment.usualFields.joined(separator: ", ") }

  /// Returns the meaning of each member, with its values in parentheses.
  private static func members(_ properties: [Schema.Property]) -> [(name: String, text: String)] {
    properties.map { (name: $0.name, text: "\($0.summary) (\($0.schema.values))") }
  }

  /// Returns a section about an object inside a cell or an environment.
  private static func component(_ name: String) -> HelpBlock {
    .section("\(name): \(Components.summary(of: name))", members(Components.members(of: name)))
  }
}

extension FormatArgument {
  /// The description for the help.
  fileprivate var summary: String {
    switch self {
    case .daemon(let format): format.summary
    case .png: "a picture as PNG, drawn by rsvg-convert with --zoom pixels per point"
    }
  }
}
