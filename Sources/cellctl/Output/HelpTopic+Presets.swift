extension HelpTopic {
  static var presetsPage: [HelpBlock] { presetsUse + presetsFile + presetsFunctions + presetsSecurity }

  private static var presetsUse: [HelpBlock] {
    [
      .paragraph("A preset makes cells from the output of a program. 'cellctl presets' lists all presets."),
      .table([
        ("cellctl show NAME", "runs the program and shows its cells"),
        ("cellctl show NAME -- ARGUMENT…", "runs it with more arguments"),
        ("cellctl show", "lists the presets whose program is installed"),
        ("cellctl watch NAME --every 2s", "runs it again and again"),
        ("cellctl render --preset NAME", "reads the output from standard input or a file"),
        ("cellctl push SESSION --preset NAME", "pushes its cells"),
        ("cellctl presets NAME", "prints the file of a preset"),
      ]),
      .example(
        """
        cellctl show lsblk
        cellctl show pods -- --namespace kube-system
        cellctl render pods.json --preset pods
        cellctl presets pods > ~/.config/celld/presets/my-pods.jq
        """),
      .paragraph(
        """
        Options about records add to what a preset says, or replace it. --map sets members of its cells, and their \
        other members stay. --id replaces its ids, and --from its format. With 'show' and 'watch', --jq or --preset \
        replaces its program; the command stays.
        """),
      .example(
        """
        cellctl show df --map 'subtitle={id}'
        cellctl watch pods --every 5s --jq '.items[] | {id: .metadata.uid, title: .metadata.name}'
        """),
      .paragraph(
        """
        On a terminal, 'cellctl render FILE' without other options uses the preset that fits the file, if exactly \
        one fits.
        """),
    ]
  }

  private static var presetsFile: [HelpBlock] {
    [
      .paragraph(
        """
        A preset is a file NAME.jq with a head of comments and a program for jq 1.6 or later. The program reads \
        the output, and each of its results is a cell ('cellctl help cells'):
        """),
      .example(
        """
        # title: Pumps of the plant
        # command: curl --silent http://plant.example/pumps
        # fits: pumps/*/rpm
        # version: 1
        .pumps[] | {id, title: .name, status: {text: .state, state: (.state | state)}}
        """),
      .section(
        "The head ends at the first line without \"#\". All of its lines are optional:",
        [
          ("title", "the sentence in the list of presets"),
          ("command", "the program that 'show' runs, with its arguments and quotes as in a shell"),
          ("alias", "other names, separated by commas; arguments for the command can follow each"),
          ("exit", "the exit statuses of the command that are as good as 0 (0)"),
          ("from", "the format: \(InputFormat.allCases.map(\.rawValue).joined(separator: ", ")) (json)"),
          ("columns", "the names of the columns, if a table has no header line"),
          ("id", "the source of ids, as --id; else the \"id\" of each result"),
          ("fits", "the conditions of 'render FILE': FIELD exists, !FIELD does not, or FIELD=VALUE"),
          ("version", "the version of the head: \(Preset.version)"),
        ]),
      .paragraph(
        """
        Your presets are in ~/.config/celld/presets ($XDG_CONFIG_HOME/celld/presets). They replace presets of \
        the same name in the package. With a sample of the output in NAME.input next to NAME.jq, 'cellctl presets \
        --check' reads it, and finds conditions that hold for the output of another program.
        """),
    ]
  }

  private static var presetsFunctions: [HelpBlock] {
    [
      .section(
        "Presets and --jq can use these functions in addition to those of jq:",
        [
          ("state", "the state for a usual word: \"running\" is positive, \"failed\" is negative"),
          ("age", "the time since an ISO 8601 time, or since a number of seconds: \"3h\""),
          ("epoch", "the seconds since 1970 of an ISO 8601 time"),
          ("span", "a number of seconds as in age: 90 is \"90s\", 7200 is \"2h\""),
          ("size", "a number of bytes: \"1.2 GB\""),
          ("line", "the texts and numbers of an array, joined by \" · \" without empty ones"),
          ("some", "the first text or number of an array that is not empty"),
          ("text", "a text, number or boolean as text; null for all others"),
          ("key", "a valid id: an array is joined, and a long text is shortened"),
          ("indent", "the prefix for a tree, from \"depth\"; indent(2) names the depth"),
          ("records", "the elements of an array, or the value itself"),
        ]),
      .paragraph(
        """
        age, epoch, span and size return null if the value is not usable. $SOURCE_DATE_EPOCH sets the time that \
        age compares with. jq 1.6 rounds integers beyond 2^53, so ids that are such numbers are refused.
        """),
    ]
  }

  private static var presetsSecurity: [HelpBlock] {
    [
      .paragraph(
        """
        Presets are read only from your folder and from the package. A preset is refused if other users own or \
        can write the file or its folder. The command is run without a shell. jq gets an empty environment and \
        limits on time and memory. It cannot import modules.
        """)
    ]
  }
}
