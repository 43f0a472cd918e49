/// A way to show rows in another program. `scripts/check-recipes` runs the scripts in `examples`,
/// which have the same commands.
struct Recipe {
  /// The name of the script.
  let name: String
  /// The description of its use.
  let summary: String
  /// The commands, for the session `jobs`.
  let commands: String

  static let all = [
    Recipe(
      name: "fzf",
      summary: """
        Pick a cell with fzf (0.60 or later), which prints its id. Rows are laid out again when the window is resized.
        """,
      commands: #"""
        cellctl rows jobs -o null --color always --width $(($(tput cols) - 4)) |
          fzf --ansi --read0 --gap --delimiter '\t' --with-nth 2.. --accept-nth 1 \
            --bind 'resize:reload:cellctl rows jobs -o null --color always --width $((FZF_COLUMNS - 4))'
        """#),
    Recipe(
      name: "rofi", summary: "Pick a cell with rofi. -format i prints its index.",
      commands: #"""
        cellctl rows jobs -o null --format pango --width 60 | cut -z -f 2- |
          rofi -dmenu -markup-rows -sep '\0' -eh 3 -i -format i
        """#),
    Recipe(
      name: "waybar", summary: "Show the first rows in the tooltip of a module of waybar.",
      commands: #"""
        cellctl rows jobs --format pango --width 60 --count 20 | jq -Rsc '{text: "jobs", tooltip: .}'
        """#),
    Recipe(
      name: "i3bar", summary: "Show the first row in i3bar or swaybar, and each change of it.",
      commands: #"""
        printf '{"version":1}\n[\n[]\n'
        cellctl watch jobs -o ndjson --format pango --width 60 --count 1 --reconnect |
          jq --unbuffered -c '.rows[0].lines[0] // empty | [{name: "celld", full_text: ., markup: "pango"}]' |
          sed -u 's/^/,/'
        """#),
    Recipe(
      name: "tmux", summary: "Show the first row in the status line of tmux.",
      commands: """
        cellctl rows jobs --count 1 --width 40 --class compact | head -n 1 | sed 's/#/##/g'
        """),
    Recipe(
      name: "mail",
      summary:
        "Mail the rows, for example every morning with cron. Some programs run the command of a line ~!COMMAND.",
      commands: """
        cellctl rows jobs --width 72 --color never | sed 's/^[~.]/ &/' | mail -s jobs ops@example.org
        """),
  ]
}

extension HelpTopic {
  static var recipesPage: [HelpBlock] {
    [
      .paragraph(
        "Rows of the session jobs in other programs. The folder examples of celld has them as scripts for any session."
      )
    ]
      + Recipe.all.flatMap { [.paragraph("\($0.name): \($0.summary)"), .example($0.commands)] }
      + [
        .paragraph("Records of other programs are rows without a session:"),
        .example("systemctl list-units -o json | cellctl render --preset systemd"),
      ]
  }
}
