import CellEngine

/// The texts of `cellctl help TOPIC`.
enum HelpTopic: String, CaseIterable {
  case environment
  case exitCodes = "exit-codes"
  case formats
  case icons
  case mapping

  /// What the topic is about, in a few words.
  var abstract: String {
    switch self {
    case .environment: "width, class and everything else that a layout depends on"
    case .exitCodes: "what cellctl's exit codes mean"
    case .formats: "text, ansi, spans, frames, svg, html and png; -o text, json and ndjson"
    case .icons: "the names that icons may have, and what is drawn for them"
    case .mapping: "--map and --id: making cells from any records"
    }
  }

  /// The whole text, ending with a line feed.
  var text: String {
    switch self {
    case .environment: environmentText
    case .exitCodes: exitCodesText
    case .formats: formatsText
    case .icons: iconsText
    case .mapping: mappingText
    }
  }
}

private let exitCodesText = """
  EXIT CODES

    0    done
    1    failed
    2    usage: an option, an argument or a member of a view is wrong
    3    no daemon answers, and none could be started
    4    there is no such session, cell or view
    5    bad data: a record or a cell that celld cannot take
    6    the daemon speaks another version of the protocol
    124  timed out (--timeout)
    130  interrupted (Ctrl-C)

  A reader that goes away, as in 'cellctl rows jobs | head', ends cellctl silently with 0.
  'push --partial' ends with 5 when records were rejected; the others are in.
  'lint' ends with 1 when it found something.

  """

private var iconsText: String {
  let names = Icon.names
  let width = (names.map(\.name.count).max() ?? 0) + 2
  let lines = names.map { icon in
    "  \(icon.name)" + String(repeating: " ", count: width - icon.name.count)
      + "\(icon.glyph)  \(icon.ascii)\n"
  }
  return """
    ICONS

    An icon is a name of this table, or a short text of at most two columns. Each name stands beside what is drawn for
    it, and what is drawn with --set glyphs=ascii. A name that is not here shows its first letter, and the row says so.


    """ + lines.joined()
}

private let formatsText = """
  FORMATS

  --format says how rows are drawn:
    text     lines of plain text (the default where there is no colour)
    ansi     the same with colours and links (the default where there is)
    spans    pieces of text with their column, slot and role, for programs that draw by themselves
    frames   every element with its place, its lines and what was cut off
    svg      one picture of all rows
    html     a page with a list of all rows; no scripts, and nothing is loaded
    png      the svg, drawn by rsvg-convert (librsvg), with --zoom pixels a point. It has no colours for emoji, and sets
             texts as long as they come out in it. A browser draws the page of html as it was measured:
             'chromium --headless --window-size=720,900 --screenshot=jobs.png jobs.html'

  svg, html and png are files: 'cellctl rows jobs --format svg > jobs.svg'. They are drawn in points, with the fonts
  of the daemon's machine, unless --set unit=column asks for the picture of a terminal. Without --width they are as
  wide as --class says: compact 390, medium 720 (also where no class is named), expanded 1024. '--set theme=dark'
  makes them dark. 'cellctl demo --gallery' draws one, too.

  -o says how cellctl prints what it got:
    text     lines to read (the default)
    json     one JSON value
    ndjson   one JSON value per line: rows, sessions, or changes; the default for spans and frames

  'rows -o json' is the whole reply, with revision, height and all rows; 'rows -o ndjson' is a row per line.
  'watch -o ndjson' is a line per change: first the reply, then what the daemon tells. A row that did not
  change comes as {"id", "index", "y", "height", "same": true}. Into a pipe, 'watch' prints all its rows after
  each change, with an empty line behind them.

  Data goes to standard output, everything else to standard error.
  Colour: --color always|never, else NO_COLOR, else CLICOLOR_FORCE, else whether a terminal reads.

  """

private let mappingText = """
  MAPPING

  Records are cells when they have an "id" and a "title" and nothing that a cell does not know. Other records
  become cells with --map and --id.

    --map 'title={name},subtitle=Version {version},status={state},data={}'

  Entries are MEMBER=TEMPLATE, separated by commas. A template is text with fields in braces:
    {name}         a member of the record
    {os/kernel}    a member of a member; a number is the index in an array: {ports/0}
    {}             the whole record
  A template that is nothing but one field takes its value over as it is: a number, a flag, an array. In a longer
  one, arrays are joined by ", ". A template of which no field has a value is left out.

  Lists (status, tags, icons, avatars, actions) may stand several times, and an array makes one entry of each
  of its values:
    --map 'title={name},status={state},status={priority},tags={labels},tags=v{version}'
  Parts of a member are named behind a slash; 'status/text' begins a status, 'status/state' belongs to it:
    --map 'title={name},status/text={state},status/state={severity},image/initials={short}'

  The cell has only what the mapping names, and the record's own "id" unless the mapping or --id says otherwise.
  A backslash in front of , = { } / \\ takes the meaning away: 'title={a\\/b}\\, {c}'.

    --id FIELD     the id is a field ('name', 'metadata/uid'), or a template ('{host}:{port}')
    --id line      the number of the line
    --id hash      a hash of the record; the same record has the same id
    --id '{line}'  a field that is called "line" (or "hash")

  Without --replace, a record with a known id takes the place of the older one.

  """

private let environmentText = """
  ENVIRONMENT

  A layout depends on its environment. 'rows' and 'watch' use one of their own (--width, --class, --profile,
  and --set MEMBER=VALUE for the rest) or a view that all clients share (--view NAME). 'view' and 'class' change
  a shared view; every session has one called "main".

  Width: --width N or --width unlimited, else $CELLCTL_WIDTH, else the terminal's, else (in a pipe) unlimited,
  and then nothing is cut. In points N is points, and a column of the others is 8.

    width              a number, or null: as wide as the content
    height             the viewport's height, for the height class
    widthClass         auto, compact, medium, expanded, regular
    heightClass        auto, compact, regular
    unit               column, point
    profile            \(Profile.all.map(\.name).joined(separator: ", "))
    mode               browse, edit (shows the selection control)
    direction          auto, ltr, rtl
    split              0...1: the share of the title block beside a description column
    description        auto, hidden, below, column
    descriptionLines   a number; 0 is no limit
    titleLines         a number; 0 is no limit
    tagLines           a number; 0 is no limit
    lineLimits         profile, none
    verticalAlignment  auto, top, center
    statusAxis         auto, vertical, horizontal (beside each other, in the profile ios)
    statusWidth        a number, or null: as wide as its text
    truncation         {"SLOT": "tail"|"head"|"middle"|"none"}, "*" is every slot; also truncation.title=middle
    truncateAt         cluster, word
    ellipsis           what stands where text was cut off (…)
    breaks             normal, keepAll
    widthModel         grapheme, wcwidth
    ambiguousWidth     1, 2
    separator          none, line, blank
    margins            true, false
    glyphs             unicode, ascii
    textScale          0.5...4
    font               a family, or {"family": "…", "size": 17, "weight": 400}; in points
    theme              light, dark: the colours of svg, html and png

  A null sets a member back to its default.

  """
